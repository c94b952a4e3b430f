package realtype

import "testing"

func TestSelf(t *testing.T) {
	must(t, SelfTest())
	if err := CheckBuild(); err != nil {
		t.Fatal(err)
	}
}
