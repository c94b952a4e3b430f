package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

type Status int

const (
	Open Status = iota
	Started
	Closed
)

var statusText = map[Status]string{Open: "open", Started: "started", Closed: "closed"}

func (s Status) String() string { return statusText[s] }

func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s *Status) UnmarshalText(b []byte) error {
	for k, v := range statusText {
		if v == string(b) {
			*s = k
			return nil
		}
	}
	return fmt.Errorf("unknown status %q", b)
}

type Item struct {
	ID      int        `json:"id"`
	Title   string     `json:"title"`
	Status  Status     `json:"status"`
	Due     *time.Time `json:"due,omitempty"`
	Tags    []string   `json:"tags,omitempty"`
	private string
}

type Store struct {
	path  string
	Items []*Item `json:"items"`
	Next  int     `json:"next"`
}

func Load(path string) (s *Store, err error) {
	s = &Store{path: path, Next: 1}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("load %s: %w", filepath.Base(path), err)
	}
	return s, nil
}

func (s *Store) Save() error {
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(s.path, data, 0o600)
}

func (s *Store) Add(title string, tags ...string) *Item {
	it := &Item{ID: s.Next, Title: title, Tags: tags, private: "x"}
	s.Next++
	s.Items = append(s.Items, it)
	return it
}

func (s *Store) Find(id int) (*Item, error) {
	i := slices.IndexFunc(s.Items, func(it *Item) bool { return it.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("no item %d", id)
	}
	return s.Items[i], nil
}

func main() {
	dir, err := os.MkdirTemp("", "todo")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "todo.json")
	s, err := Load(path)
	fmt.Println(len(s.Items), err)
	s.Add("write code", "go", "work")
	due := time.Date(2024, 12, 24, 18, 0, 0, 0, time.UTC)
	s.Add("buy presents").Due = &due
	if it, err := s.Find(1); err == nil {
		it.Status = Started
	}
	if err := s.Save(); err != nil {
		fmt.Println(err)
		return
	}
	raw, _ := os.ReadFile(path)
	fmt.Println(string(raw))
	again, err := Load(path)
	if err != nil {
		fmt.Println("reload:", err)
		return
	}
	for _, it := range again.Items {
		fmt.Printf("%d %-14s %-8v %v %t %q\n", it.ID, it.Title, it.Status, it.Tags, it.Due != nil && it.Due.Equal(due), it.private)
	}
	_, err = again.Find(9)
	fmt.Println(err, again.Next)
	os.WriteFile(path, []byte(strings.Replace(string(raw), "started", "paused", 1)), 0o600)
	_, err = Load(path)
	fmt.Println(err)
	os.WriteFile(path, []byte("{"), 0o600)
	_, err = Load(path)
	var se *json.SyntaxError
	fmt.Println(err, errors.As(err, &se))
}
