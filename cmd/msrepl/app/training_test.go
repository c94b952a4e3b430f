package app

import (
	"path/filepath"
	"testing"
)

// TestTraining types the sessions of the page on training.
func TestTraining(t *testing.T) {
	for _, session := range fences(t, filepath.Join("..", "..", "..", "docs", "training.md"))["text"] {
		checkSession(t, session)
	}
}
