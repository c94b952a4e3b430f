package kernel

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Spec is an installed kernelspec that starts msrepl.
type Spec struct {
	Name    string // the value for --kernel
	Dir     string
	Command string // the binary that it starts, "" if kernel.json cannot be read
	Hidden  string // the directory of another kernelspec of this name that Jupyter finds first, or ""

	spec kernelSpec
	err  error // from reading kernel.json
}

// List returns the msrepl kernelspecs in Jupyter's search path, in search order.
func List() []Spec {
	paths, _ := searchPaths()
	return specsIn(paths)
}

// specsIn returns the kernelspecs of msrepl below the given data directories. An unreadable one belongs to msrepl if
// its name says so.
func specsIn(paths []string) []Spec {
	var found []Spec
	first := map[string]string{}
	for _, p := range paths {
		entries, _ := os.ReadDir(filepath.Join(p, "kernels"))
		for _, e := range entries {
			s := Spec{Name: strings.ToLower(e.Name()), Dir: filepath.Join(p, "kernels", e.Name())}
			text, err := os.ReadFile(filepath.Join(s.Dir, "kernel.json"))
			if err != nil {
				continue // not a kernelspec
			}
			s.Hidden = first[s.Name]
			if s.Hidden == "" {
				first[s.Name] = s.Dir
			}
			if s.err = json.Unmarshal(text, &s.spec); s.err == nil && len(s.spec.Argv) > 0 {
				s.Command = s.spec.Argv[0]
			}
			if s.ours() {
				found = append(found, s)
			}
		}
	}
	return found
}

func (s *Spec) ours() bool {
	if s.err != nil {
		return strings.HasPrefix(s.Name, specName)
	}
	return s.Name == specName || len(s.spec.Argv) > 1 && s.spec.Argv[1] == "kernel" && strings.Contains(filepath.Base(s.Command), "msrepl")
}

// askTimeout is long enough for a Jupyter on a slow disk.
const askTimeout = 20 * time.Second

// searchPaths returns Jupyter's data directories, in order of precedence: those that Jupyter itself reports, or the
// documented ones if it is not installed. asked reports whether Jupyter reported them.
func searchPaths() (paths []string, asked bool) {
	ctx, cancel := context.WithTimeout(context.Background(), askTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, "jupyter", "--paths", "--json").Output()
	var said struct {
		Data []string `json:"data"`
	}
	if err == nil && json.Unmarshal(out, &said) == nil && len(said.Data) > 0 {
		return said.Data, true
	}
	paths = filepath.SplitList(os.Getenv("JUPYTER_PATH"))
	if user, err := userDataDir(); err == nil {
		paths = append(paths, user)
	}
	if prefix := environmentPrefix(); prefix != "" {
		paths = append(paths, filepath.Join(prefix, "share", "jupyter"))
	}
	if runtime.GOOS == "windows" {
		paths = append(paths, filepath.Join(os.Getenv("PROGRAMDATA"), "jupyter"))
	} else {
		paths = append(paths, "/usr/local/share/jupyter", "/usr/share/jupyter")
	}
	return slices.DeleteFunc(paths, func(p string) bool { return p == "" }), false
}
