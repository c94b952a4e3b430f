package kernel

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
)

// Defaults of the kernelspec's directory name, which --kernel takes, and of the name shown in menus.
const (
	specName    = "msrepl"
	displayName = "msrepl (Go)"
)

// InstallOptions sets where the kernel is installed. At most one of Prefix and SysPrefix may be set; by default it is
// installed for the user.
type InstallOptions struct {
	Prefix    string // below DIR/share/jupyter
	SysPrefix bool   // for the active virtual or conda environment
	Command   string // the msrepl binary; "" is the running one

	Name        string            // of the kernelspec; "" is msrepl
	DisplayName string            // what menus show; "" is msrepl (Go)
	Env         map[string]string // set for the kernel
}

// name returns the name of the kernelspec. Jupyter restricts the characters of names.
func (o *InstallOptions) name() (string, error) {
	if o.Name == "" {
		return specName, nil
	}
	if !validName().MatchString(o.Name) {
		return "", fmt.Errorf("--name %q: Jupyter takes ASCII letters, digits, and the characters . - _", o.Name)
	}
	return strings.ToLower(o.Name), nil // Jupyter looks it up in lower case
}

var validName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z0-9._-]*[A-Za-z0-9_-][A-Za-z0-9._-]*$`)
})

// Install writes the kernelspec: kernel.json, which starts the binary by its absolute path, and
// logos. It returns the directory. An earlier installation is overwritten.
func Install(o InstallOptions) (dir string, err error) {
	if dir, err = specDir(o); err != nil {
		return "", err
	}
	command, err := commandPath(o.Command)
	if err != nil {
		return "", err
	}
	files, err := specFiles(command, o)
	if err != nil {
		return "", err
	}
	if err := writeSpecFiles(dir, files); err != nil {
		return "", fmt.Errorf("the kernelspec was not written to %s: %w; %s", dir, err, elsewhere)
	}
	return dir, nil
}

func writeSpecFiles(dir string, files map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// elsewhere is the hint for when the kernelspec cannot be written.
const elsewhere = "--prefix DIR installs the kernel below another directory"

// Uninstall removes the kernelspec that Install wrote with the same options, and returns its directory. It returns an
// error if there is none.
func Uninstall(o InstallOptions) (dir string, err error) {
	if dir, err = specDir(o); err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, "kernel.json")); errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("no kernel in %s", dir)
	}
	return dir, os.RemoveAll(dir)
}

// kernelSpec is the content from reading kernel.json.
type kernelSpec struct {
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"`
	Env           map[string]string `json:"env,omitempty"`
	Metadata      map[string]any    `json:"metadata"`
}

func specFiles(command string, o InstallOptions) (map[string][]byte, error) {
	shown := o.DisplayName
	shown = cmp.Or(shown, displayName)
	spec, err := json.MarshalIndent(kernelSpec{
		Argv: []string{command, "kernel", "{connection_file}"}, DisplayName: shown, Language: "go",
		InterruptMode: "message", Env: o.Env, Metadata: map[string]any{"debugger": true},
	}, "", " ")
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"kernel.json": append(spec, '\n'), "logo-svg.svg": logoSVG()}
	for _, size := range []int{32, 64} {
		if files[fmt.Sprintf("logo-%dx%d.png", size, size)], err = logoPNG(size); err != nil {
			return nil, err
		}
	}
	return files, nil
}

func commandPath(command string) (string, error) {
	if command == "" {
		return os.Executable()
	}
	return filepath.Abs(command)
}

// specDir returns the directory of the kernelspec, by the rules of jupyter_core's paths.py.
func specDir(o InstallOptions) (string, error) {
	name, err := o.name()
	if err != nil {
		return "", err
	}
	var data string
	switch {
	case o.Prefix != "" && o.SysPrefix:
		return "", errors.New("--prefix and --sys-prefix exclude each other")
	case o.Prefix != "":
		data = filepath.Join(o.Prefix, "share", "jupyter")
	case o.SysPrefix:
		prefix := environmentPrefix()
		if prefix == "" {
			return "", errors.New("--sys-prefix: neither VIRTUAL_ENV nor CONDA_PREFIX is set; activate an environment, or use --prefix DIR")
		}
		data = filepath.Join(prefix, "share", "jupyter")
	default:
		if data, err = userDataDir(); err != nil {
			return "", fmt.Errorf("%w; %s", err, elsewhere)
		}
	}
	return filepath.Abs(filepath.Join(data, "kernels", name))
}

func environmentPrefix() string {
	if v := os.Getenv("VIRTUAL_ENV"); v != "" {
		return v
	}
	return os.Getenv("CONDA_PREFIX")
}

// userDataDir returns Jupyter's data directory of the user.
func userDataDir() (string, error) {
	if v := os.Getenv("JUPYTER_DATA_DIR"); v != "" {
		return v, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	switch runtime.GOOS {
	case "darwin":
		return filepath.Join(home, "Library", "Jupyter"), nil
	case "windows":
		if v := os.Getenv("APPDATA"); v != "" {
			return filepath.Join(v, "jupyter"), nil
		}
		return filepath.Join(home, ".jupyter", "data"), nil
	}
	if v := os.Getenv("XDG_DATA_HOME"); v != "" {
		return filepath.Join(v, "jupyter"), nil
	}
	return filepath.Join(home, ".local", "share", "jupyter"), nil
}
