// Package verify says whether two plans computed the same: it compares their outputs element by element while
// the bytes arrive, in memory that does not grow with them, and judges what all cases together prove. It runs
// nothing itself. docs/verify.md has the rules.
package verify
