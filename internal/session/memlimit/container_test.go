package memlimit

import (
	"os"
	"path/filepath"
	"testing"
)

func TestContainer(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  int64 // 0 for none
	}{
		{"no container", nil, 0},
		{"own name space", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "536870912\n"}, 512 << 20},
		{"no limit", map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "max\n"}, 0},
		{"the pod's is less", map[string]string{
			"proc/self/cgroup":             "0::/pod/me\n",
			"sys/fs/cgroup/pod/memory.max": "1000\n", "sys/fs/cgroup/pod/me/memory.max": "2000\n",
		}, 1000},
		{"version 1", map[string]string{
			"proc/self/cgroup": "5:cpu,cpuacct:/x\n4:memory:/x\n0::/\n", "sys/fs/cgroup/memory/x/memory.limit_in_bytes": "3000\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}, 3000},
		{"nonsense", map[string]string{"proc/self/cgroup": "x\n0:\n", "sys/fs/cgroup/memory.max": "?\n"}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			for name, text := range tt.files {
				file := filepath.Join(root, name)
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if got, ok := Container(root); got != tt.want || ok != (tt.want > 0) {
				t.Errorf("%d, %v; want %d", got, ok, tt.want)
			}
		})
	}
}
