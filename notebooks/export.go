package notebooks

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/msrepl/msrepl/interp"
)

// ExportCommand implements `msrepl export`: it prints the code cells of a notebook, or of a script, as one plain Go
// program, or writes it to the file named by -o. It omits cells that must fail or must not run (tags raises-exception
// and nbval-skip). It returns the exit status: 0, or 2 if the file cannot be read or is not valid Go.
func ExportCommand(args []string, stdout, stderr io.Writer) int {
	fs := newFlagSet("export", "FILE [-o FILE]",
		"print the code of a notebook or a script of cells as a plain Go program that go build compiles", stderr)
	out := fs.String("o", "", "write the program to this `file` instead of standard output")
	names, status := parseInterspersed(fs, args)
	if names == nil {
		return status
	}
	if len(names) > 1 {
		fs.Usage()
		return exitTrouble
	}
	if err := export(names[0], *out, stdout); err != nil {
		fmt.Fprintf(stderr, "msrepl export: %v\n", err)
		return exitTrouble
	}
	return 0
}

// export leaves the output file unchanged if the cells cannot be exported.
func export(name, out string, stdout io.Writer) error {
	if err := checkOut(name, out, true); err != nil {
		return err
	}
	nb, err := readCells(name)
	if err != nil {
		return err
	}
	var program bytes.Buffer
	if err := interp.Export(exportedCells(nb), &program); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if out == "" {
		_, err = stdout.Write(program.Bytes())
		return err
	}
	return os.WriteFile(out, program.Bytes(), 0o644)
}

// exportedCells returns the code of the cells that belong in a program. A cell that must fail would end it, so its
// code is omitted, but it still counts in the numbering of cells.
func exportedCells(nb *Notebook) []string {
	var cells []string
	for _, c := range nb.CodeCells() {
		switch {
		case c.HasTag(TagSkip) || strings.TrimSpace(c.Source) == "":
		case c.HasTag(TagRaises):
			cells = append(cells, "")
		default:
			cells = append(cells, c.Source)
		}
	}
	return cells
}
