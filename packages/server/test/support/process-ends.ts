const AT_END = Symbol.for('guildhall.test.end')

/**
 * List of functions that a process of many test files calls after the last one: `run-test-files.ts` makes it. Other
 * processes have none, and close what they open with the test that opened it.
 */
export const processEnds = (globalThis as { [AT_END]?: (() => Promise<void>)[] })[AT_END]
