package nn

// HasModule tells whether TypeOf knows the layer.
func HasModule(name string) bool { return moduleOf[name] != "" }
