import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedEncodings } from './accepted-encoding.ts'

const CASES: [header: string | undefined, names: string[]][] = [
  [undefined, []],
  ['', []],
  ['identity', []],
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['gzip', ['gzip']],
  ['BR;Q=0.1, gzip;q=1.0', ['br', 'gzip']],
  ['br;q=0, gzip', ['gzip']],
  ['br;q=nonsense, gzip', ['gzip']],
  ['*', ['br', 'gzip']],
  ['*;q=0', []],
  ['br;q=0, *', ['gzip']],
]

for (const [header, names] of CASES) {
  test(`Accept-Encoding ${JSON.stringify(header)} admits ${names.join(', ') || 'no compression'}`, () => {
    assert.deepEqual(
      acceptedEncodings(header).map(({ name }) => name),
      names,
    )
  })
}
