package kernel

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSpecDir(t *testing.T) {
	tests := []struct {
		name    string
		env     map[string]string
		options InstallOptions
		want    string // "" expects an error
	}{
		{"user", map[string]string{"HOME": "/home/u"}, InstallOptions{}, "/home/u/.local/share/jupyter/kernels/msrepl"},
		{"XDG", map[string]string{"HOME": "/home/u", "XDG_DATA_HOME": "/x"}, InstallOptions{}, "/x/jupyter/kernels/msrepl"},
		{"JUPYTER_DATA_DIR", map[string]string{"JUPYTER_DATA_DIR": "/d", "XDG_DATA_HOME": "/x"}, InstallOptions{}, "/d/kernels/msrepl"},
		{"prefix", map[string]string{"JUPYTER_DATA_DIR": "/d"}, InstallOptions{Prefix: "/p"}, "/p/share/jupyter/kernels/msrepl"},
		{"virtual environment", map[string]string{"VIRTUAL_ENV": "/v", "CONDA_PREFIX": "/c"}, InstallOptions{SysPrefix: true}, "/v/share/jupyter/kernels/msrepl"},
		{"conda", map[string]string{"CONDA_PREFIX": "/c"}, InstallOptions{SysPrefix: true}, "/c/share/jupyter/kernels/msrepl"},
		{"no environment", nil, InstallOptions{SysPrefix: true}, ""},
		{"name", map[string]string{"JUPYTER_DATA_DIR": "/d"}, InstallOptions{Name: "go-1.2_x"}, "/d/kernels/go-1.2_x"},
		{"name in capitals, which Jupyter lowers", map[string]string{"JUPYTER_DATA_DIR": "/d"}, InstallOptions{Name: "MyGo"}, "/d/kernels/mygo"},
		{"name with a blank", map[string]string{"JUPYTER_DATA_DIR": "/d"}, InstallOptions{Name: "my go"}, ""},
		{"no home", nil, InstallOptions{}, ""},
		{"bad name", map[string]string{"JUPYTER_DATA_DIR": "/d"}, InstallOptions{Name: "a/b"}, ""},
		{"name of a parent", map[string]string{"JUPYTER_DATA_DIR": "/d"}, InstallOptions{Name: ".."}, ""},
		{"both prefixes", nil, InstallOptions{Prefix: "/p", SysPrefix: true}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, name := range []string{"JUPYTER_DATA_DIR", "XDG_DATA_HOME", "VIRTUAL_ENV", "CONDA_PREFIX", "HOME"} {
				t.Setenv(name, tt.env[name])
			}
			if got, err := specDir(tt.options); got != tt.want || (err == nil) != (tt.want != "") {
				t.Errorf("got %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

func TestInstallAndUninstall(t *testing.T) {
	o := InstallOptions{
		Prefix: t.TempDir(), Command: "bin/msrepl", Name: "two.one", DisplayName: "Two", Env: map[string]string{"A": "1"},
	}
	dir, err := Install(o)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	var spec kernelSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		t.Fatal(err)
	}
	if !filepath.IsAbs(spec.Argv[0]) || strings.Join(spec.Argv[1:], " ") != "kernel {connection_file}" || spec.InterruptMode != "message" || spec.Language != "go" ||
		spec.DisplayName != "Two" || spec.Env["A"] != "1" || filepath.Base(dir) != "two.one" {
		t.Errorf("kernel.json: %+v", spec)
	}
	if _, err := Install(o); err != nil {
		t.Errorf("second install: %v", err)
	}
	if got, err := Uninstall(o); got != dir || err != nil {
		t.Errorf("uninstall: %q, %v", got, err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("%s is still there", dir)
	}
	if _, err := Uninstall(o); err == nil {
		t.Error("uninstalled twice")
	}
}

// TestInstallElsewhere: who cannot write learns where else the kernel may go.
func TestInstallElsewhere(t *testing.T) {
	t.Setenv("HOME", "")
	t.Setenv("JUPYTER_DATA_DIR", "")
	t.Setenv("XDG_DATA_HOME", "")
	for name, o := range map[string]InstallOptions{"no home": {}, "not writable": {Prefix: "/proc/nowhere"}} {
		if _, err := Install(o); err == nil || !strings.Contains(err.Error(), "--prefix DIR") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLogos(t *testing.T) {
	for _, size := range []int{32, 64} {
		data, err := logoPNG(size)
		if err != nil {
			t.Fatal(err)
		}
		m, err := png.Decode(bytes.NewReader(data))
		if err != nil || m.Bounds().Dx() != size || m.Bounds().Dy() != size {
			t.Fatalf("%d: %v %v", size, m.Bounds(), err)
		}
		if _, _, _, a := m.At(0, 0).RGBA(); a != 0 {
			t.Errorf("%d: the corner is not transparent", size)
		}
		if r, _, _, a := m.At(size/2, size/8).RGBA(); a != 0xFFFF || r>>8 != 0x0B {
			t.Errorf("%d: the tile is not there", size)
		}
	}
	d := xml.NewDecoder(bytes.NewReader(logoSVG()))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
