package realtype

import "testing"

func TestSelf(t *testing.T) {
	if err := SelfTest(); err != nil {
		t.Fatal(err)
	}
	if err := CheckBuild(); err != nil {
		t.Fatal(err)
	}
}
