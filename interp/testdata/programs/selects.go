package main

import (
	"fmt"
	"slices"
	"sync"
)

type big struct {
	a [9]int
	s string
}

// One of the two channels always holds something: a default is never due.
func neither() (missed int) {
	a, b := make(chan int, 3), make(chan int, 3)
	a <- 1
	var wg sync.WaitGroup
	stop := make(chan bool)
	wg.Add(1)
	go func() {
		defer wg.Done()
		for {
			select {
			case <-stop:
				return
			default:
			}
			b <- 1
			<-a
			a <- 1
			<-b
		}
	}()
	for range 500000 {
		select {
		case <-a:
			a <- 1
		case <-b:
			b <- 1
		default:
			missed++
		}
	}
	close(stop)
	wg.Wait()
	return missed
}

// Cases that are ready are chosen equally often.
func fair() bool {
	var chans [3]chan int
	for i := range chans {
		chans[i] = make(chan int, 1)
	}
	never := make(chan int)
	var count [3]int
	for range 9000 {
		for _, c := range chans {
			select {
			case c <- 1:
			default:
			}
		}
		select {
		case <-chans[0]:
			count[0]++
		case <-never:
		case <-chans[1]:
			count[1]++
		case never <- 1:
		case <-chans[2]:
			count[2]++
		}
	}
	return min(count[0], count[1], count[2]) > 2600
}

func values() {
	bools, bytes, texts := make(chan bool, 1), make(chan int8, 1), make(chan string, 1)
	errs, bigs, none := make(chan error, 1), make(chan big, 1), make(chan struct{}, 1)
	pairs := make(chan [2]float32, 1)
	fill := func() {
		bools <- true
		bytes <- -3
		texts <- "text"
		errs <- fmt.Errorf("error %d", 1)
		bigs <- big{[9]int{8: 7}, "big"}
		none <- struct{}{}
		pairs <- [2]float32{0.5, 0.25}
	}
	var got []string
	note := func(x ...any) { got = append(got, fmt.Sprintln(x...)) }
	fill()
	fmt.Println(<-bools, <-bytes, <-texts, <-errs, <-bigs, <-none, <-pairs)
	for _, end := range []bool{false, true} {
		if end {
			close(bools)
			close(bytes)
			close(texts)
			close(errs)
			close(bigs)
			close(none)
			close(pairs)
		} else {
			fill()
		}
		for range 7 {
			select {
			case x, ok := <-bools:
				bools = nil
				note("bool", x, ok)
			case x, ok := <-bytes:
				bytes = nil
				note("int8", x, ok)
			case x, ok := <-texts:
				texts = nil
				note("string", x, ok)
			case x, ok := <-errs:
				errs = nil
				note("error", x, ok)
			case x, ok := <-bigs:
				bigs = nil
				note("big", x, ok)
			case _, ok := <-none:
				none = nil
				note("struct{}", ok)
			case x := <-pairs:
				pairs = nil
				note("pair", x)
			}
		}
		slices.Sort(got)
		fmt.Println(got)
		got = nil
		if !end {
			bools, bytes, texts = make(chan bool, 1), make(chan int8, 1), make(chan string, 1)
			errs, bigs, none = make(chan error, 1), make(chan big, 1), make(chan struct{}, 1)
			pairs = make(chan [2]float32, 1)
		}
	}
}

func closed() {
	defer func() { fmt.Println(recover()) }()
	c := make(chan int)
	close(c)
	select {
	case c <- 1:
	default:
	}
}

func main() {
	fmt.Println(neither(), fair())
	closed()
	values()
	var c chan int
	select {
	case <-c:
	case c <- 1:
	default:
		fmt.Println("nil")
	}
}
