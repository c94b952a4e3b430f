package kernel

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDoctor looks at installations each of which has one fault. %s in a kernel.json is a program that
// works as a kernel.
func TestDoctor(t *testing.T) {
	const works = `{"argv":[%q,"{connection_file}"],"display_name":"m","language":"go","env":{"MSREPL_FAKE_KERNEL":"1"}}`
	logos := []string{"logo-32x32.png", "logo-64x64.png", "logo-svg.svg"}
	tests := []struct {
		name  string
		spec  string   // kernel.json; "" for none
		files []string // beside it
		level Level
		what  string // is in one finding, that of the level
		fix   string
	}{
		{"well", works, logos, Good, "was started, ran 1+1 and ended", ""},
		{"nothing installed", "", nil, Fault, "no msrepl kernelspec is installed", "msrepl install"},
		{"damaged", `{"argv":`, nil, Fault, "kernel.json cannot be read", "msrepl install"},
		{"no argv", `{}`, nil, Fault, "has no argv", "msrepl install"},
		{"no connection file", `{"argv":[%q,"kernel"]}`, nil, Fault, "does not pass {connection_file}", "msrepl install"},
		{"stale", `{"argv":["/nowhere/msrepl","kernel","{connection_file}"]}`, nil, Fault, "it is stale: stat /nowhere/msrepl", "msrepl install"},
		{"not a program", `{"argv":["/etc/passwd","{connection_file}"]}`, nil, Fault, "is not a program that can be run", "msrepl install"},
		{
			"relative", `{"argv":["msrepl","kernel","{connection_file}"]}`, nil, Warning, "depends on the server's PATH",
			"msrepl install",
		},
		{
			"other binary", `{"argv":["/bin/sh","-c","exit 3","{connection_file}"]}`, nil, Warning,
			"is not the msrepl that is running now", "msrepl install",
		},
		{"dies", `{"argv":["/bin/sh","-c","echo broken >&2; exit 3","{connection_file}"]}`, nil, Fault, "was started and failed", "by hand"},
		{"its complaint", `{"argv":["/bin/sh","-c","echo broken >&2; exit 3","{connection_file}"]}`, nil, Fault, "it says: broken", "by hand"},
		{"no logo", works, logos[:2], Warning, "logo-svg.svg is missing", "msrepl install"},
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := loneJupyter(t)
			if tt.spec != "" {
				writeSpec(t, filepath.Join(data, "kernels", "msrepl"), strings.ReplaceAll(tt.spec, "%q", fmt.Sprintf("%q", self)), tt.files)
			}
			expectFinding(t, tt.level, tt.what, tt.fix)
		})
	}
}

// loneJupyter hides the machine's Jupyter and returns the only data directory.
func loneJupyter(t *testing.T) (data string) {
	t.Helper()
	home := t.TempDir()
	data = filepath.Join(home, "data")
	for name, value := range map[string]string{
		"HOME": home, "PATH": home, "JUPYTER_DATA_DIR": data, "JUPYTER_PATH": "", "XDG_STATE_HOME": "",
		"VIRTUAL_ENV": "", "CONDA_PREFIX": "", "JUPYTER_RUNTIME_DIR": "",
	} {
		t.Setenv(name, value)
	}
	return data
}

func writeSpec(t *testing.T, dir, spec string, files []string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(files, "kernel.json") {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(spec), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func expectFinding(t *testing.T, level Level, what, fix string) {
	t.Helper()
	findings := Doctor()
	for _, f := range findings {
		if f.Level == level && strings.Contains(f.What, what) && strings.Contains(f.Fix, fix) {
			return
		}
	}
	t.Errorf("no %s with %q in %+v", level, what, findings)
}

// TestDoctorPlaces: faults that are not of a kernelspec but of where things are.
func TestDoctorPlaces(t *testing.T) {
	t.Run("hidden", func(t *testing.T) {
		data := loneJupyter(t)
		other := t.TempDir()
		t.Setenv("JUPYTER_PATH", other)
		for _, d := range []string{data, other} {
			writeSpec(t, filepath.Join(d, "kernels", "msrepl"), `{"argv":[]}`, nil)
		}
		expectFinding(t, Warning, "Jupyter never sees it, because "+filepath.Join(other, "kernels", "msrepl"), "rm -r "+data)
	})
	t.Run("where Jupyter does not look", func(t *testing.T) {
		loneJupyter(t)
		env := t.TempDir()
		t.Setenv("VIRTUAL_ENV", env)
		if _, err := Install(InstallOptions{SysPrefix: true}); err != nil {
			t.Fatal(err)
		}
		paths := []string{t.TempDir()}
		if f := checkMissing(paths); f.Level != Fault ||
			!strings.Contains(f.What, "where Jupyter does not look") || !strings.Contains(f.Fix, env) {
			t.Errorf("%+v", f)
		}
	})
	t.Run("no home", func(t *testing.T) {
		loneJupyter(t)
		t.Setenv("HOME", "")
		t.Setenv("JUPYTER_DATA_DIR", "")
		expectFinding(t, Fault, "no msrepl kernelspec is installed", "msrepl install --prefix DIR")
	})
	t.Run("home that cannot be written", func(t *testing.T) {
		loneJupyter(t)
		t.Setenv("HOME", "/proc/self")
		t.Setenv("JUPYTER_DATA_DIR", "/proc/self/data")
		expectFinding(t, Fault, "cannot write connection files", "JUPYTER_RUNTIME_DIR")
		expectFinding(t, Warning, "cell history is not kept", "XDG_STATE_HOME")
		expectFinding(t, Fault, "no msrepl kernelspec", "--prefix")
		if _, err := Install(InstallOptions{Prefix: t.TempDir()}); err != nil {
			t.Errorf("install elsewhere: %v", err)
		}
	})
	t.Run("what Jupyter says", func(t *testing.T) {
		data := loneJupyter(t)
		script := "#!/bin/sh\necho '{\"data\":[\"/a\",\"/b\"]}'\n"
		if err := os.WriteFile(filepath.Join(filepath.Dir(data), "jupyter"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		if paths, asked := searchPaths(); !asked || strings.Join(paths, " ") != "/a /b" {
			t.Errorf("%v %v", paths, asked)
		}
	})
}
