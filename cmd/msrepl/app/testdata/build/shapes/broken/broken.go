// Package broken does not compile.
package broken

// F returns a string that is none.
func F() string { return 1 }
