package nn_test

import (
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestEachISA checks that the digits that tests record hold under every instruction set.
func TestEachISA(t *testing.T) { testenv.EachISA(t, ".") }
