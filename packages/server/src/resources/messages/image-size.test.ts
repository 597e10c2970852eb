import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageSize } from './image-size.ts'

const padded = (...parts: (Buffer | number[] | string)[]): Buffer =>
  Buffer.concat([
    ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    Buffer.alloc(40),
  ])

test('sizes of the kinds of images that there are', () => {
  const png = padded([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13], 'IHDR', [0, 0, 1, 44, 0, 0, 0, 200])
  assert.deepEqual(imageSize(png), { width: 300, height: 200 })
  assert.deepEqual(imageSize(padded('GIF89a', [44, 1, 200, 0])), { width: 300, height: 200 })
  const riff = ['RIFF', [0, 0, 0, 0], 'WEBP'] as const
  const extended = padded(...riff.map((part) => part as string), 'VP8X', [10, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0])
  assert.deepEqual(imageSize(extended), { width: 300, height: 200 })
  const lossy = padded(...riff.map((part) => part as string), 'VP8 ', Buffer.alloc(10), [44, 1, 200, 0])
  assert.deepEqual(imageSize(lossy), { width: 300, height: 200 })
  const segments = [
    [0xff, 0xe0, 0, 16],
    Buffer.alloc(14),
    [0xff, 0xc4, 0, 4, 0, 0],
    [0xff, 0xc2, 0, 17, 8, 0, 200, 1, 44],
  ]
  assert.deepEqual(imageSize(padded([0xff, 0xd8], ...segments)), { width: 300, height: 200 })
})

test('what is no image, or a broken one, has no size', () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(100),
    Buffer.from('hello'.repeat(20)),
    padded([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]),
    padded([0xff, 0xd8], Buffer.alloc(64, 0xff)),
    padded('RIFF', [0, 0, 0, 0], 'WEBP', 'XXXX'),
  ])
    assert.equal(imageSize(bytes), null, bytes.toString('hex').slice(0, 40))
  // No bytes whatever may throw or hang.
  for (let seed = 1; seed < 500; seed += 1) {
    const bytes = Buffer.from(
      Array.from({ length: 64 }, (_, index) => (seed * 2654435761 + index * seed * 40503) >>> 7),
    )
    bytes.set([0xff, 0xd8, 0xff])
    imageSize(bytes)
  }
})
