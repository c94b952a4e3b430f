package notebooks

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/msrepl/msrepl/internal/atomicfile"
)

// outcome is the result of replaying a notebook, as --json prints it.
type outcome struct {
	Notebook string        `json:"notebook"`
	Status   int           `json:"status"` // as the exit status: 0, 1 for differences, 2 for trouble
	Error    string        `json:"error,omitempty"`
	Seconds  float64       `json:"seconds"`
	Cells    []cellOutcome `json:"cells"`
	Text     string        `json:"text"` // what is printed without --json
}

// cellOutcome is what replaying a code cell came to.
type cellOutcome struct {
	Number  int     `json:"number"` // 1 for the first code cell
	ID      string  `json:"id,omitempty"`
	Line    int     `json:"line"` // in the file, where the cell begins
	Source  string  `json:"source"`
	Verdict string  `json:"verdict"` // same, different, ignored or skipped
	Seconds float64 `json:"seconds"`
	Message string  `json:"message,omitempty"` // why it differs
}

// enter adds a report; lines are the line numbers of all cells of the file.
func (o *outcome) enter(rep *Report, lines []int) {
	o.Seconds, o.Cells = rep.Took.Seconds(), []cellOutcome{}
	for i := range rep.Cells {
		cr := &rep.Cells[i]
		var why strings.Builder
		cr.writeDiff(&why, o.Notebook)
		c := cellOutcome{
			Number: cr.Number, ID: cr.Cell.ID, Source: cr.Cell.Source, Verdict: cr.Verdict.String(),
			Seconds: cr.Took.Seconds(), Message: strings.TrimSuffix(why.String(), "\n"),
		}
		if cr.Number <= len(lines) {
			c.Line = lines[cr.Number-1]
		}
		o.Cells = append(o.Cells, c)
	}
}

// print prints the outcome as text, and also for GitHub if github is set.
func (o *outcome) print(stdout, stderr io.Writer, github bool) {
	io.WriteString(stdout, o.Text)
	if o.Error != "" {
		fmt.Fprintf(stderr, "msrepl replay: %s\n", o.Error)
	}
	if !github {
		return
	}
	for _, c := range o.Cells {
		if c.Verdict == Differs.String() {
			annotate(stdout, o.Notebook, c.Line, fmt.Sprintf("cell %d differs", c.Number), c.Message)
		}
	}
	if o.Error != "" {
		annotate(stdout, o.Notebook, 1, "replay failed", o.Error)
	}
}

// annotate prints a workflow command, which GitHub's runner extracts from the log and shows beside the file.
func annotate(w io.Writer, file string, line int, title, message string) {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	file, title, message = property.Replace(file), property.Replace(title), data.Replace(message)
	fmt.Fprintf(w, "::error file=%s,line=%d,title=%s::%s\n", file, line, title, message)
}

// report writes the further formats that the flags request.
func (r *replayer) report(all []*outcome, stdout io.Writer) error {
	if r.junit != "" {
		if err := atomicfile.Write(r.junit, func(w io.Writer) error { return writeJUnit(w, all) }); err != nil {
			return err
		}
	}
	if !r.json {
		return nil
	}
	e := json.NewEncoder(stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(all)
}

// The elements of JUnit's XML that CI systems read.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Seconds  string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Seconds string        `xml:"time,attr"`
		Failure *junitMessage `xml:"failure"`
		Error   *junitMessage `xml:"error"`
		Skipped *struct{}     `xml:"skipped"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes a suite per notebook and a case per code cell. A notebook that could not be replayed completely
// has one more case.
func writeJUnit(w io.Writer, all []*outcome) error {
	var suites junitSuites
	for _, o := range all {
		s := junitSuite{Name: o.Notebook, Seconds: fmt.Sprintf("%.3f", o.Seconds)}
		for _, c := range o.Cells {
			first, _, _ := strings.Cut(strings.TrimSpace(c.Source), "\n")
			name := fmt.Sprintf("cell %d: %s", c.Number, first)
			k := junitCase{Class: o.Notebook, Name: name, Seconds: fmt.Sprintf("%.3f", c.Seconds)}
			switch c.Verdict {
			case Differs.String():
				s.Failures++
				k.Failure = &junitMessage{fmt.Sprintf("cell %d differs", c.Number), c.Message}
			case Skipped.String():
				s.Skipped++
				k.Skipped = &struct{}{}
			}
			s.Cases = append(s.Cases, k)
		}
		if o.Error != "" {
			s.Errors++
			k := junitCase{Class: o.Notebook, Name: "replay", Seconds: "0.000"}
			k.Error = &junitMessage{"replay failed", o.Error}
			s.Cases = append(s.Cases, k)
		}
		s.Tests = len(s.Cases)
		suites.Suites = append(suites.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(suites); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// inOrder calls do for each name, up to atOnce concurrently, and done with the results in order of names.
func inOrder[T any](names []string, atOnce int, do func(string) T, done func(T)) []T {
	results, free := make([]chan T, len(names)), make(chan struct{}, atOnce)
	for i := range names {
		results[i] = make(chan T, 1)
	}
	go func() {
		for i, name := range names {
			free <- struct{}{}
			go func() {
				results[i] <- do(name)
				<-free
			}()
		}
	}()
	var all []T
	for _, r := range results {
		v := <-r
		done(v)
		all = append(all, v)
	}
	return all
}

// replayElsewhere replays one notebook in a separate process, because a session works in the folder of its notebook.
func (r *replayer) replayElsewhere(ctx context.Context, name string) *outcome {
	trouble := func(err error) *outcome {
		return &outcome{Notebook: name, Status: exitTrouble, Error: fmt.Sprintf("%s: %v", name, err)}
	}
	self, err := os.Executable()
	if err != nil {
		return trouble(err)
	}
	args := []string{"replay", "--json", "--timeout", r.timeout.String(), "--python", r.python}
	flags := map[string]bool{
		"--update": r.update, "--kernel": r.kernel, "-v": r.verbose, "--keep-going": r.keepGoing,
	}
	for flag, on := range flags {
		if on {
			args = append(args, flag)
		}
	}
	cmd := exec.CommandContext(ctx, self, append(args, "--", name)...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 2 * stopGrace
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var all []*outcome
	if json.Unmarshal(out, &all) != nil || len(all) != 1 {
		return trouble(fmt.Errorf("%v\n%s", err, stderr.Bytes()))
	}
	return all[0]
}

// cellLines returns the lines, from 1, in which the code cells of a notebook begin.
func cellLines(text []byte) []int {
	dec := json.NewDecoder(bytes.NewReader(text))
	if _, err := dec.Token(); err != nil {
		return nil
	}
	var lines []int
	for dec.More() {
		key, err := dec.Token()
		if err != nil || key != "cells" {
			if err := dec.Decode(new(json.RawMessage)); err != nil {
				return lines
			}
			continue
		}
		if _, err := dec.Token(); err != nil {
			return lines
		}
		for dec.More() {
			from := int(dec.InputOffset())
			var cell struct {
				Type string `json:"cell_type"`
			}
			if err := dec.Decode(&cell); err != nil {
				return lines
			}
			if cell.Type == "code" {
				from += bytes.IndexByte(text[from:], '{')
				lines = append(lines, 1+bytes.Count(text[:from], []byte("\n")))
			}
		}
		return lines
	}
	return lines
}
