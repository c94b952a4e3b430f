package numtext

import "testing"

func BenchmarkStr(b *testing.B) {
	vals := make([]float32, 1<<20)
	for i := range vals {
		vals[i] = float32(i) / 7
	}
	all := opts(func(o *Options) { o.Threshold = len(vals) })
	b.Run("million", func(b *testing.B) {
		for b.Loop() {
			_ = Str(Dense(vals, len(vals)), all)
		}
	})
	b.Run("summary", func(b *testing.B) {
		for b.Loop() {
			_ = Str(Dense(vals, len(vals)), Defaults())
		}
	})
}
