import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hChaCha20 } from './hchacha20.ts'

test('HChaCha20 derives the key of the vector in draft-irtf-cfrg-xchacha-03, 2.2.1', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, byte) => byte))
  const nonce = Buffer.from('000000090000004a0000000031415927', 'hex')
  const derived = '82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc'
  assert.equal(hChaCha20(key, nonce).toString('hex'), derived)
})
