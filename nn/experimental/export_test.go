package experimental

// Wrong is an option with a value of any type.
func Wrong(name string, value any) Option { return Option{name, value} }

// WrongScheduler is an option of a scheduler with a value of any type.
func WrongScheduler(name string, value any) SchedulerOption {
	return SchedulerOption{name, value}
}
