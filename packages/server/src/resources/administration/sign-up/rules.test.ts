import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBlocked, isInNetwork, isNetwork, mayUseDomain, mayUseInvite } from './rules.ts'

test('an address is in the networks that hold it', () => {
  for (const [address, network] of [
    ['203.0.113.9', '203.0.113.0/24'],
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9', '0.0.0.0/0'],
    ['2001:db8:1:2::/64', '2001:db8::/32'],
    ['2001:db8:1:2::/64', '2001:db8:1:2:3:4:5:6'],
  ] as const)
    assert.equal(isInNetwork(address, network), true, `${address} ${network}`)
  for (const [address, network] of [
    ['203.0.114.9', '203.0.113.0/24'],
    ['2001:db9:1:2::/64', '2001:db8::/32'],
    ['203.0.113.9', '2001:db8::/32'],
    ['unknown', '0.0.0.0/0'],
  ] as const)
    assert.equal(isInNetwork(address, network), false, `${address} ${network}`)
})

test('texts that name no network are refused', () => {
  for (const text of ['10.0.0.0/8', '::1', '2001:db8::/32', '192.0.2.1']) assert.equal(isNetwork(text), true, text)
  for (const text of ['', '10.0.0', '10.0.0.0/33', '300.1.1.1', '1::2::3', '::/129', 'example.com', '10.0.0.0/8/8'])
    assert.equal(isNetwork(text), false, text)
})

test('a domain includes those below it, and no other', () => {
  const blocks = [{ kind: 'mail_domain', value: 'spam.example' } as const]
  const isBlockedMail = (email: string) => isBlocked(blocks, { email, address: '192.0.2.1' })
  assert.equal(isBlockedMail('a@spam.example'), true)
  assert.equal(isBlockedMail('a@mail.SPAM.example'), true)
  assert.equal(isBlockedMail('a@notspam.example'), false)
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
