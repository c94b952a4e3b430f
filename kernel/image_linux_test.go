package kernel

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestImages builds the images of docs/deploy and runs what they start, each as the user of the image in the root of
// the image, which is read-only. The bases come from registries, which tests do not ask: they are empty here, and
// what the lines of the files need of them while they build is lent by this machine.
func TestImages(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles everything as releases are compiled")
	}
	if os.Getuid() != 0 {
		t.Skip("only root can build images without a service")
	}
	needPrograms(t, "buildah", "unshare", "mount", "chroot")
	before := syscall.Umask(0o022) // the users of images must be able to read what is in them
	t.Cleanup(func() { syscall.Umask(before) })
	b := newImages(t)
	t.Run("the kernel alone", b.kernelAlone)
	t.Run("hub", b.hub)
	t.Run("gateway", b.gateway)
}

// imageBuilder keeps images in a store of the test's own.
type imageBuilder struct {
	t      *testing.T
	dir    string
	tools  string   // holds go, and a pip that only notes what it is to install
	system []string // volumes with the shell and its libraries
}

// builtImage is what there is to know of one that has been built.
type builtImage struct {
	root   string // its files
	User   string
	Env    []string
	Enter  []string `json:"Entrypoint"`
	Cmd    []string
	Folder string `json:"WorkingDir"`
}

