/**
 * Returns how many random runs or actions a test has. `npm test` sets `GUILDHALL_TEST_SHORT`, because everybody waits
 * for it, and takes `short`. All other runs of tests take `whole`.
 */
export function randomCount(counts: { readonly whole: number; readonly short: number }): number {
  return process.env.GUILDHALL_TEST_SHORT === '1' ? counts.short : counts.whole
}
