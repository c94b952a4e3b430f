package main

import "context"
import "errors"
import "fmt"
import "io"
import "io/fs"

type NotFound struct {
	Name string
	Code int
}

func (e *NotFound) Error() string        { return fmt.Sprintf("%s: %d", e.Name, e.Code) }
func (e *NotFound) Is(target error) bool { return target == fs.ErrNotExist }
func (e *NotFound) Unwrap() []error      { return []error{io.EOF, context.Canceled} }

type temporary interface {
	error
	Temporary() bool
}
type timeout struct{ error }

func (timeout) Temporary() bool { return true }

func main() {
	err := fmt.Errorf("get: %w", &NotFound{"k", 404})
	var nf *NotFound
	fmt.Println(errors.As(err, &nf), nf.Code, errors.Is(err, fs.ErrNotExist), errors.Is(err, io.EOF), errors.Is(err, context.Canceled), errors.Is(err, io.ErrNoProgress))
	var tmp temporary
	fmt.Println(errors.As(errors.Join(err, timeout{err}), &tmp), tmp.Temporary(), tmp)
}
