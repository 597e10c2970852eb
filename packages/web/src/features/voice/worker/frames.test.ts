import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareFrame } from './codecs.ts'
import { isSilence, openFrame, parseFrame, type Range, sealFrame } from './frames.ts'
import { hasStartCode } from './h264.ts'
import type { Bytes } from './mls/codec.ts'

const bytes = (hex: string): Bytes => new Uint8Array(Buffer.from(hex, 'hex'))
const key = () => crypto.subtle.importKey('raw', new Uint8Array(16), 'AES-GCM', false, ['encrypt', 'decrypt'])
const noise = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Seals and opens a frame, and returns how it looks between. */
async function there(frame: Bytes, nonce: number, ranges: readonly Range[]): Promise<Bytes> {
  const shared = await key()
  const sealed = (await sealFrame(shared, nonce, frame, ranges)) ?? assert.fail('too many ranges')
  const parsed = parseFrame(sealed)
  assert.ok(parsed)
  assert.equal(parsed.nonce, nonce)
  assert.deepEqual(parsed.ranges, ranges)
  assert.deepEqual(await openFrame(shared, parsed), frame)
  return sealed
}

test('a frame of Opus is longer by twelve bytes and ends in the marker', async () => {
  const sealed = await there(noise(60), 5, [])
  assert.equal(sealed.length, 72)
  assert.deepEqual([...sealed.subarray(-4)], [5, 12, 0xfa, 0xfa])
})

test('nonces of up to 32 bits and clear ranges anywhere come back', async () => {
  for (const nonce of [0, 127, 128, 2 ** 24, 2 ** 32 - 1]) await there(noise(40), nonce, [])
  const frame = noise(300)
  for (const ranges of [
    [{ offset: 0, size: 10 }],
    [{ offset: 3, size: 200 }],
    [
      { offset: 0, size: 1 },
      { offset: 130, size: 20 },
      { offset: 290, size: 10 },
    ],
    [{ offset: 0, size: 300 }],
  ]) {
    const sealed = await there(frame, 9, ranges)
    for (const { offset, size } of ranges)
      assert.deepEqual(sealed.subarray(offset, offset + size), frame.subarray(offset, offset + size))
  }
})

test('a frame with more clear ranges than its end can name is not encrypted', async () => {
  const ranges = Array.from({ length: 90 }, (_, at) => ({ offset: 1_000 + 2 * at, size: 1 }))
  assert.equal(await sealFrame(await key(), 0, noise(2_000), ranges), undefined)
})

test('a frame that is changed anywhere does not open', async () => {
  const shared = await key()
  const sealed = (await sealFrame(shared, 1, noise(30), [{ offset: 0, size: 10 }])) ?? assert.fail()
  for (let at = 0; at < sealed.length; at++) {
    const changed = new Uint8Array(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    const parsed = parseFrame(changed)
    if (parsed) await assert.rejects(openFrame(shared, parsed), `byte ${at}`)
  }
})

test('frames without a valid end are plain', () => {
  for (const plain of ['', 'fafa', '78000102030405060708090a', `${'00'.repeat(11)}0bfafa`, `${'00'.repeat(9)}ff0cfafa`])
    assert.equal(parseFrame(bytes(plain)), undefined, plain)
  const overlapping = bytes(`${'00'.repeat(20)}${'11'.repeat(8)}0100050403${'10'}fafa`)
  assert.equal(parseFrame(overlapping), undefined)
})

test('only the frame of silence is silence', () => {
  assert.ok(isSilence(bytes('f8fffe')))
  for (const other of ['f8ff', 'f8fffe00', 'f8fffd']) assert.ok(!isSilence(bytes(other)))
})

test('VP8 leaves ten bytes of a key frame clear and one of others', () => {
  const [keyFrame, other] = [bytes('00'.repeat(20)), bytes(`01${'00'.repeat(20)}`)]
  assert.deepEqual(prepareFrame('vp8', keyFrame).ranges, [{ offset: 0, size: 10 }])
  assert.deepEqual(prepareFrame('vp8', other).ranges, [{ offset: 0, size: 1 }])
  assert.deepEqual(prepareFrame('vp8', bytes('')).ranges, [])
})

test('H.264 leaves parameter sets and the start of slices clear, with long start codes', () => {
  // A slice whose header numbers are 0, 7 and 0: bits 1, 0001000, 1.
  const { frame, ranges } = prepareFrame('h264', bytes('000001674200010000000168ce000001658880aabbcc'))
  assert.equal(Buffer.from(frame).toString('hex'), '0000000167420001' + '0000000168ce' + '00000001658880aabbcc')
  assert.deepEqual(ranges, [{ offset: 0, size: 8 + 6 + 4 + 1 + 2 }])
  assert.ok(!hasStartCode(frame.subarray(ranges[0]?.size)))
})
