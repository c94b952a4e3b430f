package main

import "fmt"
import "reflect"
import "strings"

type animal struct{ name string }

func (a animal) Name() string  { return a.name }
func (a animal) Sound() string { return "..." }

type dog struct {
	animal
	tricks []string
}
type puppy struct {
	*dog
	age int
}
type speaker interface {
	Name() string
	Sound() string
}

func describe(s speaker) string { return s.Name() + " says " + s.Sound() }
func (d dog) Sound() string     { return "woof" }
func (p puppy) Sound() string   { return strings.ToLower(p.dog.Sound()) + "?" }
func (p *puppy) Grow()          { p.age++ }

func main() {
	d := dog{animal{"rex"}, []string{"sit"}}
	p := puppy{&d, 1}
	f, g := d.Sound, speaker.Sound
	p.Grow()
	p.tricks = append(p.tricks, "roll")
	fmt.Println(describe(d), describe(p), describe(&p), f(), g(p), p.age, d.tricks, puppy.Name(p), (*puppy).Sound(&p))
	fmt.Printf("%v %+v %T\n", d, d, p)
	for _, s := range []speaker{d.animal, d, &d, p} {
		switch s := s.(type) {
		case puppy:
			fmt.Print("puppy ", s.age, " ")
		case *dog:
			fmt.Print("*dog ")
		case interface{ Grow() }:
			fmt.Print("grows ")
		default:
			fmt.Printf("%T ", s)
		}
	}
	fmt.Println(reflect.TypeOf(p).NumMethod(), reflect.TypeOf(&p).NumMethod())
}
