package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
)

type settings map[string]string

type Watcher struct {
	mu        sync.RWMutex
	path      string
	current   settings
	listeners map[string][]func(old, new string)
	errors    int
}

func parse(text string) (settings, error) {
	s := settings{}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		k, v, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("line %d: no colon", i+1)
		}
		s[strings.TrimSpace(k)] = strings.TrimSpace(v)
	}
	return s, nil
}

func (w *Watcher) On(key string, f func(old, new string)) {
	if w.listeners == nil {
		w.listeners = map[string][]func(string, string){}
	}
	w.listeners[key] = append(w.listeners[key], f)
}

func (w *Watcher) Reload() (changed []string, err error) {
	defer func() {
		if err != nil {
			w.errors++
		}
	}()
	raw, err := os.ReadFile(w.path)
	if err != nil {
		return nil, err
	}
	next, err := parse(string(raw))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(w.path), err)
	}
	w.mu.Lock()
	old := w.current
	w.current = next
	w.mu.Unlock()
	keys := map[string]struct{}{}
	for k := range old {
		keys[k] = struct{}{}
	}
	for k := range next {
		keys[k] = struct{}{}
	}
	for k := range keys {
		if old[k] != next[k] {
			changed = append(changed, k)
		}
	}
	sort.Strings(changed)
	for _, k := range changed {
		for _, f := range w.listeners[k] {
			f(old[k], next[k])
		}
	}
	return changed, nil
}

func (w *Watcher) Get(key, def string) string {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if v, ok := w.current[key]; ok {
		return v
	}
	return def
}

func main() {
	dir, err := os.MkdirTemp("", "conf")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	w := &Watcher{path: filepath.Join(dir, "app.conf")}
	level := "info"
	w.On("level", func(old, new string) {
		fmt.Printf("  level %q -> %q\n", old, new)
		level = new
	})
	w.On("level", func(string, string) { fmt.Println("  second listener") })
	for i, text := range []string{
		"level: debug\nport: 80 # web\n",
		"level: debug\nport: 81\n\n",
		"level debug",
		"level: warn\nname: x: y\n",
	} {
		if err := os.WriteFile(w.path, []byte(text), 0o600); err != nil {
			fmt.Println(err)
		}
		changed, err := w.Reload()
		fmt.Println(i, changed, err)
		fmt.Println("  port", w.Get("port", "none"), "name", w.Get("name", "-"), "level", level)
	}
	os.Remove(w.path)
	if _, err := w.Reload(); os.IsNotExist(err) {
		fmt.Println("gone", w.errors)
	}
}
