package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Entity is what a store keeps: a pointer to T that knows its key.
type Entity[K cmp.Ordered, T any] interface {
	*T
	Key() K
	SetKey(K)
}

type Store[K cmp.Ordered, T any, P Entity[K, T]] struct {
	rows  map[K]T
	next  func() K
	hooks map[string][]func(old, new P) error
}

type Mut[T any] func(*T) error

var ErrNone = errors.New("no such row")

type hookError struct {
	on  string
	err error
}

func (h *hookError) Error() string { return "on " + h.on + ": " + h.err.Error() }
func (h *hookError) Unwrap() error { return h.err }

func NewStore[K cmp.Ordered, T any, P Entity[K, T]](next func() K) *Store[K, T, P] {
	return &Store[K, T, P]{rows: map[K]T{}, next: next, hooks: map[string][]func(P, P) error{}}
}

func (s *Store[K, T, P]) On(name string, f func(old, new P) error) {
	s.hooks[name] = append(s.hooks[name], f)
}

func (s *Store[K, T, P]) fire(name string, old, new P) error {
	for _, f := range s.hooks[name] {
		if err := f(old, new); err != nil {
			return &hookError{name, err}
		}
	}
	return nil
}

func (s *Store[K, T, P]) Add(rows ...T) (keys []K, err error) {
	defer func() {
		if err != nil {
			for _, k := range keys {
				delete(s.rows, k)
			}
			keys = nil
		}
	}()
	for _, r := range rows {
		p := P(&r)
		p.SetKey(s.next())
		if err = s.fire("add", nil, p); err != nil {
			return
		}
		s.rows[p.Key()] = r
		keys = append(keys, p.Key())
	}
	return
}

func (s *Store[K, T, P]) Update(k K, muts ...Mut[T]) error {
	old, ok := s.rows[k]
	if !ok {
		return fmt.Errorf("%v: %w", k, ErrNone)
	}
	now := old
	for i, m := range muts {
		if err := m(&now); err != nil {
			return fmt.Errorf("change %d: %w", i, err)
		}
	}
	if err := s.fire("update", &old, &now); err != nil {
		return err
	}
	s.rows[P(&now).Key()] = now
	return nil
}

func (s *Store[K, T, P]) Sorted() (out []T) {
	for _, k := range slices.Sorted(maps.Keys(s.rows)) {
		out = append(out, s.rows[k])
	}
	return
}

type keyed[K any] struct{ ID K }

func (k *keyed[K]) Key() K     { return k.ID }
func (k *keyed[K]) SetKey(x K) { k.ID = x }

type User struct {
	keyed[int]
	Name  string
	Roles [2]string `json:",omitempty"`
}

type Page struct {
	keyed[string]
	Lines []string
}

func counter(from int) func() int { return func() int { from++; return from } }

func main() {
	users := NewStore[int, User](counter(100))
	var trace []string
	users.On("update", func(old, new *User) error {
		if old.Roles != new.Roles {
			trace = append(trace, fmt.Sprint(old.Roles, ">", new.Roles))
		}
		return nil
	})
	users.On("add", func(old, new *User) error {
		if new.Name == "" {
			return errors.New("no name")
		}
		new.Name = strings.ToUpper(new.Name[:1]) + new.Name[1:]
		return nil
	})
	fmt.Println(users.Add(User{Name: "ann"}, User{Name: "bob"}))
	fmt.Println(users.Add(User{Name: "eve"}, User{}))
	role := func(i int, r string) Mut[User] { return func(u *User) error { u.Roles[i] = r; return nil } }
	fmt.Println(users.Update(101, role(0, "admin"), role(1, "dev")), users.Update(102), users.Update(7))
	err := users.Update(102, func(u *User) error { u.Name = "lost"; return fmt.Errorf("veto %d", u.ID) })
	var h *hookError
	fmt.Println(err, errors.As(err, &h), trace)
	b, err := json.Marshal(users.Sorted())
	fmt.Println(string(b), err)
	pages := NewStore[string, Page](func() string { return fmt.Sprint("p", len(trace)) })
	pages.On("add", func(_, p *Page) error { trace = append(trace, p.ID); return nil })
	shared := []string{"x"}
	fmt.Println(pages.Add(Page{Lines: shared}, Page{}, Page{Lines: append(shared, "y")}))
	fmt.Println(pages.Update("p1", func(p *Page) error { p.Lines[0] = "changed"; p.ID = "moved"; return nil }))
	for _, p := range pages.Sorted() {
		fmt.Printf("%+v ", p)
	}
	fmt.Printf("%d %T\n", len(pages.rows), pages)
}
