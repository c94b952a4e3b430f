package symbols

import stdgeneric "github.com/traefik/yaegi/stdlib/generic"

// Each new yaegi compiles the generic packages of the standard library from these texts, for longer than all else
// takes that a session needs to start. Generic code never reaches it: the front end makes copies of what is used.
func init() {
	for i := range stdgeneric.Sources {
		stdgeneric.Sources[i] = "package generic"
	}
}
