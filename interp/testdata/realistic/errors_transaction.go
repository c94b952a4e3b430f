package main

import (
	"errors"
	"fmt"
	"maps"
)

type DB struct {
	data   map[string]int
	active *Tx
	stats  struct{ commits, rollbacks int }
}

type Tx struct {
	db      *DB
	changes map[string]*int
	done    bool
}

var (
	ErrTxDone   = errors.New("transaction is over")
	ErrNested   = errors.New("a transaction is active")
	ErrOverdraw = errors.New("overdraw")
)

func (db *DB) Begin() (*Tx, error) {
	if db.active != nil {
		return nil, ErrNested
	}
	db.active = &Tx{db: db, changes: make(map[string]*int)}
	return db.active, nil
}

func (tx *Tx) Get(key string) (v int, ok bool) {
	if p, changed := tx.changes[key]; changed {
		if p == nil {
			return 0, false
		}
		return *p, true
	}
	v, ok = tx.db.data[key]
	return
}

func (tx *Tx) Set(key string, v int) error {
	if tx.done {
		return fmt.Errorf("set %s: %w", key, ErrTxDone)
	}
	tx.changes[key] = &v
	return nil
}

func (tx *Tx) Delete(key string) { tx.changes[key] = nil }

func (tx *Tx) end() bool {
	if tx.done {
		return false
	}
	tx.done, tx.db.active = true, nil
	return true
}

func (tx *Tx) Commit() error {
	if !tx.end() {
		return ErrTxDone
	}
	for k, p := range tx.changes {
		if p == nil {
			delete(tx.db.data, k)
			continue
		}
		tx.db.data[k] = *p
	}
	tx.db.stats.commits++
	return nil
}

func (tx *Tx) Rollback() {
	if tx.end() {
		tx.db.stats.rollbacks++
	}
}

// Update runs f in a transaction, which a panic or an error rolls back.
func (db *DB) Update(f func(*Tx) error) (err error) {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			tx.Rollback()
			err = fmt.Errorf("update: panic: %v", p)
		} else if err != nil {
			tx.Rollback()
			err = fmt.Errorf("update: %w", err)
		} else {
			err = tx.Commit()
		}
	}()
	return f(tx)
}

func move(from, to string, n int) func(*Tx) error {
	return func(tx *Tx) error {
		a, ok := tx.Get(from)
		if !ok {
			return fmt.Errorf("no account %s", from)
		}
		b, _ := tx.Get(to)
		if err := tx.Set(from, a-n); err != nil {
			return err
		}
		if err := tx.Set(to, b+n); err != nil {
			return err
		}
		if left, _ := tx.Get(from); left < 0 {
			return fmt.Errorf("%s: %w by %d", from, ErrOverdraw, -left)
		}
		return nil
	}
}

func main() {
	db := &DB{data: map[string]int{"ann": 100, "bob": 20}}
	before := maps.Clone(db.data)
	for i, f := range []func(*Tx) error{
		move("ann", "bob", 30),
		move("bob", "ann", 500),
		move("zoe", "ann", 1),
		func(tx *Tx) error { tx.Delete("bob"); _, ok := tx.Get("bob"); return fmt.Errorf("there: %t", ok) },
		func(tx *Tx) error { return db.Update(move("ann", "bob", 1)) },
		func(tx *Tx) error { var p *int; return tx.Set("x", *p) },
		func(tx *Tx) error { tx.Commit(); return nil },
		func(tx *Tx) error { tx.Delete("bob"); return tx.Set("carl", 7) },
	} {
		err := db.Update(f)
		fmt.Println(i, db.data, "error:", err)
		if errors.Is(err, ErrOverdraw) || errors.Is(err, ErrNested) || errors.Is(err, ErrTxDone) {
			fmt.Println("   known")
		}
	}
	fmt.Printf("%+v %v\n", db.stats, before)
}
