//go:build race

package realtype

// underRace reports whether the race detector is enabled. It cannot see the load of the function by an entry point.
const underRace = true
