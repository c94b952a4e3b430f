package main

import (
	"fmt"
	"time"
)

type command struct {
	name  string
	arg   int
	reply chan<- int
}

type counter struct {
	commands chan command
	quit     chan struct{}
	done     chan []string
}

func start() *counter {
	c := &counter{make(chan command), make(chan struct{}), make(chan []string)}
	go c.loop()
	return c
}

func (c *counter) loop() {
	var log []string
	value := 0
	defer func() { c.done <- log }()
loop:
	for {
		select {
		case cmd := <-c.commands:
			log = append(log, cmd.name)
			switch cmd.name {
			case "add":
				value += cmd.arg
			case "mul":
				value *= cmd.arg
			case "skip":
				continue loop
			case "stop":
				break loop
			}
			if cmd.reply != nil {
				cmd.reply <- value
			}
		case <-c.quit:
			log = append(log, "quit")
			return
		}
	}
	log = append(log, "end")
}

func (c *counter) call(name string, arg int) int {
	reply := make(chan int)
	c.commands <- command{name, arg, reply}
	return <-reply
}

func merge[T any](chans ...<-chan T) <-chan T {
	out := make(chan T)
	go func() {
		defer close(out)
		for len(chans) > 0 {
			rest := chans[:0:0]
			for _, ch := range chans {
				if v, ok := <-ch; ok {
					out <- v
					rest = append(rest, ch)
				}
			}
			chans = rest
		}
	}()
	return out
}

func upTo(n int) <-chan int {
	ch := make(chan int)
	go func() {
		for i := range n {
			ch <- i
		}
		close(ch)
	}()
	return ch
}

func main() {
	c := start()
	fmt.Println(c.call("add", 5), c.call("mul", 4), c.call("add", 1))
	c.commands <- command{name: "skip"}
	c.commands <- command{name: "stop"}
	fmt.Println(<-c.done)

	d := start()
	d.commands <- command{name: "add", arg: 1}
	close(d.quit)
	fmt.Println(<-d.done)

	for v := range merge(upTo(3), upTo(1), upTo(5)) {
		fmt.Print(v, " ")
	}
	fmt.Println()

	var never chan int
	timeout := time.After(2 * time.Millisecond)
	ticks := 0
	ticker := time.NewTicker(time.Hour)
	defer ticker.Stop()
wait:
	for {
		select {
		case <-never:
			fmt.Println("impossible")
		case <-ticker.C:
			ticks++
		case <-timeout:
			break wait
		}
	}
	fmt.Println("ticks", ticks)
	buffered := make(chan string, 2)
	for _, s := range []string{"a", "b", "c"} {
		select {
		case buffered <- s:
		default:
			fmt.Println("full at", s)
		}
	}
	close(buffered)
	for i := 0; i < 3; i++ {
		s, ok := <-buffered
		fmt.Printf("%q %t %d\n", s, ok, len(buffered))
	}
}
