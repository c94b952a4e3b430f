//go:build race

package realtype

// underRace is whether the race detector watches. It cannot see the load by which an entry point takes its function.
const underRace = true
