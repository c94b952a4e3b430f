package ops_test

import (
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/optest"
)

// table collects the rows of each family of ops.
var table = slices.Concat(convRows, lossRows, activationRows, randomRows, poolRows, normRows, padRows, imageRows, scatterRows, fftRows, colorRows, rareRows)

func TestOps(t *testing.T) { optest.Run(t, table) }

func TestOpsComplete(t *testing.T) { optest.Complete(t, "ops", table) }
