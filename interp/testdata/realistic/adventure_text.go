package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
)

type Room struct {
	Name  string
	Items []string
	Exits map[string]*Room
	Enter func(*Game) bool
}

type Game struct {
	at    *Room
	bag   []string
	moves int
	over  bool
	verbs map[string]func(arg string) string
}

func world() *Room {
	hall := &Room{Name: "hall", Items: []string{"lamp"}}
	cellar := &Room{Name: "cellar", Items: []string{"gold", "rope"}, Enter: func(g *Game) bool { return slices.Contains(g.bag, "lamp") }}
	garden := &Room{Name: "garden", Enter: func(g *Game) bool { g.over = slices.Contains(g.bag, "gold"); return true }}
	hall.Exits = map[string]*Room{"down": cellar, "north": garden}
	cellar.Exits = map[string]*Room{"up": hall}
	garden.Exits = map[string]*Room{"south": hall}
	return hall
}

func NewGame() *Game {
	g := &Game{at: world()}
	g.verbs = map[string]func(string) string{
		"go": g.walk, "take": g.take, "drop": g.drop,
		"look": func(string) string { return fmt.Sprint(g.at.Name, " ", g.at.Items) },
		"bag":  func(string) string { return fmt.Sprintf("%d items %q", len(g.bag), g.bag) },
	}
	return g
}

func (g *Game) walk(dir string) string {
	next, ok := g.at.Exits[dir]
	if !ok {
		return "no way " + dir
	}
	if next.Enter != nil && !next.Enter(g) {
		return "too dark"
	}
	g.at = next
	return "you are in the " + next.Name
}

func (g *Game) take(item string) string {
	i := slices.Index(g.at.Items, item)
	if i < 0 {
		return "no " + item + " here"
	}
	g.at.Items = slices.Delete(g.at.Items, i, i+1)
	g.bag = append(g.bag, item)
	return "taken"
}

func (g *Game) drop(item string) (answer string) {
	answer = "you have none"
	g.bag = slices.DeleteFunc(g.bag, func(s string) bool {
		if s == item {
			g.at.Items = append(g.at.Items, s)
			answer = "dropped"
			return true
		}
		return false
	})
	return
}

func (g *Game) Do(line string) string {
	g.moves++
	verb, arg, _ := strings.Cut(strings.TrimSpace(line), " ")
	do, ok := g.verbs[verb]
	if !ok {
		return fmt.Sprintf("what is %q?", verb)
	}
	return do(arg)
}

func main() {
	g := NewGame()
	in := bufio.NewScanner(strings.NewReader(`look
go down
take lamp
go down
dance wildly
take gold
take sword
drop lamp
bag
go up
go down
go north
look`))
	for in.Scan() && !g.over {
		fmt.Printf("> %s\n%s\n", in.Text(), g.Do(in.Text()))
	}
	fmt.Println("over", g.over, "moves", g.moves)
}
