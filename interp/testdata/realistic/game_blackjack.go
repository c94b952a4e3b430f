package main

import (
	"errors"
	"fmt"
	"slices"
)

type Card struct{ Rank, Suit string }

type Deck struct {
	cards []Card
	seed  uint64
}

var errEmpty = errors.New("deck is empty")

func NewDeck(seed uint64) *Deck {
	d := &Deck{seed: seed}
	for _, s := range []string{"♠", "♥"} {
		for _, r := range []string{"A", "5", "6", "9", "10", "K"} {
			d.cards = append(d.cards, Card{r, s})
		}
	}
	for i := range d.cards {
		j := i + d.rand(len(d.cards)-i)
		d.cards[i], d.cards[j] = d.cards[j], d.cards[i]
	}
	return d
}

func (d *Deck) rand(n int) int {
	d.seed ^= d.seed << 7
	d.seed ^= d.seed >> 9
	return int(d.seed % uint64(n))
}

func (d *Deck) Draw() (c Card, err error) {
	if len(d.cards) == 0 {
		err = errEmpty
		return
	}
	c, d.cards = d.cards[0], d.cards[1:]
	return
}

type Hand []Card

func (h Hand) Value() (total int, soft bool) {
	aces := 0
	for _, c := range h {
		switch c.Rank {
		case "A":
			aces++
			fallthrough
		case "J":
			total++
		case "10", "Q", "K":
			total += 10
		default:
			var n int
			fmt.Sscan(c.Rank, &n)
			total += n
		}
	}
	if aces > 0 && total+10 <= 21 {
		return total + 10, true
	}
	return total, false
}

type Strategy interface{ Hit(h Hand, shown Card) bool }

type StrategyFunc func(Hand, Card) bool

func (f StrategyFunc) Hit(h Hand, c Card) bool { return f(h, c) }

type cautious struct{ limit int }

func (c cautious) Hit(h Hand, _ Card) bool { v, _ := h.Value(); return v < c.limit }

func play(d *Deck, player, dealer Strategy) (result string, err error) {
	defer func() {
		if err != nil {
			result = "void"
		}
	}()
	var hands [2]Hand
	for i := range 4 {
		c, err := d.Draw()
		if err != nil {
			return "", err
		}
		hands[i%2] = append(hands[i%2], c)
	}
	for i, s := range []Strategy{player, dealer} {
		for s.Hit(hands[i], hands[1][0]) {
			c, err := d.Draw()
			if err != nil {
				return "", fmt.Errorf("player %d: %w", i, err)
			}
			hands[i] = append(hands[i], c)
		}
		if v, _ := hands[i].Value(); v > 21 {
			return []string{"player busts", "dealer busts"}[i], nil
		}
	}
	a, _ := hands[0].Value()
	b, soft := hands[1].Value()
	switch {
	case a > b:
		result = "player"
	case a < b:
		result = "dealer"
	default:
		result = "push"
	}
	return fmt.Sprint(result, " ", a, ":", b, " ", soft), nil
}

func main() {
	bold := StrategyFunc(func(h Hand, shown Card) bool {
		v, soft := h.Value()
		return v < 15 || soft && v < 18 || slices.Contains([]string{"9", "10"}, shown.Rank) && v < 17
	})
	for seed := uint64(1); seed < 7; seed++ {
		d := NewDeck(seed * 7919)
		for round := 0; ; round++ {
			r, err := play(d, bold, cautious{17})
			fmt.Println(seed, round, r, err)
			if errors.Is(err, errEmpty) {
				break
			}
		}
	}
}
