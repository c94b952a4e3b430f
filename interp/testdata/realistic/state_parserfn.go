package main

import "fmt"

type scanner struct {
	input []byte
	pos   int
	key   []byte
	out   map[string]string
	err   error
}

type step struct {
	name string
	run  func(s *scanner) *step
}

var inKey, inValue, inQuote *step

func init() {
	inKey = &step{name: "key"}
	inValue = &step{name: "value"}
	inQuote = &step{name: "quote"}
	inKey.run = func(s *scanner) *step {
		switch c := s.peek(); {
		case c == 0:
			return nil
		case c == '=':
			s.pos++
			return inValue
		case c == ' ' && len(s.key) == 0:
			s.pos++
			return inKey
		default:
			s.key = append(s.key, c)
			s.pos++
			return inKey
		}
	}
	inValue.run = func(s *scanner) *step {
		if s.peek() == '"' {
			s.pos++
			return inQuote
		}
		start := s.pos
		for s.peek() != ' ' && s.peek() != 0 {
			s.pos++
		}
		return s.done(string(s.input[start:s.pos]))
	}
	inQuote.run = func(s *scanner) *step {
		start := s.pos
		for {
			switch s.peek() {
			case 0:
				s.err = fmt.Errorf("quote opened at %d never closes", start-1)
				return nil
			case '"':
				text := string(s.input[start:s.pos])
				s.pos++
				return s.done(text)
			}
			s.pos++
		}
	}
}

func (s *scanner) peek() byte {
	if s.pos >= len(s.input) {
		return 0
	}
	return s.input[s.pos]
}

func (s *scanner) done(value string) *step {
	s.out[string(s.key)] = value
	s.key = nil
	return inKey
}

func parse(text string) (map[string]string, int, error) {
	s := &scanner{input: []byte(text), out: map[string]string{}}
	n := 0
	for st := inKey; st != nil; st = st.run(s) {
		n++
	}
	if s.err == nil && len(s.key) > 0 {
		s.err = fmt.Errorf("key %q has no value", s.key)
	}
	return s.out, n, s.err
}

func main() {
	for _, text := range []string{`a=1 b="two words" c=`, `x="open`, `  lonely`, ``, `k=v=w`} {
		m, n, err := parse(text)
		fmt.Println(len(m), m, n, err)
	}
}