func newImages(t *testing.T) *imageBuilder {
	t.Helper()
	b := &imageBuilder{t: t, dir: t.TempDir()}
	b.tools = filepath.Join(b.dir, "tools")
	files := map[string]string{
		"tools/pip":   "#!/bin/sh\necho \"$@\" >/installed\n",
		"ignore":      ".git\nbin\n",
		"base/file":   "FROM scratch\nCOPY passwd /etc/passwd\nENV NB_UID=1000\n", // what the hub's image has
		"base/passwd": "root:x:0:0::/:/bin/sh\n",
		"tmp/.keep":   "",
	}
	for name, text := range files {
		path := filepath.Join(b.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(goEnv(t, "GOROOT"), "bin/go"), filepath.Join(b.tools, "go")); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{"/bin", "/lib", "/lib64"} {
		if _, err := os.Stat(place); err == nil {
			b.system = append(b.system, "-v", place+":"+place+":ro")
		}
	}
	return b
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	return strings.TrimSpace(testenv.Go(t, "env", name))
}

// buildah runs a command on the test's store.
func (b *imageBuilder) buildah(args ...string) string {
	b.t.Helper()
	store := []string{"--root", filepath.Join(b.dir, "store"), "--runroot", filepath.Join(b.dir, "run"), "--storage-driver", "vfs"}
	cmd := exec.Command("buildah", append(store, args...)...)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("buildah %v: %w\n%s%s", args, err, out, said.String())
		if isForbidden(err) {
			needPermission(b.t, err)
		}
		b.t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// build makes an image of a file of docs/deploy, without asking a registry, and unpacks it.
func (b *imageBuilder) build(tag, file string, args ...string) builtImage {
	b.t.Helper()
	b.buildah(slices.Concat([]string{
		"bud", "--isolation", "chroot", "--pull-never", "--ignorefile", filepath.Join(b.dir, "ignore"), "-t", tag, "-f", file,
		"-v", b.tools + ":/usr/local/sbin:ro", "-v", filepath.Join(b.dir, "tmp") + ":/tmp",
	}, b.system, args, []string{".."})...)
	var info struct {
		OCI struct {
			Config builtImage `json:"config"`
		} `json:"OCIv1"`
	}
	if err := json.Unmarshal([]byte(b.buildah("inspect", "--type", "image", tag)), &info); err != nil {
		b.t.Fatal(err)
	}
	m := info.OCI.Config
	m.root = b.buildah("mount", b.buildah("from", "--pull-never", tag))
	return m
}

// command starts a program of the image as a container does.
func (m *builtImage) command(argv ...string) *exec.Cmd {
	const script = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec chroot --groups= --userspec="$USERSPEC" "$0" "$@"`
	cmd := exec.Command("unshare", append([]string{"-m", "sh", "-c", script, m.root}, argv...)...)
	uid, gid, _ := strings.Cut(m.User, ":")
	cmd.Env = append(m.Env, "USERSPEC="+uid+":"+cmp.Or(gid, uid))
	return cmd
}

// session starts a kernel with a connection file in the place of the word {connection_file}.
func (m *builtImage) session(t *testing.T, argv []string) {
	t.Helper()
	conn := tcpConnection(t, "key")
	text, err := json.Marshal(conn)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(m.root, "connection.json"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	argv = slices.Clone(argv)
	argv[slices.Index(argv, "{connection_file}")] = "/connection.json"
	cmd := m.command(argv...)
	log := &logBuffer{}
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	c := connect(t, conn)
	uid, _, _ := strings.Cut(m.User, ":")
	for code, want := range map[string]string{
		"os.Getuid()":                           uid,
		`os.WriteFile("/tmp-file", nil, 0o644)`: "open /tmp-file: read-only file system",
		"tensor.New([]int{1, 2}).Sum().Item()":  "3",
	} {
		if got := result(c.execute(code)); got != want {
			t.Errorf("%s is %s, want %s", code, got, want)
		}
	}
	c.request("control", "shutdown_request", struct{}{})
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, log)
	}
}

func (b *imageBuilder) kernelAlone(t *testing.T) {
	b.t = t
	goroot := goEnv(t, "GOROOT")
	m := b.build(
		"localhost/msrepl", "../docs/deploy/Containerfile", "--build-arg", "BUILDER=scratch", "--build-arg", "BASE=scratch",
		"-v", "/usr:/usr:ro", "-v", b.tools+":/usr/local/sbin:ro", "-v", goroot+":"+goroot+":ro",
		"-v", goEnv(t, "GOMODCACHE")+":/go/pkg/mod", "-v", goEnv(t, "GOCACHE")+":/.cache/go-build",
	)
	if m.User != "65532:65532" || !slices.Equal(m.Enter, []string{"/usr/local/bin/msrepl"}) || m.Cmd != nil {
		t.Errorf("the image is %+v", m)
	}
	out, err := m.command(append(m.Enter, "-e", "6 * 7")...).CombinedOutput()
	if err != nil || string(out) != "42\n" {
		t.Fatalf("%v: %s", err, out)
	}
	m.session(t, append(m.Enter, "kernel", "{connection_file}"))
}

func (b *imageBuilder) hub(t *testing.T) {
	b.t = t
	b.buildah("bud", "-t", "localhost/base", "-f", filepath.Join(b.dir, "base/file"), filepath.Join(b.dir, "base"))
	m := b.build("localhost/msrepl-hub", "../docs/deploy/Containerfile.hub", "--build-arg", "BASE=localhost/base")
	text, err := os.ReadFile(filepath.Join(m.root, "usr/local/share/jupyter/kernels/msrepl/kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	var spec kernelSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		t.Fatal(err)
	}
	if m.User != "1000" {
		t.Errorf("the user is %q", m.User)
	}
	m.session(t, spec.Argv)
}

func (b *imageBuilder) gateway(t *testing.T) {
	b.t = t
	m := b.build("localhost/msrepl-gateway", "../docs/deploy/enterprise-gateway/Containerfile", "--build-arg", "BASE=scratch")
	if m.User != "1000:100" || m.Folder != "/tmp" || len(m.Cmd) != 1 || m.Enter != nil {
		t.Fatalf("the image is %+v", m)
	}
	launcher, err := os.Stat(filepath.Join(m.root, m.Cmd[0]))
	if err != nil || launcher.Mode().Perm() != 0o755 {
		t.Errorf("the launcher is %v; %v", launcher, err)
	}
	installed, err := os.ReadFile(filepath.Join(m.root, "installed"))
	if err != nil || string(installed) != "install --no-cache-dir pycryptodomex\n" {
		t.Errorf("pip was told %q; %v", installed, err)
	}
	// The launcher ends with this, in a place that it may enter; TestGatewayLauncher runs the rest of it.
	m.session(t, []string{"/usr/local/bin/msrepl", "kernel", "{connection_file}"})
}
