package main

import (
	"fmt"
	"strings"
)

func lcs(a, b string) string {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := range a {
		for j := range b {
			if a[i] == b[j] {
				table[i+1][j+1] = table[i][j] + 1
			} else {
				table[i+1][j+1] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	var out []byte
	for i, j := len(a), len(b); i > 0 && j > 0; {
		switch {
		case a[i-1] == b[j-1]:
			out = append([]byte{a[i-1]}, out...)
			i--
			j--
		case table[i-1][j] >= table[i][j-1]:
			i--
		default:
			j--
		}
	}
	return string(out)
}

type item struct {
	name          string
	weight, value int
}

func knapsack(items []item, room int) (value int, chosen []string) {
	best := make([]int, room+1)
	take := make([][]bool, len(items))
	for i, it := range items {
		take[i] = make([]bool, room+1)
		for w := room; w >= it.weight; w-- {
			if v := best[w-it.weight] + it.value; v > best[w] {
				best[w], take[i][w] = v, true
			}
		}
	}
	for i, w := len(items)-1, room; i >= 0; i-- {
		if take[i][w] {
			chosen = append(chosen, items[i].name)
			w -= items[i].weight
		}
	}
	return best[room], chosen
}

func change(coins []int, amount int) (ways, fewest int) {
	count, least := make([]int, amount+1), make([]int, amount+1)
	count[0] = 1
	for a := 1; a <= amount; a++ {
		least[a] = amount + 1
	}
	for _, c := range coins {
		for a := c; a <= amount; a++ {
			count[a] += count[a-c]
			least[a] = min(least[a], least[a-c]+1)
		}
	}
	return count[amount], least[amount]
}

func editDistance(a, b []rune) int {
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i, x := range a {
		cur := []int{i + 1}
		for j, y := range b {
			cost := 1
			if x == y {
				cost = 0
			}
			cur = append(cur, min(prev[j+1]+1, cur[j]+1, prev[j]+cost))
		}
		prev = cur
	}
	return prev[len(b)]
}

func main() {
	fmt.Println(lcs("AGGTAB", "GXTXAYB"), lcs("abc", "xyz") == "")
	fmt.Println(knapsack([]item{{"map", 9, 150}, {"compass", 13, 35}, {"water", 153, 200}, {"sandwich", 50, 160}, {"glucose", 15, 60}}, 100))
	fmt.Println(change([]int{1, 5, 10, 25, 50}, 100))
	for _, p := range strings.Fields("kitten/sitting flaw/lawn größe/grosse same/same") {
		a, b, _ := strings.Cut(p, "/")
		fmt.Printf("%s %s %d\n", a, b, editDistance([]rune(a), []rune(b)))
	}
}
