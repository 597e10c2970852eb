import assert from 'node:assert/strict'
import { createECDH, createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { concat, text, vector } from './codec.ts'
import { decryptWithLabel, deriveKeyPair, encryptWithLabel } from './hpke.ts'
import { fromDer, newSignatureKeys, signWithLabel, toDer, verifyWithLabel } from './keys.ts'
import { isScalar, publicPoint } from './p256.ts'

test('public points are those of OpenSSL', () => {
  for (let attempt = 0; attempt < 20; attempt++) {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    const scalar = Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex')
    assert.deepEqual(Buffer.from(publicPoint(scalar)), ecdh.getPublicKey())
  }
  const one = new Uint8Array(32)
  assert.ok(!isScalar(one))
  one[31] = 1
  assert.ok(isScalar(one))
  assert.equal(Buffer.from(publicPoint(one)).toString('hex', 0, 5), '046b17d1f2')
  assert.ok(!isScalar(new Uint8Array(32).fill(0xff)))
})

test('signatures are in DER, and valid for OpenSSL', async () => {
  const { publicKey, privateKey } = await newSignatureKeys()
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map((part) =>
    Buffer.from(part).toString('base64url'),
  )
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } })
  const content = text('content')
  const labelled = concat(vector(text('MLS 1.0 LeafNodeTBS')), vector(content))
  for (let attempt = 0; attempt < 20; attempt++) {
    const signature = await signWithLabel(privateKey, 'LeafNodeTBS', content)
    assert.ok(verify('sha256', labelled, key, signature))
    assert.ok(await verifyWithLabel(publicKey, 'LeafNodeTBS', content, signature))
    assert.ok(!(await verifyWithLabel(publicKey, 'KeyPackageTBS', content, signature)))
  }
  assert.ok(!(await verifyWithLabel(new Uint8Array(65), 'LeafNodeTBS', content, toDer(new Uint8Array(64)))))
})

test('numbers of a signature keep their leading zeros', () => {
  for (const fill of ['00', '7f', '80', 'ff'])
    for (const zeros of [0, 1, 5, 31]) {
      const number = Buffer.from(`${'00'.repeat(zeros)}${fill.repeat(32 - zeros)}`, 'hex')
      const raw = new Uint8Array(Buffer.concat([number, number]))
      assert.deepEqual(fromDer(toDer(raw)), raw)
    }
  for (const faulty of ['', '3000', '3006020101', '30080202000102020001ff', `3025${'0221'}${'01'.repeat(33)}020100`])
    assert.equal(fromDer(new Uint8Array(Buffer.from(faulty, 'hex'))), undefined)
})

test('a ciphertext opens with its key, label and context only', async () => {
  const keys = await deriveKeyPair(text('a secret of 32 bytes or anything'))
  const sealed = await encryptWithLabel(keys.publicKey, 'Welcome', text('context'), text('plain'))
  assert.deepEqual(await decryptWithLabel(keys, 'Welcome', text('context'), sealed), text('plain'))
  await assert.rejects(decryptWithLabel(keys, 'Other', text('context'), sealed))
  await assert.rejects(decryptWithLabel(keys, 'Welcome', text('other'), sealed))
})
