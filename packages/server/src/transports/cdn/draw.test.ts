import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { NotDrawable, Renderer } from './draw.ts'

const form = { format: 'webp', size: 16, animated: false } as const

test('Renderer rejects bytes that are not a picture and pictures with too many pixels', async () => {
  const renderer = new Renderer()
  const huge = await sharp({ create: { width: 8_200, height: 8_200, channels: 3, background: '#000' } })
    .png({ palette: true, compressionLevel: 1 })
    .toBuffer()
  const cases = { nonsense: Buffer.from('GIF89a nothing of the kind'), nothing: Buffer.alloc(0), huge }
  for (const [name, bytes] of Object.entries(cases)) {
    await assert.rejects(
      renderer.draw(name, form, async () => bytes),
      NotDrawable,
      name,
    )
  }
  const small = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  assert.ok((await renderer.draw('nothing', form, async () => small)).length > 0, 'a failure is not cached')
})
