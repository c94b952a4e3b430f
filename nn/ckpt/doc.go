// Package ckpt saves and loads the parameters of networks: mindspore.save_checkpoint, load_checkpoint and
// load_param_into_net.
//
//	err := ckpt.Save(net, "dense.ckpt")
//	params, err := ckpt.Load("dense.ckpt")
//	notLoaded, notUsed := ckpt.LoadInto(net, params)
//
// Formats are MindSpore's .ckpt, compatible in both directions, .safetensors, and, for reading only, .pt and .pth of
// PyTorch. Files are written to a temporary file, which is renamed when complete. Truncated, corrupt or malicious
// files produce errors that describe the problem; memory use is proportional to the size of the file, not to the
// sizes that it declares.
//
// Problems with files are errors that [Save] and [Load] return. Parameters that do not fit a network in [LoadInto]
// are misuse, which panics with a *tensor.Error, as in MindSpore. Warnings are logged where MindSpore logs them.
//
// A .ckpt file is one protobuf message in the schema of mindspore/utils/checkpoint.proto, written as a separate
// message for each parameter:
//
//	message Checkpoint { repeated Value value = 1; }
//	message Value { required string tag = 1; oneof value { TensorProto tensor = 2; MapTensorProto maptensor = 3; } }
//	message TensorProto { repeated int64 dims = 1; required string tensor_type = 2; required bytes tensor_content = 3; }
//
// A tensor of more than 512 MiB is split into several values with the same tag, each with a part of the elements. The
// elements are in row-major order, little-endian. A tensor without axes has dims [0], a string is of type str in
// UTF-32.
package ckpt
