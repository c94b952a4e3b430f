package newest

import (
	"reflect"
	"testing"
)

type (
	a struct{ N int }
	b struct{ N int }
	c struct{ N int }
)

func TestType(t *testing.T) {
	was, then, now := reflect.TypeFor[a](), reflect.TypeFor[b](), reflect.TypeFor[c]()
	Renew(was, then)
	Renew(then, now)
	for old, want := range map[any]any{
		a{1}: c{1}, b{2}: c{2}, c{3}: c{3}, [1]a{{4}}: [1]c{{4}}, 5: 5,
	} {
		if got := Value(old); got != want {
			t.Errorf("Value(%#v) = %#v, want %#v", old, got, want)
		}
	}
	if got := Value(map[a][]*b{}); reflect.TypeOf(got) != reflect.TypeFor[map[c][]*c]() {
		t.Errorf("the newest of a map is %T", got)
	}
	Renew(now, was) // a cell that failed gives the place back
	if got := Type(then); got != was {
		t.Errorf("the newest of %v is %v, want %v", then, got, was)
	}
	for _, x := range []reflect.Type{was, then, now} {
		Forget(x)
	}
	newer.Range(func(old, now any) bool {
		t.Errorf("%v → %v is left", old, now)
		return true
	})
}
