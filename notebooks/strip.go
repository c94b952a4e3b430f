package notebooks

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// TagKeep is the tag of cells whose outputs Strip keeps, the same as that of nbstripout.
const TagKeep = "keep_output"

// passing lists the metadata that front ends write about running and showing cells, which are not part of the
// document.
var passing = []string{"collapsed", "scrolled", "ExecuteTime", "execution"}

// Strip removes what running the notebook adds: outputs, execution counts, the times and states of output that front
// ends keep in the metadata of cells, and the state of widgets. Cells with the tag keep_output keep theirs.
func (n *Notebook) Strip() {
	delete(n.Metadata, "widgets")
	for _, c := range n.Cells {
		if c.Type != "code" || c.HasTag(TagKeep) {
			continue
		}
		c.Outputs, c.ExecutionCount = nil, nil
		for _, key := range passing {
			delete(c.Metadata, key)
		}
	}
}

// StripCommand implements `msrepl strip`: it removes outputs from notebooks, in place, or from standard input to
// standard output if the name is -. It returns the exit status: 0; 1 if --check found something to remove; 2 if a
// notebook cannot be read.
func StripCommand(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	fs := newFlagSet("strip", "[--check] NOTEBOOK... | -",
		"remove outputs and execution counts from notebooks, in place; - filters standard input to standard output", stderr)
	check := fs.Bool("check", false, "change nothing; list the notebooks that have outputs, and fail if there are any")
	names, status := parseInterspersed(fs, args)
	if names == nil {
		return status
	}
	worst := 0
	for _, name := range names {
		stripped, err := strip(name, *check, stdin, stdout)
		if err != nil {
			fmt.Fprintf(stderr, "msrepl strip: %v\n", err)
			worst = exitTrouble
		} else if stripped && *check {
			worst = max(worst, exitDiffers)
		}
	}
	return worst
}

// strip strips one notebook and reports whether there was something to remove.
func strip(name string, check bool, stdin io.Reader, stdout io.Writer) (found bool, err error) {
	before, nb, err := readNamed(name, stdin)
	if name == "-" && err != nil && len(before) == 0 {
		return false, nil // an empty file, passed by git's filter
	}
	if err != nil {
		return false, err
	}
	full := nb.Encode()
	nb.Strip()
	after := nb.Encode()
	if found = !bytes.Equal(full, after); !found {
		after = before // keep the layout
	}
	switch {
	case check && found:
		fmt.Fprintf(stdout, "%s has outputs\n", name)
	case check:
	case name == "-":
		_, err = stdout.Write(after)
	case found:
		fmt.Fprintf(stdout, "stripped %s\n", name)
		err = nb.WriteFile(name)
	}
	return found, err
}

// readNamed reads the notebook in a file, or from standard input for the name -. It returns the text even if that is
// not a notebook.
func readNamed(name string, stdin io.Reader) (text []byte, nb *Notebook, err error) {
	if name == "-" {
		text, err = io.ReadAll(stdin)
		name = "standard input"
	} else {
		text, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, nil, err
	}
	if nb, err = Decode(text); err != nil {
		return text, nil, fmt.Errorf("%s: %w", name, err)
	}
	return text, nb, nil
}
