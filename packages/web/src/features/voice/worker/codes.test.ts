import assert from 'node:assert/strict'
import { test } from 'node:test'
import davey from '@snazzah/davey'
import { grouped } from '../grouped.ts'
import { privacyCodeOf, verificationCodeOf } from './codes.ts'

test('a privacy code has the digits that Davey shows', () => {
  for (const fill of [0, 1, 0x7f, 0xff]) {
    const authenticator = new Uint8Array(32).fill(fill).map((byte, at) => byte ^ at)
    assert.equal(privacyCodeOf(authenticator), davey.generateDisplayableCode(Buffer.from(authenticator), 30, 5))
  }
})

test('a verification code has the digits that Davey shows, in either order', async () => {
  const [one, other] = ['1200000000000000001', '99'].map((user) => ({
    user,
    signatureKey: crypto.getRandomValues(new Uint8Array(65)),
  }))
  assert.ok(one && other)
  const key = Buffer.from(one.signatureKey)
  const fingerprint = davey.generatePairwiseFingerprint(0, key, one.user, Buffer.from(other.signatureKey), other.user)
  const expected = davey.generateDisplayableCode(await fingerprint, 45, 5)
  assert.equal(await verificationCodeOf(one, other), expected)
  assert.equal(await verificationCodeOf(other, one), expected)
})

test('digits are shown in groups of five', () => {
  assert.equal(grouped('123451234512345'), '12345 12345 12345')
})
