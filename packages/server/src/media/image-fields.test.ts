import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { isSoundPicture } from './image-fields.ts'

const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#20c040' } })

/** A PNG that unfolds to `side` × `side` black pixels: a few kilobytes that ask for gigabytes. */
function bomb(side: number, rows = side): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const rowBytes = Math.ceil(side / 8) + 1
  const pixels = deflateSync(Buffer.alloc(rowBytes * rows))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

test('pictures of each kind are sound', async () => {
  for (const bytes of [
    await picture().png().toBuffer(),
    await picture().jpeg().toBuffer(),
    await picture().webp().toBuffer(),
    await picture().gif().toBuffer(),
    await picture().avif().toBuffer(),
    bomb(64),
    bomb(64, 3), // cut off
  ]) {
    assert.equal(await isSoundPicture(bytes), true)
  }
})

test('empty data, noise behind a signature, other files and oversized pictures are refused', async () => {
  const huge = bomb(8193, 1)
  assert.ok(huge.length < 20_000)
  const cases = [
    Buffer.from('\x89PNG\r\n\x1a\n0123456789', 'latin1'),
    Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'),
    Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8X', 'latin1'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    Buffer.alloc(0),
    huge,
  ]
  for (const [index, bytes] of cases.entries()) assert.equal(await isSoundPicture(bytes), false, `case ${index}`)
})
