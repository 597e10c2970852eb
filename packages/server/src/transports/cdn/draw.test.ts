import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { Drawings, NotDrawable } from './draw.ts'

const form = { format: 'webp', size: 16, animated: false } as const

test('what is no picture, or has more pixels than are decoded, is not drawn', async () => {
  const drawings = new Drawings()
  const huge = await sharp({ create: { width: 8_200, height: 8_200, channels: 3, background: '#000' } })
    .png({ palette: true, compressionLevel: 1 })
    .toBuffer()
  const cases = { nonsense: Buffer.from('GIF89a nothing of the kind'), nothing: Buffer.alloc(0), huge }
  for (const [name, bytes] of Object.entries(cases)) {
    await assert.rejects(
      drawings.of(name, form, async () => bytes),
      NotDrawable,
      name,
    )
  }
  const small = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  assert.ok((await drawings.of('nothing', form, async () => small)).length > 0, 'a failure is not remembered')
})
