package main

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"sync"
)

func generate(ctx context.Context, words ...string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for _, w := range words {
			select {
			case out <- w:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func stage[A, B any](ctx context.Context, in <-chan A, workers int, f func(A) (B, bool)) <-chan B {
	out := make(chan B, workers)
	var wg sync.WaitGroup
	wg.Add(workers)
	for range workers {
		go func() {
			defer wg.Done()
			for a := range in {
				b, keep := f(a)
				if !keep {
					continue
				}
				select {
				case out <- b:
				case <-ctx.Done():
					return
				}
			}
		}()
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

type counted struct {
	word   string
	vowels int
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	text := "The pipeline reads words, drops the short ones, counts vowels and collects the result in order"
	words := generate(ctx, strings.Fields(text)...)
	clean := stage(ctx, words, 2, func(s string) (string, bool) {
		s = strings.ToLower(strings.Trim(s, ",."))
		return s, len(s) > 3
	})
	results := stage(ctx, clean, 4, func(s string) (counted, bool) {
		c := counted{word: s}
		for _, r := range s {
			if strings.ContainsRune("aeiou", r) {
				c.vowels++
			}
		}
		return c, c.vowels > 0
	})
	var all []counted
	for c := range results {
		all = append(all, c)
	}
	sort.Slice(all, func(i, j int) bool {
		if all[i].vowels != all[j].vowels {
			return all[i].vowels > all[j].vowels
		}
		return all[i].word < all[j].word
	})
	for _, c := range all {
		fmt.Printf("%-9s %d\n", c.word, c.vowels)
	}

	numbers := make([]string, 1000)
	for i := range numbers {
		numbers[i] = fmt.Sprint(i)
	}
	ctx2, stop := context.WithCancel(context.Background())
	lens := stage(ctx2, generate(ctx2, numbers...), 1, func(s string) (int, bool) { return len(s), true })
	sum := 0
	for n := range lens {
		if sum += n; sum >= 25 {
			stop()
			break
		}
	}
	fmt.Println("sum", sum, ctx2.Err())
}
