import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '@guildhall/protocol'
import { boundedPasswords, hashGeneratedPassword, hashPassword } from './password.ts'

const client = (address: string, left = new AbortController()) => ({ address, left: () => left.signal })

test('passwords match their hashes, and nothing matches without a hash', async () => {
  const passwords = boundedPasswords()
  const stored = await hashPassword('correct horse')
  assert.equal(await passwords.fits('correct horse', stored, client('a')), true)
  assert.equal(await passwords.fits('wrong', stored, client('a')), false)
  assert.equal(await passwords.fits('AAAA', undefined, client('a')), false)
  assert.equal(await passwords.fits('made', hashGeneratedPassword('made'), client('a')), true)
  assert.equal(await passwords.fits('other', hashGeneratedPassword('made'), client('a')), false)
})

test('only a platform whose hashes cost little takes a password for a cheap hash', async () => {
  const cheap = await hashPassword('correct horse', 'little')
  assert.equal(await boundedPasswords('little').fits('correct horse', cheap, client('a')), true)
  assert.equal(await boundedPasswords('little').fits('wrong', cheap, client('a')), false)
  assert.equal(await boundedPasswords().fits('correct horse', cheap, client('a')), false)
  assert.match(await hashPassword('correct horse'), /^argon2id-46m\$/)
})

// The queue is the same at each cost.
test('an address has 26 places in the queue; another address is served beside it', async () => {
  const passwords = boundedPasswords('little')
  const flood = Array.from({ length: 38 }, () =>
    passwords.fits('x', undefined, client('flood')).then(
      () => 200,
      (error: unknown) => (error instanceof ApiError ? error.status : 0),
    ),
  )
  assert.equal(await passwords.fits('x', undefined, client('other')), false)
  const statuses = await Promise.all(flood)
  assert.equal(statuses.filter((status) => status === 503).length, 12)
  assert.equal(await passwords.fits('x', undefined, client('flood')), false, 'places are given back')
})

test('a client that has left gives its place up', async () => {
  const passwords = boundedPasswords('little')
  const left = new AbortController()
  const waiting = Array.from({ length: 8 }, () => passwords.fits('x', undefined, client('a', left)))
  left.abort()
  const results = await Promise.allSettled(waiting)
  assert.ok(results.filter(({ status }) => status === 'rejected').length >= 6, 'those that did not run yet')
})
