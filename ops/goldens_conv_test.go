package ops_test

import "github.com/msrepl/msrepl/internal/optest"

// convGoldens are the convolutions.
var convGoldens = map[string]optest.Func{}
