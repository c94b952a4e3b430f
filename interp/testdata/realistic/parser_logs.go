package main

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

const sample = `10.0.0.1 - [12/Mar/2024:10:15:32 +0000] "GET /index.html HTTP/1.1" 200 5120
10.0.0.2 - [12/Mar/2024:10:15:40 +0000] "GET /missing HTTP/1.1" 404 312
garbage line
10.0.0.1 - [12/Mar/2024:10:16:02 +0000] "POST /login HTTP/1.1" 302 0
10.0.0.3 - [12/Mar/2024:10:16:59 +0000] "GET /index.html HTTP/1.1" 200 5120
10.0.0.1 - [12/Mar/2024:11:01:00 +0000] "GET /report.pdf HTTP/1.1" 500 -`

type entry struct {
	ip     string
	when   time.Time
	method string
	path   string
	status int
	size   int64
}

var lineRE = regexp.MustCompile(`^(?P<ip>\S+) - \[(?P<time>[^\]]+)\] "(?P<method>[A-Z]+) (?P<path>\S+) [^"]*" (?P<status>\d{3}) (?P<size>\d+|-)$`)

func parseLine(line string) (e entry, err error) {
	m := lineRE.FindStringSubmatch(line)
	if m == nil {
		return e, fmt.Errorf("no log line: %.20q", line)
	}
	get := func(name string) string { return m[lineRE.SubexpIndex(name)] }
	e.ip, e.method, e.path = get("ip"), get("method"), get("path")
	if e.when, err = time.Parse("02/Jan/2006:15:04:05 -0700", get("time")); err != nil {
		return
	}
	if e.status, err = strconv.Atoi(get("status")); err != nil {
		return
	}
	if s := get("size"); s != "-" {
		e.size, err = strconv.ParseInt(s, 10, 64)
	}
	return
}

type stat struct {
	hits  int
	bytes int64
	last  time.Time
}

func main() {
	byIP := map[string]*stat{}
	byClass := map[int]int{}
	perMinute := make(map[time.Time][]string)
	sc := bufio.NewScanner(strings.NewReader(sample))
	bad := 0
	for n := 1; sc.Scan(); n++ {
		e, err := parseLine(sc.Text())
		if err != nil {
			bad++
			fmt.Println("skipping line", n, err)
			continue
		}
		s := byIP[e.ip]
		if s == nil {
			s = new(stat)
			byIP[e.ip] = s
		}
		s.hits++
		s.bytes += e.size
		s.last = e.when
		byClass[e.status/100]++
		key := e.when.Truncate(time.Minute)
		perMinute[key] = append(perMinute[key], e.method+e.path)
	}
	ips := make([]string, 0, len(byIP))
	for ip := range byIP {
		ips = append(ips, ip)
	}
	sort.Slice(ips, func(i, j int) bool {
		if a, b := byIP[ips[i]], byIP[ips[j]]; a.hits != b.hits {
			return a.hits > b.hits
		}
		return ips[i] < ips[j]
	})
	w := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "ip\thits\tbytes\tlast\t")
	for _, ip := range ips {
		s := byIP[ip]
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t\n", ip, s.hits, s.bytes, s.last.Format(time.Kitchen))
	}
	w.Flush()
	for class := 1; class <= 5; class++ {
		if n, ok := byClass[class]; ok {
			fmt.Printf("%dxx: %s\n", class, strings.Repeat("#", n))
		}
	}
	var minutes []time.Time
	for m := range perMinute {
		minutes = append(minutes, m)
	}
	sort.Slice(minutes, func(i, j int) bool { return minutes[i].Before(minutes[j]) })
	for _, m := range minutes {
		fmt.Println(m.Format("15:04"), perMinute[m])
	}
	fmt.Println("bad:", bad)
}
