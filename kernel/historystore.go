package kernel

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The history on disk is a folder with a file for each run of a kernel: its number is the session number, its lines
// are the cells. A kernel appends only to its own file, so that any number of kernels can run at once. The oldest
// files are removed when there are too many.

const (
	historyRuns   = 500
	historyDisk   = 8 << 20 // of all files together
	historySuffix = ".jsonl"
)

// historyStore is the folder, and the file of this run.
type historyStore struct {
	dir     string      // "" if there is none
	tell    func(error) // called once with the reason why the history is not kept
	session int         // number of this run, 0 until something is written
	file    *os.File    // nil until then, and after a failure
	failed  bool
	written int
}

// historyRecord is one line of a file.
type historyRecord struct {
	Line   int    `json:"line"`
	Input  string `json:"input"`
	Output string `json:"output,omitempty"`
}

// historyDir returns the folder of the history (XDG base directories: state), or "" if there is none.
func historyDir(getenv func(string) string) string {
	state := getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) {
		home := getenv("HOME")
		if !filepath.IsAbs(home) {
			return ""
		}
		state = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(state, "msrepl", "kernel-history")
}

// openHistory returns the store in dir. Nothing is written before the first cell.
func openHistory(dir string, tell func(error)) *historyStore {
	return &historyStore{dir: dir, tell: tell}
}

// add appends a cell. Cells that cannot be written are dropped: a full disk or a read-only home directory must not
// fail a cell.
func (s *historyStore) add(e historyEntry) {
	if s.file == nil && !s.failed {
		s.give(s.create())
	}
	if s.file == nil || s.written > historyDisk/2 {
		return
	}
	record := historyRecord{e.line, e.input, e.output}
	if len(record.Output) > historyOutput {
		record.Output = ""
	}
	line, err := encodeJSON(record)
	if err != nil {
		return
	}
	n, err := s.file.Write(append(line, '\n'))
	s.written += n
	s.give(err)
}

// give stops writing after an error.
func (s *historyStore) give(err error) {
	if err != nil {
		s.failed = true
		s.close()
		s.tell(err)
	}
}

// create takes the next free number. Of two kernels that start at the same time and try the same number, only one
// creates the file.
func (s *historyStore) create() error {
	if s.dir == "" {
		return errors.New("neither XDG_STATE_HOME nor HOME is set")
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	for {
		runs := s.runs()
		next := 1
		if len(runs) > 0 {
			next = runs[len(runs)-1] + 1
		}
		f, err := os.OpenFile(s.path(next), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
		if err == nil {
			s.file, s.session = f, next
			s.forget(runs)
			return nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
}

// forget removes the oldest of runs if there are too many.
func (s *historyStore) forget(runs []int) {
	total := int64(0)
	for i, n := range slices.Backward(runs) {
		if info, err := os.Stat(s.path(n)); err == nil {
			total += info.Size()
		}
		if len(runs)-i >= historyRuns || total > historyDisk {
			_ = os.Remove(s.path(n))
		}
	}
}

func (s *historyStore) path(run int) string {
	return filepath.Join(s.dir, fmt.Sprintf("%08d%s", run, historySuffix))
}

// runs returns the numbers of all runs on disk, in order.
func (s *historyStore) runs() []int {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil
	}
	var runs []int
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), historySuffix); ok {
			if n, err := strconv.Atoi(name); err == nil && n > 0 {
				runs = append(runs, n)
			}
		}
	}
	slices.Sort(runs)
	return runs
}

// others returns the cells of all runs except but. Unreadable lines are skipped.
func (s *historyStore) others(but int) []historyEntry {
	var entries []historyEntry
	for _, n := range s.runs() {
		if n != but {
			entries = append(entries, s.read(n)...)
		}
	}
	return entries
}

func (s *historyStore) read(run int) (entries []historyEntry) {
	f, err := os.Open(s.path(run))
	if err != nil {
		return nil
	}
	defer f.Close()
	lines := bufio.NewReader(f)
	for {
		line, err := lines.ReadBytes('\n')
		var r historyRecord
		if json.Unmarshal(line, &r) == nil {
			entries = append(entries, historyEntry{run, r.Line, r.Input, r.Output})
		}
		if err != nil {
			return entries
		}
	}
}

func (s *historyStore) close() {
	if s.file != nil {
		_ = s.file.Close()
		s.file = nil
	}
}
