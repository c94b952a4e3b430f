package main

import (
	"errors"
	"fmt"
	"sort"
)

type Store interface {
	Get(id int) (User, error)
	Put(User) error
}

type Mailer interface {
	Send(to, subject string) error
}

type Clock interface{ Now() int64 }

type User struct {
	ID    int
	Name  string
	Email string
	Seen  int64
}

type memory map[int]User

var ErrMissing = errors.New("no such user")

func (m memory) Get(id int) (User, error) {
	u, ok := m[id]
	if !ok {
		return User{}, fmt.Errorf("get %d: %w", id, ErrMissing)
	}
	return u, nil
}

func (m memory) Put(u User) error { m[u.ID] = u; return nil }

type mockMailer struct {
	sent  []string
	limit int
}

func (m *mockMailer) Send(to, subject string) error {
	if len(m.sent) >= m.limit {
		return errors.New("quota exceeded")
	}
	m.sent = append(m.sent, to+": "+subject)
	return nil
}

type clockFunc func() int64

func (f clockFunc) Now() int64 { return f() }

type Service struct {
	Store
	mail  Mailer
	clock Clock
	stats map[string]int
}

func NewService(s Store, m Mailer, c Clock) *Service {
	return &Service{Store: s, mail: m, clock: c, stats: map[string]int{}}
}

func (s *Service) Greet(id int) (err error) {
	defer func() {
		key := "ok"
		if err != nil {
			key = "failed"
		}
		s.stats[key]++
	}()
	u, err := s.Get(id)
	if err != nil {
		return err
	}
	if err := s.mail.Send(u.Email, "hi "+u.Name); err != nil {
		return fmt.Errorf("greet %s: %w", u.Name, err)
	}
	u.Seen = s.clock.Now()
	return s.Put(u)
}

func main() {
	var tick int64 = 100
	store := memory{1: {1, "Ann", "ann@x.org", 0}, 2: {ID: 2, Name: "Bo", Email: "bo@x.org"}, 3: {3, "Cy", "cy@x.org", 7}}
	mail := &mockMailer{limit: 2}
	s := NewService(store, mail, clockFunc(func() int64 { tick += 10; return tick }))
	for _, id := range []int{1, 9, 2, 3} {
		if err := s.Greet(id); err != nil {
			fmt.Println(err, errors.Is(err, ErrMissing))
		}
	}
	ids := []int{}
	for id := range store {
		ids = append(ids, id)
	}
	sort.Ints(ids)
	for _, id := range ids {
		u, _ := s.Get(id)
		fmt.Printf("%+v\n", u)
	}
	fmt.Println(mail.sent, s.stats)
	var _ Store = s
}
