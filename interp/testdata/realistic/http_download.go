package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
)

type progress struct {
	io.Reader
	total, chunks int
}

func (p *progress) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	p.total += n
	if n > 0 {
		p.chunks++
	}
	return n, err
}

var errChecksum = errors.New("checksum differs")

// download saves a URL to a file, which is complete or not there.
func download(ctx context.Context, client *http.Client, url, dest, sum string) (n int64, err error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return 0, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return 0, fmt.Errorf("get %s: %s", filepath.Base(url), resp.Status)
	}
	tmp := dest + ".part"
	f, err := os.Create(tmp)
	if err != nil {
		return 0, err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			os.Remove(tmp)
			return
		}
		err = os.Rename(tmp, dest)
	}()
	h := sha256.New()
	p := &progress{Reader: resp.Body}
	if n, err = io.Copy(io.MultiWriter(f, h), p); err != nil {
		return n, err
	}
	if got := hex.EncodeToString(h.Sum(nil)); !strings.HasPrefix(got, sum) {
		return n, fmt.Errorf("%s: %w", filepath.Base(dest), errChecksum)
	}
	if int64(p.total) != n {
		return n, fmt.Errorf("progress counted %d", p.total)
	}
	return n, nil
}

func main() {
	content := bytes.Repeat([]byte("0123456789abcdef\n"), 300)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/plain":
			w.Write(content)
		case "/zip":
			w.Header().Set("Content-Encoding", "gzip")
			zw := gzip.NewWriter(w)
			defer zw.Close()
			for s := bufio.NewScanner(bytes.NewReader(content)); s.Scan(); {
				fmt.Fprintln(zw, strings.ToUpper(s.Text()))
			}
		default:
			http.NotFound(w, r)
		}
	}))
	defer srv.Close()
	dir, err := os.MkdirTemp("", "dl")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)

	sum := sha256.Sum256(content)
	good := hex.EncodeToString(sum[:4])
	ctx, cancel := context.WithCancel(context.Background())
	for i, c := range []struct{ path, sum string }{{"/plain", good}, {"/plain", "ffff"}, {"/zip", ""}, {"/zip", good}, {"/missing", ""}} {
		n, err := download(ctx, srv.Client(), srv.URL+c.path, filepath.Join(dir, fmt.Sprint("f", i)), c.sum)
		fmt.Println(c.path, n, err, errors.Is(err, errChecksum))
	}
	cancel()
	_, err = download(ctx, srv.Client(), srv.URL+"/plain", filepath.Join(dir, "late"), good)
	fmt.Println("canceled:", errors.Is(err, context.Canceled))
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		info, _ := f.Info()
		fmt.Println(f.Name(), info.Size())
	}
}
