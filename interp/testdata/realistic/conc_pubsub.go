package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"
)

type Message struct {
	Topic   string
	Payload any
}

type Subscription struct {
	C     <-chan Message
	close func()
}

func (s Subscription) Close() { s.close() }

type Broker struct {
	mu   sync.RWMutex
	subs map[string]map[int]chan Message
	next int
	drop map[string]int
}

func NewBroker() *Broker {
	return &Broker{subs: map[string]map[int]chan Message{}, drop: map[string]int{}}
}

func (b *Broker) Subscribe(topic string, buffer int) Subscription {
	b.mu.Lock()
	defer b.mu.Unlock()
	ch := make(chan Message, buffer)
	id := b.next
	b.next++
	if b.subs[topic] == nil {
		b.subs[topic] = make(map[int]chan Message)
	}
	b.subs[topic][id] = ch
	var once sync.Once
	return Subscription{C: ch, close: func() {
		once.Do(func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			delete(b.subs[topic], id)
			close(ch)
		})
	}}
}

func (b *Broker) Publish(topic string, payload any) (delivered int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for pattern, subs := range b.subs {
		if pattern != topic && !(strings.HasSuffix(pattern, ".*") && strings.HasPrefix(topic, strings.TrimSuffix(pattern, "*"))) {
			continue
		}
		for _, ch := range subs {
			select {
			case ch <- Message{topic, payload}:
				delivered++
			default:
				b.drop[pattern]++
			}
		}
	}
	return delivered
}

type collector struct {
	mu    sync.Mutex
	lines []string
}

func (c *collector) add(format string, args ...any) {
	c.mu.Lock()
	c.lines = append(c.lines, fmt.Sprintf(format, args...))
	c.mu.Unlock()
}

func main() {
	b := NewBroker()
	var wg sync.WaitGroup
	var got collector
	listen := func(name, topic string, buffer int) Subscription {
		s := b.Subscribe(topic, buffer)
		wg.Add(1)
		go func() {
			defer wg.Done()
			n := 0
			for m := range s.C {
				n++
				switch p := m.Payload.(type) {
				case string:
					got.add("%s: %s says %q", name, m.Topic, p)
				case int, int64:
					got.add("%s: %s counts %d", name, m.Topic, p)
				case error:
					got.add("%s: %s failed: %v", name, m.Topic, p)
				case []string:
					got.add("%s: %s list of %d", name, m.Topic, len(p))
				default:
					got.add("%s: %s %T", name, m.Topic, p)
				}
			}
			got.add("%s: %d messages", name, n)
		}()
		return s
	}
	subs := []Subscription{
		listen("alice", "news.*", 10),
		listen("bob", "news.go", 10),
		listen("carol", "chat", 10),
	}
	n := b.Publish("news.go", "1.22 is out")
	n += b.Publish("news.rust", 1)
	n += b.Publish("chat", fmt.Errorf("kicked"))
	n += b.Publish("chat", []string{"a", "b"})
	n += b.Publish("chat", struct{ X int }{1})
	n += b.Publish("void", nil)
	slow := b.Subscribe("slow", 1)
	for i := range 5 {
		b.Publish("slow", i)
	}
	for _, s := range subs {
		s.Close()
		s.Close()
	}
	wg.Wait()
	slow.Close()
	for m := range slow.C {
		fmt.Println("slow got", m)
	}
	sort.Strings(got.lines)
	fmt.Println(strings.Join(got.lines, "\n"))
	fmt.Println(n, b.drop, len(b.subs["chat"]))
}
