//go:build !unix

package app

import "os"

// input is the standard input of cells at a terminal.
type input struct{ *os.File }

func newInput(terminal *os.File, _ *screen) *input { return &input{terminal} }

func (*input) interrupt() {}

// suspend does nothing, as no shell could continue the program.
func suspend() {}
