// Functions without a body are linked from the runtime: this file lets the compiler accept them.
