//go:build !race

package realtype

// underRace is whether the race detector watches.
const underRace = false
