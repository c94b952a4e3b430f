package main

import (
	"errors"
	"fmt"
	"strings"
)

type Event interface{ Name() string }

type UserCreated struct{ User string }

func (UserCreated) Name() string { return "user.created" }

type OrderPlaced struct {
	User  string
	Total float64
}

func (o *OrderPlaced) Name() string { return "order.placed" }

type Handler func(Event) error

type Bus struct {
	handlers map[string][]subscription
	next     int
}

type subscription struct {
	id int
	h  Handler
}

func (b *Bus) On(name string, h Handler) (cancel func()) {
	if b.handlers == nil {
		b.handlers = make(map[string][]subscription)
	}
	b.next++
	id := b.next
	b.handlers[name] = append(b.handlers[name], subscription{id, h})
	return func() {
		list := b.handlers[name]
		for i, s := range list {
			if s.id == id {
				b.handlers[name] = append(list[:i:i], list[i+1:]...)
				return
			}
		}
	}
}

func (b *Bus) Emit(e Event) error {
	var errs []error
	for _, s := range b.handlers[e.Name()] {
		if err := call(s.h, e); err != nil {
			errs = append(errs, fmt.Errorf("handler %d: %w", s.id, err))
		}
	}
	return errors.Join(errs...)
}

func call(h Handler, e Event) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return h(e)
}

var errStock = errors.New("out of stock")

func main() {
	bus := &Bus{}
	var log []string
	bus.On("user.created", func(e Event) error {
		log = append(log, "welcome "+e.(UserCreated).User)
		return nil
	})
	cancel := bus.On("order.placed", func(e Event) error {
		o := e.(*OrderPlaced)
		o.Total *= 1.2
		log = append(log, fmt.Sprintf("taxed %.2f", o.Total))
		return nil
	})
	bus.On("order.placed", func(e Event) error {
		if o, ok := e.(*OrderPlaced); ok && o.Total > 100 {
			return errStock
		}
		return nil
	})
	bus.On("order.placed", func(Event) error { panic("printer on fire") })
	fmt.Println(bus.Emit(UserCreated{"ann"}))
	err := bus.Emit(&OrderPlaced{"ann", 90})
	fmt.Println(strings.ReplaceAll(err.Error(), "\n", "; "), errors.Is(err, errStock))
	cancel()
	cancel()
	err = bus.Emit(&OrderPlaced{"ann", 90})
	fmt.Println(err, errors.Is(err, errStock))
	fmt.Println(strings.Join(log, ", "), len(bus.handlers["order.placed"]))
}
