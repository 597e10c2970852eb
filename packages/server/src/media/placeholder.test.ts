import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { pictureOf } from './placeholder.ts'

let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-pictures-'))
})
after(() => rm(folder, { recursive: true }))

async function placeholder(bytes: Uint8Array | string): Promise<string | undefined> {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return (await pictureOf(path))?.placeholder
}

test('every kind of picture has a placeholder, and the same one', async () => {
  const red = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c02020' } })
  const hashes = new Set<number | undefined>()
  for (const bytes of [await red.png().toBuffer(), await red.jpeg().toBuffer(), await red.webp().toBuffer()]) {
    const hash = await placeholder(bytes)
    hashes.add(hash === undefined ? undefined : (Buffer.from(hash, 'base64')[0] ?? 0) & 63)
  }
  assert.equal(hashes.size, 1, `the same brightness: ${[...hashes]}`)
  assert.ok([...hashes][0])
  assert.ok(await placeholder(await red.gif().toBuffer()))
})

test('data that is no picture has no placeholder, whatever its beginning and size', async () => {
  const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(1_000_000, 16)
  bomb.writeUInt32BE(1_000_000, 20)
  for (const bytes of [
    '',
    'text',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    png.subarray(0, 40),
    bomb,
    'GIF89a',
    '\x89PNG',
  ])
    assert.equal(await placeholder(bytes), undefined)
})

test('some of very many pictures at once get no placeholder, and every call resolves', async () => {
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#12345678' } })
    .png()
    .toBuffer()
  const path = join(folder, 'many')
  await writeFile(path, bytes)
  const answers = await Promise.all(Array.from({ length: 60 }, () => pictureOf(path)))
  const made = answers.flatMap((picture) => picture?.placeholder ?? [])
  assert.ok(made.length >= 18 && new Set(made).size === 1, `${made.length} were made`)
  assert.ok((await pictureOf(path))?.placeholder, 'and later ones are served again')
})

test('pictureOf tells dimensions, type and animation from the bytes alone', async () => {
  const path = join(folder, 'unnamed')
  const drawn = sharp({ create: { width: 30, height: 20, channels: 3, background: '#333' } })
  for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
    await writeFile(path, await drawn.toFormat(format).toBuffer())
    const { placeholder, ...facts } = (await pictureOf(path)) ?? assert.fail(format)
    assert.deepEqual(facts, { width: 30, height: 20, contentType: `image/${format}`, animated: format === 'gif' })
    assert.ok(placeholder, format)
  }
})
