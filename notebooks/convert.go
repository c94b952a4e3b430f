package notebooks

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/msrepl/msrepl/internal/atomicfile"
)

// converter holds the flags of `msrepl convert`.
type converter struct {
	outputs, update bool
	out             string
	stdout          io.Writer
}

// ConvertCommand implements `msrepl convert`: it writes a notebook as a script of cells, or a script as a notebook,
// to standard output or to the file named by -o. It returns the exit status: 0, or 2 if a file cannot be read or
// written.
func ConvertCommand(args []string, stdout, stderr io.Writer) int {
	c := converter{stdout: stdout}
	fs := newFlagSet("convert", "[--outputs] [--update] FILE [-o FILE]",
		"convert a notebook to a script of cells that begin with // %%, or a script to a notebook", stderr)
	fs.BoolVar(&c.outputs, "outputs", false, "also write outputs and execution counts to the script")
	fs.BoolVar(
		&c.update, "update", false, "for a notebook: keep the outputs of cells whose code is already in the -o file",
	)
	fs.StringVar(&c.out, "o", "", "write to this `file` instead of standard output")
	names, status := parseInterspersed(fs, args)
	if names == nil {
		return status
	}
	if len(names) > 1 {
		fs.Usage()
		return exitTrouble
	}
	if err := c.convert(names[0]); err != nil {
		fmt.Fprintf(stderr, "msrepl convert: %v\n", err)
		return exitTrouble
	}
	return 0
}

func (c *converter) convert(name string) error {
	toScript := filepath.Ext(name) == ".ipynb"
	if err := checkOut(name, c.out, toScript); err != nil {
		return err
	}
	if toScript {
		if c.update {
			return errors.New("--update applies only when a script is converted to a notebook")
		}
		nb, err := ReadFile(name)
		if err != nil {
			return err
		}
		script, err := nb.Script(c.outputs)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return c.write([]byte(script))
	}
	nb, err := readCells(name)
	if err != nil {
		return err
	}
	if c.update {
		if err := c.keepOutputs(nb); err != nil {
			return err
		}
	}
	return c.write(nb.Encode())
}

// readCells reads a notebook or, if the file name does not end in .ipynb, a script of cells.
func readCells(name string) (*Notebook, error) {
	if filepath.Ext(name) == ".ipynb" {
		return ReadFile(name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	nb, err := DecodeScript(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return nb, nil
}

// keepOutputs copies the outputs of the notebook that is being replaced.
func (c *converter) keepOutputs(nb *Notebook) error {
	if c.out == "" {
		return errors.New("--update needs -o with the notebook to update")
	}
	old, err := ReadFile(c.out)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	nb.TakeOutputs(old)
	return nil
}

// TakeOutputs copies outputs and execution counts from old to code cells without outputs that have the same code. If
// several cells of old match, it takes the one with the same ID, or else the first; each is used once.
func (n *Notebook) TakeOutputs(old *Notebook) {
	left := old.CodeCells()
	take := func(c *Cell, fits func(*Cell) bool) {
		for i, o := range left {
			if o != nil && o.Source == c.Source && fits(o) && c.ExecutionCount == nil && len(c.Outputs) == 0 {
				c.Outputs, c.ExecutionCount, left[i] = o.Outputs, o.ExecutionCount, nil
			}
		}
	}
	for _, c := range n.CodeCells() {
		take(c, func(o *Cell) bool { return o.ID == c.ID })
	}
	for _, c := range n.CodeCells() {
		take(c, func(*Cell) bool { return true })
	}
}

func (c *converter) write(text []byte) error {
	if c.out == "" {
		_, err := c.stdout.Write(text)
		return err
	}
	return atomicfile.WriteText(c.out, text)
}
