import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayUseDomain, mayUseInvite } from './rules.ts'

test('an allowed domain includes those below it, and no other', () => {
  assert.equal(mayUseDomain('a@b.example', ['B.example']).ok, true)
  assert.equal(mayUseDomain('a@c.example', ['b.example']).ok, false)
  assert.equal(mayUseDomain('a@c.example', []).ok, true)
})

test('an invite ends with its uses and its time, and may be for one address', () => {
  const invite = { code: 'x', uses: 2, used: 1, expires_at: 100, email: null, note: null, created_at: 0 }
  assert.equal(mayUseInvite(invite, { email: null, now: 99 }).ok, true)
  assert.equal(mayUseInvite(invite, { email: null, now: 100 }).ok, false)
  assert.equal(mayUseInvite({ ...invite, used: 2 }, { email: null, now: 0 }).ok, false)
  const personal = { ...invite, email: 'a@b.example' }
  assert.equal(mayUseInvite(personal, { email: 'A@b.example', now: 0 }).ok, true)
  assert.equal(mayUseInvite(personal, { email: 'c@b.example', now: 0 }).ok, false)
})
