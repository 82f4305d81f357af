// Package gate decides whether plans may ship: it compares them with budgets and with a baseline. It reads no
// plan. What is known of one comes in as a result, and all arithmetic is done on whole bytes, so that nothing that is
// rounded for reading decides.
package gate
