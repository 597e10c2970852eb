import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstanceFacts } from './model.ts'
import { findingsOf } from './rules.ts'

const SOUND: InstanceFacts = {
  offersMail: true,
  asksForAddress: true,
  failedMails: 0,
  lastMailError: null,
  owners: 1,
  passwords: true,
  providers: 0,
  isSecure: true,
  isPublic: true,
  backupError: null,
  lacksBackup: false,
  diskFreeBytes: 50 * 1024 ** 3,
}
const checks = (facts: Partial<InstanceFacts>) => findingsOf({ ...SOUND, ...facts }).map(({ check }) => check)

test('a sound instance has no findings', () => {
  assert.deepEqual(checks({}), [])
  assert.deepEqual(checks({ passwords: false, providers: 1 }), [])
  assert.deepEqual(checks({ isPublic: false, isSecure: false }), [])
  assert.deepEqual(checks({ diskFreeBytes: null }), [])
})

test('each condition is found by itself, and the gravest stand first', () => {
  assert.deepEqual(checks({ owners: 0 }), ['owner'])
  assert.deepEqual(checks({ diskFreeBytes: 1024 }), ['disk'])
  assert.deepEqual(checks({ failedMails: 2 }), ['mail'])
  assert.deepEqual(checks({ backupError: 'The disk is full.', lacksBackup: true }), ['backup'])
  assert.deepEqual(checks({ lacksBackup: true }), ['backup'])
  assert.deepEqual(checks({ passwords: false }), ['sign-in'])
  assert.deepEqual(checks({ isSecure: false }), ['TLS'])
  assert.deepEqual(checks({ offersMail: false }), ['mail'])
  const [first, last] = findingsOf({ ...SOUND, owners: 0, offersMail: false })
  assert.deepEqual([first?.level, last?.level], ['fail', 'warn'])
})
