import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretOf, stepOfCode } from './totp.ts'

/** Secret of the examples in RFC 6238: the text 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const app = (lastStep = 0) => ({ secret: SECRET, lastStep })

test('codes are those of RFC 6238', async () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const)
    assert.equal(await stepOfCode(app(), code, seconds * 1000), Math.floor(seconds / 30), code)
})

test('a code is accepted one step early or late, and once', async () => {
  for (const [seconds, step] of [
    [29, 1],
    [89, 1],
    [90, null],
  ] as const)
    assert.equal(await stepOfCode(app(), '287 082', seconds * 1000), step, String(seconds))
  assert.equal(await stepOfCode(app(1), '287082', 59_000), null)
  for (const code of ['', '28708', '2870821', 'abcdef', '-28708'])
    assert.equal(await stepOfCode(app(), code, 59_000), null)
})

test('secrets are read as people type them', () => {
  assert.equal(secretOf('jbsw y3dp-ehpk 3pxp'), 'JBSWY3DPEHPK3PXP')
  for (const text of ['', 'JBSWY3DP', 'JBSWY3DPEHPK3PX1', 'A'.repeat(129)]) assert.equal(secretOf(text), null, text)
})
