// Package realtype makes named types with methods while the program runs: types of reflect with a name, fields
// of their own visibility and methods that compiled code calls by way of interfaces. It needs no cgo, no flags
// of the linker and no dependency. Package maker, beside it, makes them of types of go/types.
//
// # Making types
//
// A type is made in three steps, so that types can refer to each other: New gives it a name and a layout,
// Complete, CompleteStruct or CompleteInterface what is under the name, SetMethods its methods, promoted ones
// (Promote) included. Then there may be values of it. SetBody changes what a method does at any time. Structs
// and interfaces without a name come from Struct and Interface.
//
//	fields := []reflect.StructField{{Name: "Next", Type: nodePointer}}
//	node, err := realtype.New(realtype.Package{Path: "session/main", Name: "main"}, "Node", layout, 0, 1)
//	err = realtype.CompleteStruct(node, fields)
//	err = realtype.SetMethods(node, []realtype.Method{{Name: "String", Pointer: true, Type: stringType, Body: body}})
//
// # How it works
//
// A type is a description of the runtime's own form, in the memory of the program. The runtime finds methods of
// such a type by offsets that reflect.addReflectOff gives. What a method's offset leads to has to be code,
// and code is not made at run time: the package has NumSlots compiled entry points of two instructions, in
// groups of 32 with one tail, which load their number and jump to the function value in their slot. They have no
// frame, so for the runtime the function was called directly: a closure of the compiler, or one of reflect.MakeFunc.
//
// Three things of package reflect are used beyond its interface: addReflectOff and typesByString, which are on
// Go's list of names that stay linkable, and the form of descriptions, which changes with releases. SelfTest
// compares it with what the compiler wrote before the first type is made, and every function that makes types
// returns its error: a release that is not known is refused, and nothing crashes later. Go 1.26 and 1.27 are
// known. There are entry points for amd64 and arm64; elsewhere types have no methods, and SetMethods says so
// with ErrMethods.
//
// # What holds
//
//   - Made types are types: reflection, fmt, encodings, conversion, assertion, comparison and hashing treat
//     them as compiled ones, and so does the collector. The tests compare random types with what a compiled
//     program says of the same declarations.
//   - A value has one form everywhere. A value in an interface never changes: methods with a value receiver get
//     a copy.
//   - SetBody is atomic. It acts on all values and interfaces that exist; calls that run go on with the old
//     body.
//   - When the entry points are used up SetMethods returns ErrSlots with their number, the type has no methods, and
//     everything else goes on. They are enough for 65,536 methods with a value receiver or 131,072 with a pointer
//     receiver: more than 10,000 redefinitions of a type with five methods.
//   - All functions may be called from several goroutines.
//
// # What does not
//
//   - Types live for ever, and so do their entry points: the runtime keeps what refers to them in tables that
//     never shrink, and words of interfaces that hold types are not followed by the collector, so it cannot be known
//     that no value is left. An entry point that was given to another method would call it with a receiver of
//     another type; none is given back. All that a call brings along is the entry point, so types of different
//     layout do not share one either. Types of the same layout do, if one takes the place of the other: Succeed. And
//     what a pointer receiver promotes from a compiled type is the same code for all types that embed it at the same
//     place: they share its entry points.
//   - A method is not added to a type that exists: the runtime remembers for ever, per call site too, which
//     interfaces a type lacks, and fmt.Println alone asks for three. The new type has the same layout (Succeed);
//     memory may be looked at under it, and values in interfaces keep the old type. Methods that both have are one:
//     SetBody acts on the values of both.
//   - Methods are set before there is a value of the type.
//   - Private methods of compiled types that nothing in the program calls are not in the program; a promoted
//     one panics when it is called.
//   - recover in a body of the form Func does not stop a panic in the function that deferred the method; in
//     Code it does.
//   - A function has at most 127 parameters and results, as reflect.FuncOf sets it.
//   - Interface types without a name are other types than compiled ones with the same methods.
//
// # Arguments and the collector
//
// Functions of reflect.MakeFunc, and so methods with a Func, can lose arguments that are passed in registers,
// in some builds. reflect.makeFuncStub saves the registers in its frame as numbers, which the collector does
// not follow, and calls moveMakeFuncArgPtrs, which copies pointers among them to where it does. Until then the
// goroutine must not stop. moveMakeFuncArgPtrs is nosplit and its name begins with "reflect.", so the runtime
// does not preempt it; but it calls internal/abi.(*IntArgRegBitmap).Get. Normally that is inlined. Where it is
// not, the first three instructions of Get are a place where a signal may stop the goroutine: they come before
// the mark that forbids it, and "internal/abi." is none of the names that isAsyncSafePoint in the runtime
// knows. If a collection begins there, and ends before the goroutine runs again, the arguments are freed.
//
// Get is not inlined with -gcflags=all=-d=checkptr (functions that are nosplit count as nocheckptr, which are
// not inlined then), with -race (which instruments package reflect, and code of the runtime is not inlined
// there), and with -l. Stack arguments are not concerned: the runtime finds them in the caller's frame by
// makeFuncStub's own map. golang/go#30041 is older than arguments in registers, so another fault.
//
// How it shows: a runtime that preempts at every SIGURG (wantAsyncPreempt without its condition; nothing else
// is changed, and preemption may come at any time anyway), a thread that sends this signal to all others,
// clobberfree=1, eight goroutines that call a plain function of reflect.MakeFunc with fresh pointers. Eight
// pointers, all in registers: wrong arguments after 0.7 million calls with checkptr, 0.1 with -race, 2.6 with
// -l; none in 9.0 million as released, in 6.3 million with checkptr but for package reflect, in 5.2 million
// with -race but for package reflect, or in 4.5 million with asyncpreemptoff=1. Twelve pointers, four on the
// stack: only those in registers are lost. Four pointers on the stack, none in registers: nothing is.
//
// So signatures of all kinds are safe in programs as they are released, and none that has pointers is in the
// builds named, in which all functions of reflect.MakeFunc, those of the session included, have the fault.
// A test recognizes such a build by the machine code. Tests under checkptr are built with
// -gcflags=reflect=-d=checkptr=0, tests under the race detector with -gcflags=reflect=-race=false;
// scripts/soak-types.sh does so and calls methods under permanent collection in five builds, one of them with
// the runtime just described.
//
// # Cost
//
// On amd64 (AMD EPYC), Go 1.26: a call through an interface takes 1.3 ns if compiled, 2.0 ns if the slot has Code,
// and 150 to 200 ns by a Func, as a function of reflect.MakeFunc does; with a value receiver it allocates the copy
// besides. A struct of two fields with five methods, two of them with value receivers, leaves 2.6 KB, 3.5 KB if no
// type had its layout before, and takes about 60 µs to make. If bodies are given by a Func it is 3.5 and 7.0 KB:
// functions of reflect.MakeFunc have types that mention the layout. Code whose type mentions the type leaves 0.5 KB
// per method, a Closure nothing. A type that succeeds another with the same methods leaves 1.8 KB and takes no entry
// points. SelfTest takes 0.12 to 0.25 ms once, its reading part, which every maker runs, 0.02 to 0.05 ms. The entry
// points are 0.72 MB of the binary, 1.1 MB on arm64. BenchmarkCall, BenchmarkMake, BenchmarkSelfTest and, in package
// maker, BenchmarkDeclaredAnew measure it.
package realtype
