package raster

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"testing"
)

// TestDecode checks that a picture is decoded, and that one whose size does not fit into memory is an error.
func TestDecode(t *testing.T) {
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	if img, err := Decode(file.Bytes()); err != nil || img.Bounds().Dx() != 3 {
		t.Errorf("got %v, %v", img, err)
	}
	const header = 16 // where width and height begin
	raw := file.Bytes()
	binary.BigEndian.PutUint32(raw[header:], 1<<20)
	binary.BigEndian.PutUint32(raw[header+4:], 1<<20)
	binary.BigEndian.PutUint32(raw[header+13:], crc32.ChecksumIEEE(raw[12:header+13]))
	if _, err := Decode(raw); err == nil || err.Error() != "the picture does not fit into memory" {
		t.Errorf("a picture of 2^40 pixels: %v", err)
	}
}
