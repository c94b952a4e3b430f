package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

type Op byte

const (
	Push Op = iota + 'a'
	Add
	Sub
	Mul
	Div
	Jmp
	Jz
	Call
	Ret
	Print
	Halt
	_last
)

var names = [...]string{Push - 'a': "push", Add - 'a': "add", Sub - 'a': "sub", Mul - 'a': "mul", Div - 'a': "div", Jmp - 'a': "jmp", Jz - 'a': "jz", Call - 'a': "call", Ret - 'a': "ret", Print - 'a': "print", Halt - 'a': "halt"}

func (o Op) String() string {
	if o < 'a' || o >= _last {
		return "op(" + strconv.Itoa(int(o)) + ")"
	}
	return names[o-'a']
}

type Instr struct {
	Op
	Arg int32
}

type Trap struct {
	PC   int
	Why  error
	Last Instr
}

func (t Trap) Error() string {
	return fmt.Sprintf("trap at %d (%v %d): %v", t.PC, t.Last, t.Last.Arg, t.Why)
}
func (t Trap) Unwrap() error { return t.Why }

var (
	errUnderflow = errors.New("stack underflow")
	errSteps     = errors.New("too many steps")
)

type VM struct {
	code  []Instr
	stack []int64
	calls []int
	out   *strings.Builder
	table [256]func(*VM, int32) (jump int, err error)
}

func binary(f func(a, b int64) int64) func(*VM, int32) (int, error) {
	return func(vm *VM, _ int32) (int, error) {
		b, a := vm.pop(), vm.pop()
		vm.stack = append(vm.stack, f(a, b))
		return -1, nil
	}
}

func (vm *VM) pop() (v int64) {
	if len(vm.stack) == 0 {
		panic(errUnderflow)
	}
	v, vm.stack = vm.stack[len(vm.stack)-1], vm.stack[:len(vm.stack)-1]
	return v
}

func NewVM(code ...Instr) *VM {
	vm := &VM{code: code, out: &strings.Builder{}}
	vm.table = [256]func(*VM, int32) (int, error){
		Push: func(vm *VM, n int32) (int, error) { vm.stack = append(vm.stack, int64(n)); return -1, nil },
		Add:  binary(func(a, b int64) int64 { return a + b }),
		Sub:  binary(func(a, b int64) int64 { return a - b }),
		Mul:  binary(func(a, b int64) int64 { return a * b }),
		Div:  binary(func(a, b int64) int64 { return a / b }),
		Jmp:  func(_ *VM, n int32) (int, error) { return int(n), nil },
		Jz: func(vm *VM, n int32) (int, error) {
			if vm.pop() == 0 {
				return int(n), nil
			}
			return -1, nil
		},
		Print: (*VM).print,
	}
	return vm
}

func (vm *VM) print(n int32) (int, error) {
	_, err := fmt.Fprintf(vm.out, "%[2]*[1]d|", vm.pop(), n)
	return -1, err
}

func (vm *VM) Run(limit int) (steps int, err error) {
	pc := 0
	defer func() {
		switch v := recover().(type) {
		case nil:
		case error:
			err = Trap{pc, v, vm.code[min(pc, len(vm.code)-1)]}
		default:
			panic(v)
		}
	}()
	for ; ; steps++ {
		if steps >= limit {
			return steps, Trap{pc, errSteps, vm.code[pc]}
		}
		in := vm.code[pc]
		switch in.Op {
		case Halt:
			return
		case Call:
			vm.calls = append(vm.calls, pc+1)
			pc = int(in.Arg)
			continue
		case Ret:
			pc, vm.calls = vm.calls[len(vm.calls)-1], vm.calls[:len(vm.calls)-1]
			continue
		}
		f := vm.table[in.Op]
		jump, err := f(vm, in.Arg)
		if err != nil {
			return steps, err
		}
		if pc++; jump >= 0 {
			pc = jump
		}
	}
}

func main() {
	i := func(o Op, arg ...int32) Instr { return Instr{o, append(arg, 0)[0]} }
	progs := [][]Instr{
		{i(Push, 6), i(Push, 7), i(Mul), i(Print, 5), i(Halt)},
		{i(Push, 1), i(Push, 0), i(Div), i(Halt)},
		{i(Add)},
		{i(Jmp, 0)},
		{i(Call, 3), i(Print, 2), i(Halt), i(Push, 9), i(Ret)},
		{i(Ret)},
		{i(Op(3))},
		{i(Push, 1), i(Jz, 3), i(Jmp, 99)},
	}
	for n, p := range progs {
		vm := NewVM(p...)
		steps, err := vm.Run(50)
		var t Trap
		fmt.Printf("%d: %d %q %v", n, steps, vm.out, err)
		if errors.As(err, &t) {
			fmt.Printf(" [%v %T]", t.Last, t.Why)
		}
		fmt.Println(errors.Is(err, errSteps), errors.Is(err, errUnderflow))
	}
	fmt.Fprintf(os.Stdout, "%v %d %s %x %+v\n", Op(200), Add, Mul, Instr{Sub, 1}, Instr{Div, 2})
}
