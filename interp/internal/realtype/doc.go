// Package realtype makes named types with methods at run time: reflect types with a name, with exported and
// unexported fields, and with methods that compiled code can call through interfaces. It needs no cgo, no linker flags
// and no dependencies. Package maker makes them from types of go/types.
//
// # Making types
//
// A type is made in three steps, so that types can refer to each other: New sets its name and layout, Complete,
// CompleteStruct or CompleteInterface the underlying type, SetMethods the methods, including promoted ones (Promote).
// After that, values of the type can be made. SetBody changes the body of a method at any time. Struct and Interface
// return unnamed structs and interfaces.
//
//	fields := []reflect.StructField{{Name: "Next", Type: nodePointer}}
//	node, err := realtype.New(realtype.Package{Path: "session/main", Name: "main"}, "Node", layout, 0, 1)
//	err = realtype.CompleteStruct(node, fields)
//	err = realtype.SetMethods(node, []realtype.Method{{Name: "String", Pointer: true, Type: stringType, Body: body}})
//
// # How it works
//
// A type is a descriptor in the format of the runtime, in ordinary memory. The runtime finds the methods of such a
// type by offsets that reflect.addReflectOff assigns. A method's offset has to refer to code, and no code is generated
// at run time: the package has NumSlots compiled entry points of two instructions, in groups of 32 that share a tail,
// which load their number and jump to the function value in their slot. They have no frame, so the runtime sees a
// direct call of the function: a closure of the compiler, or one of reflect.MakeFunc.
//
// The package depends on three internals of package reflect: addReflectOff and typesByString, which are on Go's list
// of names that stay linkable, and the format of descriptors, which changes between releases. Before the first type is
// made, SelfTest compares the format with descriptors written by the compiler, and every function that makes types
// returns its error: an unsupported release is refused, and nothing crashes later. Go 1.26 and 1.27 are supported.
// There are entry points for amd64 and arm64; on other processors types cannot have methods, and SetMethods returns
// ErrMethods.
//
// # Guarantees
//
//   - Made types behave like compiled ones in reflection, fmt, encodings, conversion, assertion, comparison and
//     hashing, and for the garbage collector. The tests compare random types with the output of a compiled program
//     with the same declarations.
//   - A value has the same representation everywhere. A value in an interface never changes: methods with a value
//     receiver get a copy.
//   - SetBody is atomic. It applies to all existing values and interfaces; active calls continue with the old body.
//   - When the entry points are used up, SetMethods returns ErrSlots with their number, the type has no methods, and
//     everything else keeps working. They suffice for 65,536 methods with a value receiver or 131,072 with a pointer
//     receiver: more than 10,000 redefinitions of a type with five methods.
//   - All functions may be called from several goroutines.
//
// # Limitations
//
//   - Types live forever, and so do their entry points: the runtime keeps references to them in tables that never
//     shrink, and the garbage collector does not follow the type words of interfaces, so it cannot be known that no
//     value is left. An entry point reused for another method would be called with a receiver of another type, so
//     none is reused. A call identifies its method only by the entry point, so types of different layouts do not share
//     one either. Types of the same layout do if one replaces the other (Succeed). The code of a method promoted from
//     a compiled type to a pointer receiver is the same for all types that embed it at the same place: these share
//     its entry points.
//   - No method is added to an existing type: the runtime caches forever, also per call site, which interfaces a type
//     does not implement, and fmt.Println alone checks for three. The new type has the same layout (Succeed); memory
//     may be accessed as the new type, and values in interfaces keep the old type. Methods that both have are shared:
//     SetBody applies to the values of both.
//   - Methods must be set before there is a value of the type.
//   - Unexported methods of compiled types that are never called are not in the program; a promoted
//     one panics when it is called.
//   - recover in a body of the form Func does not stop a panic in the function that deferred the method; in
//     Code it does.
//   - A function has at most 127 parameters and results, as reflect.FuncOf sets it.
//   - Interface types without a name are other types than compiled ones with the same methods.
//
// # Arguments and the garbage collector
//
// In some builds, functions of reflect.MakeFunc, and so methods with a Func, can lose arguments that are passed in
// registers. reflect.makeFuncStub saves the registers in its frame as numbers, which the garbage collector does not
// follow, and calls moveMakeFuncArgPtrs, which copies the pointers among them to where it does. Until then the
// goroutine must not be preempted. moveMakeFuncArgPtrs is nosplit and its name begins with "reflect.", so the runtime
// does not preempt it; but it calls internal/abi.(*IntArgRegBitmap).Get. Normally that is inlined. Where it is not, a
// signal may preempt the goroutine at the first three instructions of Get: they precede the mark that forbids
// preemption, and "internal/abi." is not among the names in isAsyncSafePoint of the runtime. If a collection begins
// there, and ends before the goroutine runs again, the arguments are freed.
//
// Get is not inlined with -gcflags=all=-d=checkptr (nosplit functions count as nocheckptr, which then are not
// inlined), with -race (which instruments package reflect, and code of the runtime is not inlined there), and with -l.
// Stack arguments are not affected: the runtime finds them in the caller's frame by makeFuncStub's own map.
// golang/go#30041 is older than register arguments, so it is another bug.
//
// To reproduce it: a runtime that preempts at every SIGURG (wantAsyncPreempt without its condition; nothing else is
// changed, and preemption may come at any time anyway), a thread that sends this signal to all others, clobberfree=1,
// and eight goroutines that call a plain function of reflect.MakeFunc with fresh pointers. With eight pointers, all in
// registers, arguments are wrong after 0.7 million calls with checkptr, 0.1 with -race, 2.6 with -l; none are wrong in
// 9.0 million calls in a release build, in 6.3 million with checkptr except for package reflect, in 5.2 million with
// -race except for package reflect, or in 4.5 million with asyncpreemptoff=1. With twelve pointers, four of them on
// the stack, only those in registers are lost. With four pointers on the stack and none in registers, none is lost.
//
// So all signatures are safe in release builds, and none with pointers is safe in the builds above, where the bug
// affects all functions of reflect.MakeFunc, including those of the session. A test recognizes such a build by its
// machine code. Tests under checkptr are built with -gcflags=reflect=-d=checkptr=0, tests under the race detector with
// -gcflags=reflect=-race=false; scripts/soak-types.sh does so and calls methods under permanent collection in five
// builds, one of them with the runtime described above.
//
// # Cost
//
// On amd64 (AMD EPYC) with Go 1.26, a call through an interface takes 1.3 ns if compiled, 2.0 ns if the slot has Code,
// and 150 to 200 ns with a Func, as for a function of reflect.MakeFunc; a call with a value receiver also allocates
// the copy. A struct of two fields with five methods, two of them with value receivers, permanently takes 2.6 KB, or
// 3.5 KB if it is the first type of its layout, and takes about 60 µs to make. With bodies given as Func, the figures
// are 3.5 and 7.0 KB: functions of reflect.MakeFunc have types that mention the layout. Code whose function type
// mentions the type takes 0.5 KB per method, a Closure nothing. A type that succeeds another with the same methods
// takes 1.8 KB and no entry points. SelfTest takes 0.12 to 0.25 ms once; its read-only part, which every program that
// makes types runs, 0.02 to 0.05 ms. The entry points take 0.72 MB of the binary, 1.1 MB on arm64. The benchmarks are
// BenchmarkCall, BenchmarkMake, BenchmarkSelfTest and, in package maker, BenchmarkDeclaredAnew.
package realtype
