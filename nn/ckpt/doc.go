// Package ckpt saves and loads the parameters of networks: mindspore.save_checkpoint, load_checkpoint and
// load_param_into_net.
//
//	err := ckpt.Save(net, "dense.ckpt")
//	params, err := ckpt.Load("dense.ckpt")
//	notLoaded, notUsed := ckpt.LoadInto(net, params)
//
// Files are MindSpore's own .ckpt, which both sides read, .safetensors, and, for reading, PyTorch's .pt and .pth.
// They are written to a temporary file that is renamed when it is complete. Truncated, corrupt or malicious files
// give errors that say what is wrong; reading takes memory in proportion to the size of the file, not to sizes in it.
//
// [Save] and [Load] return errors for problems with files. Parameters that do not fit a network, in [LoadInto], are
// misuse and panic with a *tensor.Error, as they raise an error in MindSpore; a warning is logged where MindSpore
// logs one.
//
// A .ckpt file is one protobuf message in the schema of mindspore/utils/checkpoint.proto, written as a separate
// message for each parameter:
//
//	message Checkpoint { repeated Value value = 1; }
//	message Value { required string tag = 1; oneof value { TensorProto tensor = 2; MapTensorProto maptensor = 3; } }
//	message TensorProto { repeated int64 dims = 1; required string tensor_type = 2; required bytes tensor_content = 3; }
//
// A tensor of more than 512 MiB is stored as several values with the same tag, each with a part of the elements. The
// elements are in row-major order, little-endian. A tensor without axes has dims [0], a string is of type str in
// UTF-32.
package ckpt
