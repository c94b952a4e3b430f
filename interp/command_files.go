package interp

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/atomicfile"
	"github.com/msrepl/msrepl/internal/text/percent"
)

func fileCommands() []Command {
	return []Command{
		{
			Name: "run", Also: []string{"load"}, Arg: "file",
			Help: "run a Go file, a script of cells (// %%) or a notebook in this session", takes: aProgram, needs: "a file",
			run: (*Session).cmdRun,
		},
		{
			Name: "rerun",
			Arg:  "[n-m | -l count | -g text]",
			Help: "run earlier cells again: the last one, a range of numbers, the last few, " +
				"or the last one that contains a text",
			run: (*Session).cmdRerun,
		},
		{Name: "save", Arg: "file [n-m]", Help: "write the cells of the session to a script of cells", takes: aFile, run: (*Session).cmdSave},
		{
			Name: "writefile", Also: []string{"file"}, Arg: "[-a] file", Help: "write the lines below to a file; -a appends",
			Cell: true, takes: aFile, run: (*Session).cmdWritefile,
		},
		{
			Name: "cd", Arg: "[folder]", Help: "change the current folder: to the home folder without an argument, back with -",
			takes: aFolder, run: (*Session).cmdCd,
		},
		{Name: "pwd", Help: "print the current folder", run: (*Session).cmdPwd},
		{
			Name: "env", Also: []string{"set_env"}, Arg: "[name [value]]", Help: "print or set environment variables",
			takes: aVariable, run: (*Session).cmdEnv,
		},
	}
}

// cmdRun runs the cells of a file one after the other, until one fails.
func (s *Session) cmdRun(c call) Result {
	cells, err := readCells(FileName(c.arg))
	if err != nil {
		return s.failed(err.Error())
	}
	return s.runCells(cells, s.ran)
}

// runCells runs cells one after the other as if typed, until one fails.
func (s *Session) runCells(cells []string, each func(src string)) Result {
	number := s.number
	r := Result{N: s.count()}
	for i, src := range cells {
		if i > 0 && number > 0 {
			s.number = s.count() + 1
		}
		each(src)
		if r = s.evalParts(src); r.Err != nil || r.Quit {
			break
		}
	}
	return r
}

// cmdRerun shows the cells and runs them, as IPython does. Rerunning a cell that contains %rerun would never end.
func (s *Session) cmdRerun(c call) Result {
	if s.rerunning {
		return s.failed("a cell that is run again cannot use " + c.sign() + c.name)
	}
	cells, err := s.again(c)
	if err != nil {
		return s.failed(err.Error())
	}
	if len(cells) == 0 {
		return s.failed("no earlier cell matches " + strings.TrimSpace(c.name+" "+c.arg))
	}
	s.say("=== Executing: ===\n%s\n=== Output: ===", strings.Join(cells, "\n"))
	s.rerunning = true
	defer func() { s.rerunning = false }()
	return s.runCells(cells, func(string) {})
}

// again returns the cells selected by the argument of %rerun.
func (s *Session) again(c call) (texts []string, err error) {
	flag, value, _ := strings.Cut(c.arg, " ")
	value = unquoted(strings.TrimSpace(value))
	most, ranges, part := 1, "", ""
	switch {
	case flag == "-l":
		if most, err = strconv.Atoi(value); err != nil || most < 1 {
			return nil, fmt.Errorf("%s -l needs a number of cells", c.name)
		}
	case flag == "-g" && value == "":
		return nil, fmt.Errorf("%s -g needs a text", c.name)
	case flag == "-g":
		part = value
	case flag != "":
		most, ranges = math.MaxInt, c.arg
	}
	cells, err := s.past(ranges)
	for _, cell := range slices.Backward(cells) {
		if cell.src != c.src && strings.Contains(cell.src, part) && len(texts) < most {
			texts = append(texts, strings.TrimRight(cell.src, "\n"))
		}
	}
	slices.Reverse(texts)
	return texts, err
}

// ran records that the next cell is from a file.
func (s *Session) ran(src string) {
	if s.number == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files == nil {
		s.files = map[numbered]bool{}
	}
	s.files[numbered{s.number, src}] = true
}

// once drops cells from files that also occur earlier, typed or from a file: what is saved and run again, or run
// twice, is saved once. Cells typed twice are kept.
func (s *Session) once(cells []numbered) []numbered {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := map[string]bool{}
	return slices.DeleteFunc(cells, func(c numbered) bool {
		text := strings.TrimSpace(c.src)
		again := seen[text] && s.files[c]
		seen[text] = true
		return again
	})
}

