import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSize, renditionOf } from './rendition.ts'

test('which form of an image an address asks for', () => {
  const png = { contentType: 'image/png', animated: false }
  const gif = { contentType: 'image/gif', animated: true }
  const apng = { contentType: 'image/png', animated: true }
  const webp = { contentType: 'image/webp', animated: true }
  const lottie = { contentType: 'application/json', animated: false }
  const asked = (extension: string, size: number | null = null, animated = false) => ({ extension, size, animated })
  const rows: [Parameters<typeof renditionOf>[0], Parameters<typeof renditionOf>[1], ReturnType<typeof renditionOf>][] =
    [
      [asked('png'), png, 'as it is'],
      [asked('png', 64), png, { format: 'png', size: 64, animated: false }],
      [asked('jpg'), png, { format: 'jpeg', size: null, animated: false }],
      [asked('jpeg'), png, { format: 'jpeg', size: null, animated: false }],
      [asked('webp'), png, { format: 'webp', size: null, animated: false }],
      [asked('gif'), png, null],
      [asked('gif'), gif, 'as it is'],
      [asked('gif', 64), gif, { format: 'gif', size: 64, animated: true }],
      [asked('png'), gif, { format: 'png', size: null, animated: false }],
      [asked('webp'), gif, { format: 'webp', size: null, animated: false }],
      [asked('webp', null, true), gif, { format: 'webp', size: null, animated: true }],
      [asked('webp', null, true), webp, 'as it is'],
      [asked('webp'), webp, { format: 'webp', size: null, animated: false }],
      [asked('png'), apng, 'as it is'],
      [asked('json'), lottie, 'as it is'],
      [asked('png'), lottie, null],
      [asked('json'), png, null],
      [asked('avif'), png, null],
      [asked('bmp'), png, null],
    ]
  for (const [what, stored, expected] of rows) {
    assert.deepEqual(renditionOf(what, stored), expected, `${what.extension} of ${stored.contentType}`)
  }
})

test('sizes are powers of two from 16 to 4,096', () => {
  const good = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
  for (let size = 0; size < 5000; size += 1) assert.equal(isSize(size), good.includes(size), `${size}`)
  for (const size of [Number.NaN, 16.5, -16, 8192, Number.POSITIVE_INFINITY]) assert.equal(isSize(size), false)
})
