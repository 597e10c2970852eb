import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeFrame, FrameError, FrameReader, Opcode } from './frames.ts'

test('[RPC-4] a frame is opcode, byte length and JSON', () => {
  const frame = encodeFrame(Opcode.HANDSHAKE, { v: 1, client_id: 'ü' })
  assert.equal(frame.readUInt32LE(0), 0)
  assert.equal(frame.readUInt32LE(4), frame.length - 8)
  assert.equal(frame.toString('utf8', 8), '{"v":1,"client_id":"ü"}')
})

test('frames are read from any pieces', () => {
  const sent = [{ a: 1 }, { text: 'ä'.repeat(300) }, null, []]
  const bytes = Buffer.concat(sent.map((data) => encodeFrame(Opcode.FRAME, data)))
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: bytes.length })), (cuts) => {
      const ends = [...new Set([...cuts, bytes.length])].sort((a, b) => a - b)
      const reader = new FrameReader()
      const read = ends.flatMap((end, index) => reader.read(bytes.subarray(ends[index - 1] ?? 0, end)))
      assert.deepEqual(
        read.map(({ data }) => data),
        sent,
      )
    }),
  )
})

test('a payload that is too long or not JSON ends the reading', () => {
  const long = Buffer.alloc(8)
  long.writeUInt32LE(0xffff_ffff, 4)
  assert.throws(() => new FrameReader().read(long), FrameError)
  const text = Buffer.from([1, 0, 0, 0, 1, 0, 0, 0, 0x7b])
  assert.throws(() => new FrameReader().read(text), FrameError)
})
