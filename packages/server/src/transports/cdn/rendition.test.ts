import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSize, renditionFor } from './rendition.ts'

test('renditionFor returns the form that an address requests', () => {
  const png = { contentType: 'image/png', animated: false }
  const gif = { contentType: 'image/gif', animated: true }
  const apng = { contentType: 'image/png', animated: true }
  const webp = { contentType: 'image/webp', animated: true }
  const lottie = { contentType: 'application/json', animated: false }
  const asked = (extension: string, size: number | null = null, animated = false) => ({ extension, size, animated })
  const rows: [
    Parameters<typeof renditionFor>[0],
    Parameters<typeof renditionFor>[1],
    ReturnType<typeof renditionFor>,
  ][] = [
    [asked('png'), png, 'original'],
    [asked('png', 64), png, { format: 'png', size: 64, animated: false }],
    [asked('jpg'), png, { format: 'jpeg', size: null, animated: false }],
    [asked('jpeg'), png, { format: 'jpeg', size: null, animated: false }],
    [asked('webp'), png, { format: 'webp', size: null, animated: false }],
    [asked('gif'), png, null],
    [asked('gif'), gif, 'original'],
    [asked('gif', 64), gif, { format: 'gif', size: 64, animated: true }],
    [asked('png'), gif, { format: 'png', size: null, animated: false }],
    [asked('webp'), gif, { format: 'webp', size: null, animated: false }],
    [asked('webp', null, true), gif, { format: 'webp', size: null, animated: true }],
    [asked('webp', null, true), webp, 'original'],
    [asked('webp'), webp, { format: 'webp', size: null, animated: false }],
    [asked('png'), apng, 'original'],
    [asked('json'), lottie, 'original'],
    [asked('png'), lottie, null],
    [asked('json'), png, null],
    [asked('avif'), png, null],
    [asked('bmp'), png, null],
  ]
  for (const [what, stored, expected] of rows) {
    assert.deepEqual(renditionFor(what, stored), expected, `${what.extension} of ${stored.contentType}`)
  }
})

test('isSize accepts the powers of two from 16 to 4,096', () => {
  const good = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
  for (let size = 0; size < 5000; size += 1) assert.equal(isSize(size), good.includes(size), `${size}`)
  for (const size of [Number.NaN, 16.5, -16, 8192, Number.POSITIVE_INFINITY]) assert.equal(isSize(size), false)
})
