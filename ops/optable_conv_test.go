package ops_test

import "github.com/msrepl/msrepl/internal/optest"

// convRows try the convolutions.
var convRows = []optest.Row{}
