package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type Op byte

const (
	Push Op = iota
	Add
	Sub
	Mul
	Div
	Dup
	Swap
	Jmp
	Jz
	Print
	Halt
)

var opNames = map[string]Op{"push": Push, "add": Add, "sub": Sub, "mul": Mul, "div": Div, "dup": Dup, "swap": Swap, "jmp": Jmp, "jz": Jz, "print": Print, "halt": Halt}

type Instr struct {
	Op  Op
	Arg int
}

var (
	ErrUnderflow = errors.New("stack underflow")
	ErrSteps     = errors.New("too many steps")
)

type VM struct {
	code  []Instr
	stack []int
	pc    int
	out   strings.Builder
}

func assemble(src string) (code []Instr, err error) {
	labels := map[string]int{}
	var lines [][]string
	for _, line := range strings.Split(src, ";") {
		f := strings.Fields(line)
		for len(f) > 0 && strings.HasSuffix(f[0], ":") {
			labels[strings.TrimSuffix(f[0], ":")] = len(lines)
			f = f[1:]
		}
		if len(f) > 0 {
			lines = append(lines, f)
		}
	}
	for i, f := range lines {
		op, ok := opNames[f[0]]
		if !ok {
			return nil, fmt.Errorf("line %d: unknown instruction %q", i, f[0])
		}
		in := Instr{Op: op}
		if len(f) > 1 {
			if at, ok := labels[f[1]]; ok {
				in.Arg = at
			} else if in.Arg, err = strconv.Atoi(f[1]); err != nil {
				return nil, fmt.Errorf("line %d: %w", i, err)
			}
		}
		code = append(code, in)
	}
	return code, nil
}

func (vm *VM) pop() int {
	if len(vm.stack) == 0 {
		panic(ErrUnderflow)
	}
	v := vm.stack[len(vm.stack)-1]
	vm.stack = vm.stack[:len(vm.stack)-1]
	return v
}

func (vm *VM) push(v int) { vm.stack = append(vm.stack, v) }

func (vm *VM) Run() (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			err = fmt.Errorf("at %d: %w", vm.pc-1, r)
		default:
			panic(r)
		}
	}()
	for steps := 0; vm.pc < len(vm.code); steps++ {
		if steps > 1000 {
			return ErrSteps
		}
		in := vm.code[vm.pc]
		vm.pc++
		switch in.Op {
		case Push:
			vm.push(in.Arg)
		case Add, Sub, Mul, Div:
			b, a := vm.pop(), vm.pop()
			vm.push(map[Op]func() int{
				Add: func() int { return a + b },
				Sub: func() int { return a - b },
				Mul: func() int { return a * b },
				Div: func() int { return a / b },
			}[in.Op]())
		case Dup:
			v := vm.pop()
			vm.push(v)
			vm.push(v)
		case Swap:
			b, a := vm.pop(), vm.pop()
			vm.push(b)
			vm.push(a)
		case Jmp:
			vm.pc = in.Arg
		case Jz:
			if vm.pop() == 0 {
				vm.pc = in.Arg
			}
		case Print:
			fmt.Fprint(&vm.out, vm.pop(), " ")
		case Halt:
			return nil
		}
	}
	return nil
}

func main() {
	for _, src := range []string{
		"push 2; push 3; add; push 4; mul; print",
		"push 5; loop: dup; print; push 1; sub; dup; jz end; jmp loop; end: halt",
		"push 1; push 0; div; print",
		"push 1; add",
		"l: jmp l",
		"push x",
		"nop",
	} {
		code, err := assemble(src)
		if err != nil {
			fmt.Println("assemble:", err)
			continue
		}
		vm := &VM{code: code}
		err = vm.Run()
		fmt.Printf("%q %v %v\n", vm.out.String(), err, errors.Is(err, ErrUnderflow))
	}
}
