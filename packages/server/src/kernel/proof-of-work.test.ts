import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { ProofOfWork, type WorkChallenge } from './proof-of-work.ts'

const work = new ProofOfWork(Buffer.alloc(32, 1))
const NOW = 1_800_000_000_000

/** Answers a challenge as clients do. */
function answer(given: WorkChallenge, change: object = {}): string {
  for (let number = 0; number <= given.maxnumber; number += 1) {
    if (createHash('sha256').update(`${given.salt}${number}`).digest('hex') !== given.challenge) continue
    return Buffer.from(JSON.stringify({ ...given, number, ...change })).toString('base64')
  }
  throw new Error('no number fits')
}

test('an answer with the right number proves the work, for ten minutes', () => {
  const given = work.challenge(NOW)
  const proof = work.check(answer(given), NOW + 599_000)
  assert.equal(proof?.signature, given.signature)
  assert.equal(work.check(answer(given), NOW + 600_000), null)
})

test('other answers prove nothing', () => {
  const given = work.challenge(NOW)
  const later = given.salt.replace(/\d+$/, '9999999999')
  for (const change of [{ number: -1 }, { salt: later }, { signature: '00' }, { challenge: 5 }])
    assert.equal(work.check(answer(given, change), NOW), null, JSON.stringify(change))
  const foreign = new ProofOfWork(Buffer.alloc(32, 2)).challenge(NOW)
  assert.equal(work.check(answer(foreign), NOW), null)
  for (const text of ['', 'x', 'bnVsbA==', 'W10=', 'A'.repeat(3_000)]) assert.equal(work.check(text, NOW), null)
})
