package kernel

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// These tests read the container files of docs/deploy, as not every machine can build the images. Files that they
// copy must exist in the project, or come from an earlier stage or image.

// instruction is one line of a container file.
type instruction struct {
	word string
	args []string
	from string // --from= of a COPY
}

func instructions(t *testing.T, file string) (all []instruction) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.ReplaceAll(string(text), "\\\n", " ")) {
		f := strings.Fields(line)
		if len(f) == 0 || strings.HasPrefix(f[0], "#") {
			continue
		}
		in := instruction{word: f[0]}
		for _, a := range f[1:] {
			if from, ok := strings.CutPrefix(a, "--from="); ok {
				in.from = from
			} else if !strings.HasPrefix(a, "--chmod=") {
				in.args = append(in.args, a)
			}
		}
		all = append(all, in)
	}
	return all
}

// images follows container files: the files that each stage or image has beside those of its base.
type images struct {
	t     *testing.T
	file  string
	made  map[string][]string // by the names of stages and images
	stage string
}

func (m *images) follow(in instruction) {
	has := func(where, name string) bool { return slices.Contains(m.made[where], name) }
	switch in.word {
	case "FROM":
		m.stage = m.file
		if len(in.args) == 3 && in.args[1] == "AS" {
			m.stage = in.args[2]
		}
	case "COPY":
		sources, to := in.args[:len(in.args)-1], in.args[len(in.args)-1]
		for _, s := range sources {
			if in.from == "" {
				if _, err := os.Stat(filepath.Join("..", s)); err != nil {
					m.t.Errorf("%s copies what is not there: %v", m.file, err)
				}
			} else if !has(in.from, s) {
				m.t.Errorf("%s copies %s from %s, which has %q", m.file, s, in.from, m.made[in.from])
			}
		}
		m.made[m.stage] = append(m.made[m.stage], to)
	case "RUN":
		m.run(in.args)
	case "ENTRYPOINT", "CMD":
		var argv []string
		if err := json.Unmarshal([]byte(strings.Join(in.args, " ")), &argv); err != nil || len(argv) == 0 || !has(m.stage, argv[0]) {
			m.t.Errorf("%s starts %q, it has %q; %v", m.file, in.args, m.made[m.stage], err)
		}
	case "WORKDIR", "USER", "ARG":
	default:
		m.t.Errorf("%s: unknown instruction %s", m.file, in.word)
	}
}

// run looks at the commands that have to do with us.
func (m *images) run(args []string) {
	if i := slices.Index(args, "-o"); i >= 0 && slices.Contains(args, "build") {
		m.made[m.stage] = append(m.made[m.stage], args[i+1])
		if _, err := os.Stat(filepath.Join("..", args[len(args)-1], "main.go")); err != nil {
			m.t.Errorf("%s builds what is not there: %v", m.file, err)
		}
		if !slices.Contains(args, "CGO_ENABLED=0") {
			m.t.Errorf("%s builds a binary that is not static", m.file)
		}
	}
	if args[0] == "msrepl" {
		if !slices.ContainsFunc(m.made[m.stage], func(f string) bool { return path.Base(f) == "msrepl" }) {
			m.t.Errorf("%s runs msrepl, which it does not have", m.file)
		}
		if !slices.Equal(args, []string{"msrepl", "install", "--prefix", "/usr/local"}) {
			m.t.Errorf("%s runs %q: is that a command of ours?", m.file, args)
		}
	}
}

func TestContainerFiles(t *testing.T) {
	m := images{t: t, made: map[string][]string{}}
	for _, f := range []struct{ file, makes string }{ // in the order in which they need each other
		{"Containerfile", "localhost/msrepl"}, {"Containerfile.hub", "hub"}, {"enterprise-gateway/Containerfile", "localhost/msrepl-gateway"},
	} {
		m.file = f.file
		for _, in := range instructions(t, filepath.Join("../docs/deploy", f.file)) {
			m.follow(in)
		}
		m.made[f.makes] = m.made[m.stage]
	}
	goVersion := regexp.MustCompile(`(?m)^go (1\.\d+)`)
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	want := "BUILDER=docker.io/library/golang:" + goVersion.FindStringSubmatch(string(mod))[1]
	if got := instructions(t, "../docs/deploy/Containerfile")[0].args[0]; got != want {
		t.Errorf("it is built with %s, go.mod wants %s", got, want)
	}
	var spec struct {
		Argv      []string `json:"argv"`
		Interrupt string   `json:"interrupt_mode"`
		Metadata  struct {
			Proxy struct {
				Class  string `json:"class_name"`
				Config struct {
					Image string `json:"image_name"`
				} `json:"config"`
			} `json:"process_proxy"`
		} `json:"metadata"`
	}
	text, err := os.ReadFile("../docs/deploy/enterprise-gateway/kernel.json")
	if err == nil {
		err = json.Unmarshal(text, &spec)
	}
	if err != nil || spec.Interrupt != "message" || m.made[spec.Metadata.Proxy.Config.Image] == nil {
		t.Errorf("kernel.json: %+v, %v", spec, err)
	}
	for _, word := range []string{"{kernel_id}", "{port_range}", "{response_address}", "{public_key}"} {
		if !slices.Contains(spec.Argv, word) {
			t.Errorf("kernel.json does not pass %s on", word)
		}
	}
}

// needPermission skips a test that the operating system forbids. That something else is missing is no
// excuse in CI.
func needPermission(t *testing.T, err error) {
	t.Helper()
	switch {
	case err == nil:
	case isForbidden(err):
		t.Skip("the operating system forbids it: ", err)
	default:
		testenv.Lacking(t, err)
	}
}

func isForbidden(err error) bool {
	return errors.Is(err, fs.ErrPermission) || strings.Contains(fmt.Sprint(err), "Operation not permitted")
}
