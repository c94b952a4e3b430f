package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
)

type Code int

const (
	NotFound Code = 404 + iota
	Gone
)

func (c Code) Error() string { return "code " + strconv.Itoa(int(c)) }
func (c Code) Unwrap() error {
	if c == Gone {
		return fs.ErrNotExist
	}
	return nil
}

type Multi []error

func (m Multi) Error() string   { return fmt.Sprintf("%d errors", len(m)) }
func (m Multi) Unwrap() []error { return m }

type Op[T any] struct {
	Arg T
	Err error
}

func (o *Op[T]) Error() string { return fmt.Sprintf("op %v: %v", o.Arg, o.Err) }
func (o *Op[T]) Unwrap() error { return o.Err }
func (o *Op[T]) As(target any) bool {
	if p, ok := target.(*Code); ok && o.Err == nil {
		*p = 1
		return true
	}
	return false
}

type empty struct{}

func (empty) Error() string { return "empty" }

type uncomparable struct{ s []int }

func (u uncomparable) Error() string { return fmt.Sprint("unc ", u.s) }

func mayFail(n int) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			err = fmt.Errorf("recovered %w and %w", r, Code(n))
		case fmt.Stringer:
			err = errors.New("stringer " + r.String())
		default:
			err = fmt.Errorf("other %v (%[1]T)", r)
		}
	}()
	switch n {
	case 0:
		return nil
	case 1:
		panic(NotFound)
	case 2:
		var p *Op[int]
		p.Err = nil
	case 3:
		panic(struct{ a, b int }{1, 2})
	case 4:
		var a []int
		_ = a[n:]
	case 5:
		_ = any("x").(int)
	case 6:
		_ = any(nil).(fmt.Stringer)
	case 7:
		_ = any(Code(1)).(fmt.Stringer)
	case 8:
		m := map[any]int{}
		m[[]int{1}] = 2
	case 9:
		var e1, e2 error = uncomparable{}, uncomparable{}
		fmt.Println(e1 == e2)
	case 10:
		ch := make(chan int)
		close(ch)
		close(ch)
	default:
		return mayFailLater(n)
	}
	return errors.ErrUnsupported
}

func mayFailLater(n int) error {
	switch n {
	case 11:
		_ = make([]int, n-100)
	case 12:
		_ = [4]int([]int{1, 2, 3})
	case 13:
		x := 0
		fmt.Println(n / x)
	case 14:
		s := -n
		fmt.Println(1 << s)
	case 15:
		var e error
		_ = e.Error()
	case 16:
		s := "abc"
		_ = s[n]
	case 17:
		a := []int{1, 2, 3}
		i, j := 3, 2
		_ = a[i:j]
	case 18:
		a := make([]int, 2, 4)
		k := 9
		_ = a[1:2:k]
	case 19:
		panic(fmt.Errorf("x: %w", io.EOF))
	case 20:
		var f func(int) error
		return f(1)
	case 21:
		var a any = empty{}
		_ = a.(*Code)
	}
	return errors.ErrUnsupported
}

func main() {
	for i := range 23 {
		err := mayFail(i)
		var c Code
		fmt.Println(i, err, errors.As(err, &c), c)
	}
	j := errors.Join(nil, &Op[string]{"a", Gone}, Multi{io.EOF, &Op[float64]{1.5, os.ErrPermission}}, nil)
	fmt.Printf("%q\n", j.Error())
	fmt.Println(errors.Is(j, fs.ErrNotExist), errors.Is(j, io.EOF), errors.Is(j, fs.ErrPermission), errors.Is(j,
		Code(404)))
	var o *Op[float64]
	fmt.Println(errors.As(j, &o), o, errors.Unwrap(j), errors.Is(empty{}, empty{}), errors.Is(uncomparable{},
		uncomparable{}))
	var c Code
	fmt.Println(errors.As(&Op[bool]{}, &c), int(c))
	var m Multi
	fmt.Println(errors.As(j, &m), len(m))
	fmt.Printf("%v|%+v|%#v|%T\n", j, m, Code(3), j)
	_, err := strconv.Atoi("12x")
	var ne *strconv.NumError
	fmt.Println(errors.As(err, &ne), ne.Func, ne.Num, ne.Err == strconv.ErrSyntax)
	_, err = os.Open("/nonexistent/file")
	var pe *fs.PathError
	fmt.Println(errors.As(err, &pe), pe.Op, pe.Path, errors.Is(err, os.ErrNotExist), err)
	fmt.Println(fmt.Errorf("%w", nil), fmt.Errorf("%d %w", 1, "x"))
	if e, ok := errors.AsType[*Op[string]](j); ok {
		fmt.Println(e.Arg)
	}
	func() {
		defer func() { fmt.Println(recover()) }()
		errors.As(j, nil)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var s fmt.Stringer
		fmt.Println(errors.As(j, &s), errors.As(j, s))
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var i int
		errors.As(j, &i)
	}()
}
