package main

import (
	"fmt"
	"strings"
)

type outcome int

const (
	playing outcome = iota
	won
	lost
)

func (o outcome) String() string { return []string{"playing", "won", "lost"}[o] }

type hangman struct {
	word    string
	guessed map[rune]bool
	lives   int
}

func (h *hangman) guess(r rune) (msg string) {
	switch {
	case h.guessed[r]:
		return "again"
	case strings.ContainsRune(h.word, r):
		msg = "yes"
	default:
		msg = "no"
		h.lives--
	}
	h.guessed[r] = true
	return
}

func (h *hangman) outcome() (outcome outcome) {
	if h.lives <= 0 {
		return lost
	}
	if !strings.Contains(h.masked(), "_") {
		outcome = won
	}
	return
}

func (h *hangman) masked() string {
	return strings.Map(func(r rune) rune {
		if h.guessed[r] {
			return r
		}
		return '_'
	}, h.word)
}

func main() {
	for _, g := range []struct{ word, letters string }{{"gopher", "eogxhpr"}, {"été", "tteaé"}, {"lynx", "abcdefg"}} {
		h := &hangman{g.word, map[rune]bool{}, 4}
		var msgs []string
		for _, r := range g.letters {
			if h.outcome() != playing {
				break
			}
			msgs = append(msgs, h.guess(r)+":"+h.masked())
		}
		fmt.Println(strings.Join(msgs, " "), h.outcome(), h.lives)
	}
}
