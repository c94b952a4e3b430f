package main

import (
	"fmt"
	"strings"
)

type Level uint8

const (
	Debug Level = iota + 1
	Info
	_
	Error
	maxLevel = iota
)

type Flag uint16

const (
	Bold Flag = 1 << iota
	Italic
	Underline
	numFlags = iota
)

var flagNames = [numFlags]string{"bold", "italic", "underline"}

func (l Level) String() string {
	names := map[Level]string{Debug: "DEBUG", Info: "INFO", Error: "ERROR"}
	if s, ok := names[l]; ok {
		return s
	}
	return fmt.Sprintf("Level(%d)", l)
}

func (l *Level) UnmarshalText(text []byte) error {
	for i := Debug; i <= Error; i++ {
		if strings.EqualFold(i.String(), string(text)) {
			*l = i
			return nil
		}
	}
	return fmt.Errorf("unknown level %q", text)
}

func (f Flag) String() string {
	var on []string
	for i := range numFlags {
		if f&(1<<i) != 0 {
			on = append(on, flagNames[i])
		}
	}
	if rest := f >> numFlags << numFlags; rest != 0 {
		on = append(on, fmt.Sprintf("%#x", uint16(rest)))
	}
	if on == nil {
		return "plain"
	}
	return strings.Join(on, "|")
}

const (
	a, b = iota, iota * 10
	c, d
	e, f
)

type weekday int

const (
	sunday weekday = iota
	monday
	tuesday
)

func (w weekday) next() weekday { return (w + 1) % 3 }
func (w weekday) weekend() bool { return w == sunday }

const typed int64 = 1 << 40

func main() {
	fmt.Println(Debug, Info, Error, Level(3), maxLevel)
	var l Level
	for _, s := range []string{"info", "ERROR", "loud"} {
		err := l.UnmarshalText([]byte(s))
		fmt.Println(l, uint8(l), err)
	}
	style := Bold | Underline
	fmt.Println(style, style&^Bold, style^Italic, Flag(0), Flag(9), numFlags)
	fmt.Printf("%d %v %s %03b %T\n", style, style, style, style, style)
	fmt.Println(a, b, c, d, e, f)
	for w, i := monday, 0; i < 3; w, i = w.next(), i+1 {
		fmt.Print(w, w.weekend(), " ")
	}
	fmt.Println(tuesday.next() == sunday, typed>>38, len(flagNames))
	counts := map[Level]int{Info: 1}
	counts[Error]++
	counts[Info] += 2
	fmt.Println(counts, [...]string{Error: "e", Debug: "d"}[1], len([...]int{Error: 1}))
}
