package nn

// HasModule reports whether TypeOf has the module of a layer.
func HasModule(name string) bool { return modules.Find(name) != "" }

// Wrong is an option with a value of any type.
func Wrong(name string, value any) Option { return Option{name, value} }
