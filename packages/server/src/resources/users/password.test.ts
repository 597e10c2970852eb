import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashGeneratedPassword, hashPassword, passwordFits } from './password.ts'

/** `correct horse` as a former version stored it: Argon2id with 19 MiB and two passes. */
const FORMER = 'argon2id$veFzSw8H1fTnyxXxFEz1jg$snp2Aa2UPdBtyyXJahiIGU-RiJ0WE8FdNtk0S_pWGVQ'

test('a password matches its own hash and no other', async () => {
  const hash = await hashPassword('correct horse')
  assert.equal(await passwordFits('correct horse', hash), true)
  assert.equal(await passwordFits('wrong horse', hash), false)
})

test('a password matches a hash that a former version stored', async () => {
  assert.equal(await passwordFits('correct horse', FORMER), true)
  assert.equal(await passwordFits('wrong horse', FORMER), false)
})

test('a generated password matches its fast hash', async () => {
  const hash = hashGeneratedPassword('3f9a')
  assert.equal(await passwordFits('3f9a', hash), true)
  assert.equal(await passwordFits('3f9b', hash), false)
})

test('no password matches a missing hash', async () => {
  assert.equal(await passwordFits('correct horse', undefined), false)
})

test('more passwords than are hashed at a time are all hashed', async () => {
  const hashes = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(hashPassword))
  const fits = await Promise.all(
    ['a', 'b', 'c', 'd', 'x'].map((password, index) => passwordFits(password, hashes[index])),
  )
  assert.deepEqual(fits, [true, true, true, true, false])
})
