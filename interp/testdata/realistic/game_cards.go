package main

import (
	"fmt"
	"sort"
	"strings"
)

type suit int

const (
	clubs suit = iota
	diamonds
	hearts
	spades
)

func (s suit) String() string { return [...]string{"C", "D", "H", "S"}[s] }

type rank int

func (r rank) String() string {
	switch r {
	case 11:
		return "J"
	case 12:
		return "Q"
	case 13:
		return "K"
	case 14:
		return "A"
	default:
		return fmt.Sprint(int(r))
	}
}

type card struct {
	rank rank
	suit suit
}

func (c card) String() string { return c.rank.String() + c.suit.String() }

type hand []card

func (h hand) Len() int { return len(h) }
func (h hand) Less(i, j int) bool {
	return h[i].rank > h[j].rank || h[i].rank == h[j].rank && h[i].suit > h[j].suit
}
func (h hand) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

func (h hand) String() string {
	var s []string
	for _, c := range h {
		s = append(s, c.String())
	}
	return "[" + strings.Join(s, " ") + "]"
}

type kind int

const (
	highCard kind = iota
	pair
	twoPair
	three
	straight
	flush
	fullHouse
	four
)

var kinds = map[kind]string{highCard: "high card", pair: "pair", twoPair: "two pair", three: "three", straight: "straight", flush: "flush", fullHouse: "full house", four: "four"}

func classify(h hand) (kind kind, high rank) {
	sort.Sort(h)
	counts := map[rank]int{}
	for _, c := range h {
		counts[c.rank]++
	}
	best, second := 0, 0
	for _, n := range counts {
		switch {
		case n > best:
			best, second = n, best
		case n > second:
			second = n
		}
	}
	high = h[0].rank
	isFlush, isStraight := true, len(counts) == 5 && h[0].rank-h[4].rank == 4
	for _, c := range h[1:] {
		isFlush = isFlush && c.suit == h[0].suit
	}
	switch {
	case best == 4:
		kind = four
	case best == 3 && second == 2:
		kind = fullHouse
	case isFlush:
		kind = flush
	case isStraight:
		kind = straight
	case best == 3:
		kind = three
	case best == 2 && second == 2:
		kind = twoPair
	case best == 2:
		kind = pair
	}
	return
}

func deck() (d []card) {
	for s := clubs; s <= spades; s++ {
		for r := rank(2); r <= 14; r++ {
			d = append(d, card{r, s})
		}
	}
	return
}

func shuffle(d []card, seed uint64) {
	for i := len(d) - 1; i > 0; i-- {
		seed = seed*6364136223846793005 + 1442695040888963407
		j := int(seed>>33) % (i + 1)
		d[i], d[j] = d[j], d[i]
	}
}

func main() {
	d := deck()
	fmt.Println(len(d), d[0], d[51])
	shuffle(d, 42)
	tally := map[string]int{}
	for n := 0; len(d) >= 5; n++ {
		h := hand(d[:5:5])
		d = d[5:]
		k, high := classify(h)
		tally[kinds[k]]++
		fmt.Printf("%d %v %s, %v high\n", n, h, kinds[k], high)
	}
	fmt.Println(tally, hand(d))
	k, _ := classify(hand{{9, hearts}, {10, clubs}, {8, hearts}, {12, spades}, {11, hearts}})
	fmt.Println(kinds[k])
}
