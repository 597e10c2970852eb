import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { isSealed, SECRET_KEY_BYTES, SecretsError, secretsUnder } from './secrets.ts'

const secrets = secretsUnder(randomBytes(SECRET_KEY_BYTES))

test('property: a sealed text opens for its own place and key only', () => {
  const other = secretsUnder(randomBytes(SECRET_KEY_BYTES))
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, place) => {
      const sealed = secrets.seal(text, place)
      assert.ok(isSealed(sealed))
      assert.equal(secrets.open(sealed, place), text.toWellFormed())
      assert.throws(() => secrets.open(sealed, `${place}.`), SecretsError)
      assert.throws(() => other.open(sealed, place), SecretsError)
    }),
  )
})

test('a sealed text differs at every call, and a changed one is refused', () => {
  const sealed = secrets.seal('token', 'webhooks.token.1')
  assert.notEqual(secrets.seal('token', 'webhooks.token.1'), sealed)
  for (const changed of [sealed.slice(0, -4), `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'B' : 'A'}`, 'sealed.1.'])
    assert.throws(() => secrets.open(changed, 'webhooks.token.1'), SecretsError, changed)
})

test('a text in clear, as older versions stored it, is returned as it is', () => {
  assert.equal(secrets.open('in clear', 'webhooks.token.1'), 'in clear')
})
