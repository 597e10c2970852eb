/**
 * The fixture of this repository's tests: `guildhallTest` of the testing package on the store that the environment
 * names, without rate limits, and with nobody online but those whom a test connects.
 */
import assert from 'node:assert/strict'
import type { StartOptions, WorldFile } from '@guildhall/testing'
import { type GuildhallTest, type SuiteOptions, guildhallTest as testOf } from '@guildhall/testing/node'
import { startPlatform } from './platform.ts'
import { startWithRows } from './rows.ts'

/**
 * Returns `test` for a file whose tests share one platform. `test.platform` is that platform in functions beside the
 * tests. A test finds what the earlier ones left, unless `resets` is true.
 */
export function guildhallTest<W extends WorldFile>(options: SuiteOptions<W>): GuildhallTest<W> {
  // Rows in PostgreSQL are not copied.
  const resets = options.resets === true && process.env.GUILDHALL_TEST_STORE === 'postgres' ? 'restart' : options.resets
  const defaults = { rateLimits: 'off', gathers: false, start: startPlatform } as const
  return testOf({ ...defaults, ...options, resets: resets ?? false })
}

/** A test on a platform whose rows it may write. */
export interface TestWithRows<W extends WorldFile> extends GuildhallTest<W> {
  /** Runs a statement with literals of the test only, for states that no transport creates. */
  sql(text: string): Promise<void>
}

/** Returns `test` as `guildhallTest` does, for a file that writes rows. */
export function testWithRows<W extends WorldFile>(options: SuiteOptions<W>): TestWithRows<W> {
  let rows: Awaited<ReturnType<typeof startWithRows<W>>> | undefined
  const start = async (given: StartOptions<W>) => {
    rows = await startWithRows(given)
    return rows.platform
  }
  const sql = async (text: string) => await (rows ?? assert.fail('the platform has not started')).sql(text)
  return Object.assign(guildhallTest({ ...options, start }), { sql })
}
