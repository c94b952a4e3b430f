package kernel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// python is Debian's, which apt provides with Jupyter; other Pythons on the path may lack it.
const python = "/usr/bin/python3"

// needJupyter skips the test where Jupyter is missing, except in CI, which must have it.
func needJupyter(t *testing.T, modules string) {
	t.Helper()
	if out, err := exec.Command(python, "-c", "import "+modules).CombinedOutput(); err != nil {
		testenv.Lacking(t, fmt.Sprintf("%s has no %s (make test-deps): %v\n%s", python, modules, err, out))
	}
}

// installFake installs a kernelspec whose kernel is this test binary with the fake engine.
func installFake(t *testing.T) (env []string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	dir := filepath.Join(data, "kernels", "fake")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	spec := map[string]any{
		"argv": []string{self, "{connection_file}"}, "display_name": "fake", "language": "go",
		"interrupt_mode": "message", "env": map[string]string{"MSREPL_FAKE_KERNEL": "1"},
	}
	text, err := json.Marshal(spec)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "kernel.json"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	return jupyterEnv(t, data)
}

// jupyterEnv keeps Jupyter away from the user's files.
func jupyterEnv(t *testing.T, data string) []string {
	home := t.TempDir()
	return append(
		os.Environ(), "JUPYTER_DATA_DIR="+data, "JUPYTER_RUNTIME_DIR="+filepath.Join(home, "run"),
		"JUPYTER_CONFIG_DIR="+filepath.Join(home, "config"), "HOME="+home, "IPYTHONDIR="+filepath.Join(home, "ipython"),
	)
}

// installReal builds the msrepl command and installs its kernel.
func installReal(t *testing.T) (env []string) {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "msrepl")
	testenv.Build(t, bin, "../cmd/msrepl")
	data := t.TempDir()
	install := exec.Command(bin, "install")
	install.Env = jupyterEnv(t, data)
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return install.Env
}

// jupyterCell is a cell with the outputs that nbclient must record.
type jupyterCell struct {
	Code  string `json:"code"`
	Error string `json:"error,omitempty"` // ename; the cell must fail with it
	want  string // type(text) of each output
}

// outputs lists nbformat outputs as "stream(text)" and the like.
func outputs(list []map[string]any) string {
	var words []string
	for _, o := range list {
		switch o["output_type"] {
		case "stream":
			words = append(words, fmt.Sprintf("%s(%q)", o["name"], o["text"]))
		case "error":
			words = append(words, fmt.Sprintf("error(%v)", o["ename"]))
		default:
			data, _ := o["data"].(map[string]any)
			words = append(words, fmt.Sprintf("%s(%q)", o["output_type"], data["text/plain"]))
		}
	}
	return strings.Join(words, " ")
}

// TestJupyterClients runs notebooks with nbclient, and asks for everything else with jupyter_client.
func TestJupyterClients(t *testing.T) {
	needJupyter(t, "nbclient, jupyter_client, nbformat")
	tests := []struct {
		name, kernel string
		install      func(*testing.T) []string
		cells        []jupyterCell
	}{
		{"protocol alone", "fake", installFake, []jupyterCell{
			{Code: "print hello\nvalue 7", want: `stdout("hello\n") execute_result("7")`},
			{Code: "fail no", Error: "ValueError", want: "error(ValueError)"},
			{Code: "show x", want: `display_data("x")`},
		}},
		{"real session", specName, installReal, []jupyterCell{
			{Code: "x := 6 * 7\nfmt.Println(\"x is\", x)\nx + 1", want: `stdout("x is 42\n") execute_result("43")`},
			{Code: "var z []int\nz[5]", Error: "IndexError", want: "error(IndexError)"},
			{Code: "x + nothing", Error: "CompileError", want: "error(CompileError)"},
			{Code: "2*tensor.New([]float32{1, 2, 3}) + 1", want: `execute_result("Tensor(shape=[3], dtype=Float32, value= [ 3.00000000e+00,  5.00000000e+00,  7.00000000e+00])")`},
			{Code: "x", want: `execute_result("42")`},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { testJupyter(t, tt.kernel, tt.install(t), tt.cells) })
	}
}

func testJupyter(t *testing.T, kernel string, env []string, cells []jupyterCell) {
	args := []string{"testdata/jupyter.py", kernel}
	var wantOutputs []string
	for _, c := range cells {
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, string(text))
		wantOutputs = append(wantOutputs, c.want)
	}
	cmd := exec.Command(python, args...)
	var stderr bytes.Buffer
	cmd.Env, cmd.Stderr = env, &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var seen struct {
		Outputs                    [][]map[string]any
		Counts                     []int
		Info                       map[string]any
		Complete, Inspect, History string
		IsComplete                 string `json:"is_complete"`
		Alive, Ended               bool
		Restarted                  int
	}
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	var got []string
	for i, o := range seen.Outputs {
		got = append(got, outputs(o))
		if seen.Counts[i] != i+1 {
			t.Errorf("cell %d has execution count %d", i+1, seen.Counts[i])
		}
	}
	if diff := cmp.Diff(wantOutputs, got); diff != "" {
		t.Errorf("outputs (-want +got):\n%s", diff)
	}
	statuses := []string{seen.Complete, seen.Inspect, seen.IsComplete, seen.History}
	if !slices.Equal(statuses, []string{"ok", "ok", "complete", "ok"}) || seen.Info["implementation"] != "msrepl" ||
		!seen.Alive || !seen.Ended || seen.Restarted != 1 {
		t.Errorf("the client saw %s", out)
	}
}

// TestJupyterConsole types into `jupyter console`, which needs a terminal: pexpect gives it one.
func TestJupyterConsole(t *testing.T) {
	needJupyter(t, "jupyter_console, pexpect")
	tests := []struct {
		kernel        string
		install       func(*testing.T) []string
		input, output string
	}{
		{"fake", installFake, "value 41", "41"},
		{specName, installReal, "6 * 7", "42"},
	}
	for _, tt := range tests {
		t.Run(tt.kernel, func(t *testing.T) {
			cmd := exec.Command(python, "testdata/console.py", tt.kernel, tt.input, tt.output)
			cmd.Env = tt.install(t)
			cmd.WaitDelay = patience
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
