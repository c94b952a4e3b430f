//go:build !linux

package realtype

import "time"

func bombard(time.Time) {}
