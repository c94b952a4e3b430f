package ops

// Wrong is an option with a value of any type.
func Wrong(name string, value any) Option { return Option{name, value} }

// Choose returns the index that Multinomial draws at a share of all weights.
func Choose(weights []float64, share float64) int {
	c := choice{weights: weights, sums: make([]float64, len(weights))}
	c.weigh("")
	return c.draw(share)
}
