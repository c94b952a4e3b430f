// This file lets scope.go declare functions without bodies, which the linker takes from the runtime.
