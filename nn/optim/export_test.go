package optim

// Wrong is an option with a value of any type.
func Wrong(keyword string, value any) Option { return Option{keyword, value} }
