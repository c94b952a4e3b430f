//go:build !race

package realtype

// underRace reports whether the race detector is enabled.
const underRace = false