// readCells returns the cells of a file: those of a notebook, those of a script without its marks, or a whole
// program.
func readCells(name string) ([]string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if filepath.Ext(name) == ".ipynb" {
		cells, err := notebookCells(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return cells, nil
	}
	var cells []string
	for _, c := range percent.Code(percent.Split(string(text))) {
		cells = append(cells, c.Text) // without its mark, which would be doubled when it is saved again
	}
	return cells, nil
}

// errNotebook is the error for a file without cells in the format of notebooks, including older formats.
var errNotebook = errors.New("not a notebook of nbformat 4")

// notebookCells returns the texts of the code cells. Package notebooks, which implements the full format, depends on
// this package.
func notebookCells(text []byte) (cells []string, err error) {
	var nb struct {
		Cells []struct {
			Type   string          `json:"cell_type"`
			Source json.RawMessage `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(text, &nb); err != nil || nb.Cells == nil {
		return nil, errNotebook
	}
	for _, c := range nb.Cells {
		if c.Type != "code" {
			continue
		}
		var lines []string
		var whole string
		if json.Unmarshal(c.Source, &lines) != nil {
			if json.Unmarshal(c.Source, &whole) != nil {
				return nil, errNotebook
			}
		}
		cells = append(cells, whole+strings.Join(lines, ""))
	}
	return cells, nil
}

// unquoted removes quotes around file names and texts.
func unquoted(name string) string {
	if n := len(name); n > 1 && strings.IndexByte(quotes, name[0]) >= 0 && name[n-1] == name[0] {
		return name[1 : n-1]
	}
	return name
}

const quotes = `"'`

// FileName returns the file named by the argument of a command: without quotes, and with the home directory instead
// of ~ before a slash.
func FileName(arg string) string {
	name := unquoted(arg)
	if rest, ok := strings.CutPrefix(name, "~"); ok && (rest == "" || rest[0] == '/') {
		if home, err := os.UserHomeDir(); err == nil { // otherwise the file will not be found
			return home + rest
		}
	}
	return name
}

func (s *Session) cmdSave(c call) Result {
	name, ranges, _ := strings.Cut(c.arg, " ")
	if name == "" {
		return s.failed(c.name + " needs a file")
	}
	if end := strings.LastIndexByte(c.arg, name[0]); end > 0 && strings.IndexByte(quotes, name[0]) >= 0 {
		name, ranges = c.arg[:end+1], c.arg[end+1:]
	}
	name = FileName(name)
	switch filepath.Ext(name) {
	case "":
		name += ".go"
	case ".ipynb":
		return s.failed(c.name + " writes scripts of cells, not notebooks; msrepl convert turns a script into a notebook")
	}
	cells, err := s.past(strings.TrimSpace(ranges))
	if err != nil {
		return s.failed(err.Error())
	}
	cells = slices.DeleteFunc(cells, func(n numbered) bool { return n.n == s.number && strings.Contains(n.src, "save ") })
	var left []string
	if strings.TrimSpace(ranges) == "" { // an explicitly selected cell is kept
		cells, left = s.whole(cells)
	}
	cells = s.once(cells)
	var script []percent.Cell
	for _, cell := range cells {
		title := fmt.Sprintf("In[%d]", cell.n)
		script = append(script, percent.Cell{Title: title, Text: strings.TrimRight(cell.src, "\n")})
	}
	if err := writeWhole(name, percent.Join(script)); err != nil {
		return s.failed(err.Error())
	}
	if len(left) > 0 {
		return s.say("%d cells written to %s, without %s, which failed", len(cells), name, strings.Join(left, ", "))
	}
	return s.say("%d cells written to %s", len(cells), name)
}

// whole drops cells that failed, and returns their names: a script would end there.
func (s *Session) whole(cells []numbered) (good []numbered, left []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range cells {
		if s.failures[c.n] {
			left = append(left, fmt.Sprintf("In[%d]", c.n))
		} else {
			good = append(good, c)
		}
	}
	return good, left
}

func (s *Session) cmdWritefile(c call) Result {
	name, adds := strings.CutPrefix(c.arg, "-a ")
	if name = FileName(strings.TrimSpace(name)); name == "" || !c.cell {
		return s.failed("write %%" + c.name + " file, and the text below it")
	}
	write, verb := writeWhole, "Writing"
	if _, err := os.Stat(name); err == nil {
		verb = "Overwriting"
	}
	if adds {
		write, verb = appendText, "Appending to"
	}
	if err := write(name, strings.TrimSuffix(c.body, "\n")+"\n"); err != nil {
		return s.failed(err.Error())
	}
	return s.say("%s %s", verb, name)
}

// writeWhole writes a file. If the disk is full, an existing file stays unchanged.
func writeWhole(name, text string) error {
	return atomicfile.WriteText(name, text)
}

func appendText(name, text string) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

func (s *Session) cmdCd(c call) Result {
	to := FileName(cmp.Or(c.arg, "~"))
	was, _ := os.Getwd() // without it, %cd - does not work
	if to == "-" {
		if to = s.lastFolder; to == "" {
			return s.failed("no folder to go back to")
		}
	}
	if err := os.Chdir(to); err != nil {
		return s.failed(err.Error())
	}
	s.lastFolder = was
	return s.cmdPwd(c)
}

func (s *Session) cmdPwd(call) Result {
	dir, err := os.Getwd()
	if err != nil {
		return s.failed(err.Error())
	}
	return s.say("%s", dir)
}

func (s *Session) cmdEnv(c call) Result {
	name, value, sets := strings.Cut(c.arg, "=")
	if !sets {
		name, value, sets = strings.Cut(c.arg, " ")
	}
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch {
	case sets:
		if err := os.Setenv(name, value); err != nil {
			return s.failed(err.Error())
		}
		return s.say("env: %s=%s", name, value)
	case name == "":
		all := os.Environ()
		slices.Sort(all)
		return s.say("%s", strings.Join(all, "\n"))
	}
	value, ok := os.LookupEnv(name)
	if !ok {
		return s.failed("no variable " + name + " in the environment")
	}
	return s.say("%s", value)
}
