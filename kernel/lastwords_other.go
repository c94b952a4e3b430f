//go:build !unix

package kernel

import "github.com/msrepl/msrepl/internal/session/lastwords"

// lastNote is for systems on which connections can outlive a process.
func (k *kernel) lastNote() (text []byte, fds []int) { return nil, nil }

// LastWords does nothing here.
func LastWords(lastwords.Words, []byte, []int) {}
