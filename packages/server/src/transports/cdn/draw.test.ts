import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { NotDrawable, Renderer } from './draw.ts'

const rendition = { format: 'webp', size: 16, animated: false } as const
const client = (left = new AbortController()) => ({ address: 'a', left: left.signal })
const black = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#000' } })
    .png({ palette: true, compressionLevel: 1 })
    .toBuffer()

test('Renderer rejects bytes that are not a picture and pictures with too many pixels', async () => {
  const renderer = new Renderer()
  const huge = await black(8_200)
  const cases = { nonsense: Buffer.from('GIF89a nothing of the kind'), nothing: Buffer.alloc(0), huge }
  for (const [name, bytes] of Object.entries(cases)) {
    await assert.rejects(
      renderer.draw({ key: name, form: '16.webp' }, rendition, async () => bytes, client()),
      NotDrawable,
      name,
    )
  }
  const small = await black(20)
  const drawn = await renderer.draw({ key: 'nothing', form: '16.webp' }, rendition, async () => small, client())
  assert.ok(drawn.length > 0, 'a failure is not cached')
})

test('a rendition is given up once every client that waits for it has left', async () => {
  const renderer = new Renderer()
  const small = await black(20)
  const gate = Promise.withResolvers<void>()
  let reads = 0
  const read = async () => {
    reads += 1
    await gate.promise
    return small
  }
  // Four files are read at a time: these fill the places.
  const others = ['a', 'b', 'c', 'd'].map((key) => renderer.draw({ key, form: '' }, rendition, read, client()))
  const [first, second] = [new AbortController(), new AbortController()]
  const kept = [first, second].map((left) => renderer.draw({ key: 'kept', form: '' }, rendition, read, client(left)))
  const leaving = new AbortController()
  const lost = renderer.draw({ key: 'lost', form: '' }, rendition, read, client(leaving))
  first.abort(new Error('it left'))
  leaving.abort(new Error('it left'))
  await assert.rejects(lost, /it left/)
  gate.resolve()
  const drawn = await Promise.all([...others, ...kept])
  assert.ok(drawn.every((bytes) => bytes.length > 0))
  assert.equal(reads, 10, 'the header and the picture, of five pictures')
})
