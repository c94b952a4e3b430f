package main

import (
	"container/heap"
	"fmt"
)

type Priority int

const (
	Low Priority = iota + 1
	Normal
	High
)

func (p Priority) String() string {
	switch p {
	case Low:
		return "low"
	case Normal:
		return "normal"
	case High:
		return "high"
	}
	return fmt.Sprintf("priority %d", int(p))
}

type Job struct {
	Name string
	Priority
	seq   int
	index int
	cost  int
}

type queue []*Job

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].Priority != q[j].Priority {
		return q[i].Priority > q[j].Priority
	}
	return q[i].seq < q[j].seq
}
func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}
func (q *queue) Push(x any) {
	j := x.(*Job)
	j.index = len(*q)
	*q = append(*q, j)
}
func (q *queue) Pop() any {
	old := *q
	n := len(old)
	j := old[n-1]
	old[n-1] = nil
	*q = old[:n-1]
	j.index = -1
	return j
}

type Scheduler struct {
	q     queue
	seq   int
	clock int
	onRun []func(j *Job, at int)
}

func (s *Scheduler) Add(name string, p Priority, cost int) *Job {
	s.seq++
	j := &Job{Name: name, Priority: p, seq: s.seq, cost: cost}
	heap.Push(&s.q, j)
	return j
}

func (s *Scheduler) Change(j *Job, p Priority) bool {
	if j.index < 0 {
		return false
	}
	j.Priority = p
	heap.Fix(&s.q, j.index)
	return true
}

func (s *Scheduler) Cancel(j *Job) {
	if j.index >= 0 {
		heap.Remove(&s.q, j.index)
	}
}

func (s *Scheduler) Run(budget int) (done int) {
	for s.q.Len() > 0 {
		if next := s.q[0]; next.cost > budget {
			break
		}
		j := heap.Pop(&s.q).(*Job)
		for _, f := range s.onRun {
			f(j, s.clock)
		}
		budget -= j.cost
		s.clock += j.cost
		done++
	}
	return done
}

func main() {
	var s Scheduler
	total := map[Priority]int{}
	s.onRun = append(s.onRun,
		func(j *Job, at int) { fmt.Printf("t=%-2d %s (%v)\n", at, j.Name, j.Priority) },
		func(j *Job, _ int) { total[j.Priority] += j.cost })
	s.Add("backup", Low, 5)
	mail := s.Add("mail", Normal, 2)
	s.Add("deploy", High, 3)
	lint := s.Add("lint", Normal, 1)
	s.Add("test", Normal, 4)
	fmt.Println("ran", s.Run(6))
	fmt.Println(s.Change(mail, Low), s.Change(lint, High), lint.index, mail.Priority)
	s.Add("hotfix", High, 1)
	stale := s.Add("stale", High, 100)
	s.Cancel(stale)
	fmt.Println("ran", s.Run(100), "left", s.q.Len())
	fmt.Println(total[Low], total[Normal], total[High], Priority(7))
}
