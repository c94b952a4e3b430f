package optim

// Wrong is an option with a value of any type.
func Wrong(name string, value any) Option { return Option{name, value} }
