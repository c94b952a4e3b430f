package main

import "fmt"

type machine struct {
	tape [64]byte
	ptr  int
	out  []byte
}

func jumps(prog string) (map[int]int, error) {
	to := map[int]int{}
	var open []int
	for i, c := range prog {
		switch c {
		case '[':
			open = append(open, i)
		case ']':
			if len(open) == 0 {
				return nil, fmt.Errorf("unmatched ] at %d", i)
			}
			j := open[len(open)-1]
			open = open[:len(open)-1]
			to[i], to[j] = j, i
		}
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("unmatched [ at %d", open[0])
	}
	return to, nil
}

func (m *machine) run(prog string) error {
	to, err := jumps(prog)
	if err != nil {
		return err
	}
	for pc := 0; pc < len(prog); pc++ {
		switch prog[pc] {
		case '>':
			m.ptr++
		case '<':
			m.ptr--
		case '+':
			m.tape[m.ptr]++
		case '-':
			m.tape[m.ptr]--
		case '.':
			m.out = append(m.out, m.tape[m.ptr])
		case '[':
			if m.tape[m.ptr] == 0 {
				pc = to[pc]
			}
		case ']':
			if m.tape[m.ptr] != 0 {
				pc = to[pc]
			}
		}
	}
	return nil
}

func safely(prog string) (out string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("crashed: %v", r)
		}
	}()
	m := new(machine)
	err = m.run(prog)
	return string(m.out), err
}

func main() {
	for _, p := range []string{
		"++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.",
		"+++[>+++++[>++++<-]<-]>>+++++.+.",
		"[",
		"+]",
		"<+",
		"-.",
	} {
		out, err := safely(p)
		fmt.Printf("%q %v\n", out, err)
	}
}
