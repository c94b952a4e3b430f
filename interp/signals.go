package interp

import (
	"context"
	"os"
	"os/signal"
	"reflect"
	"slices"
	"sync"
)

// signals records the subscriptions of cells to os.Interrupt.
type signals struct {
	mu        sync.Mutex
	receivers map[any]bool     // channels, and contexts
	taken     func(taken bool) // called for the first and after the last subscription; may be nil
}

// overrides returns replacements for the functions of package os/signal that subscribe and unsubscribe. asked is
// called before each.
func (s *signals) overrides(asked func()) map[string]reflect.Value {
	return map[string]reflect.Value{
		"Notify": reflect.ValueOf(func(c chan<- os.Signal, sig ...os.Signal) {
			asked()
			signal.Notify(c, sig...)
			s.ask(c, sig)
		}),
		"Stop": reflect.ValueOf(func(c chan<- os.Signal) {
			s.leave(c)
			signal.Stop(c)
		}),
		"NotifyContext": reflect.ValueOf(func(parent context.Context, sig ...os.Signal) (context.Context, context.CancelFunc) {
			asked()
			ctx, stop := signal.NotifyContext(parent, sig...)
			s.ask(ctx, sig)
			return ctx, func() {
				s.leave(ctx)
				stop()
			}
		}),
	}
}

// ask records a subscription; without signals it is for all of them.
func (s *signals) ask(receiver any, sig []os.Signal) {
	if len(sig) > 0 && !slices.Contains(sig, os.Interrupt) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.receivers == nil {
		s.receivers = map[any]bool{}
	}
	s.receivers[receiver] = true
	if s.taken != nil && len(s.receivers) == 1 {
		s.taken(true)
	}
}

func (s *signals) leave(receiver any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.receivers[receiver] {
		return
	}
	delete(s.receivers, receiver)
	if s.taken != nil && len(s.receivers) == 0 {
		s.taken(false)
	}
}

// end ends all subscriptions.
func (s *signals) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken != nil && len(s.receivers) > 0 {
		s.taken(false)
	}
	s.receivers = nil
}
