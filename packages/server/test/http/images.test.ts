/** Images of the CDN: sizes, formats, caches, ranges and rejected files. */
import assert from 'node:assert/strict'
import { before } from 'node:test'
import { crc32 } from 'node:zlib'
import type { api } from '@guildhall/testing'
import sharp from 'sharp'
import { guildhallTest } from '../support/fixture.ts'

const test = guildhallTest({ world: { users: { ann: {} }, guilds: { lab: { owner: 'ann' } } } })
const { platform } = test
let me: ReturnType<typeof api>
let cdn: string

before(async () => {
  await test.start()
  me = platform.ann.api
  cdn = `${platform.url}/cdn`
})

const dataUri = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`
const still = () =>
  sharp({ create: { width: 300, height: 200, channels: 4, background: '#ff000080' } })
    .png()
    .toBuffer()

/** Returns an animated image whose frames are two pictures. */
async function moving(): Promise<Buffer> {
  const raw = Buffer.alloc(128 * 256 * 3)
  raw.fill(200, 0, raw.length / 2)
  return sharp(raw, { raw: { width: 128, height: 256, channels: 3, pageHeight: 128 } })
    .gif({ loop: 0 })
    .toBuffer()
}

async function avatar(bytes: Buffer): Promise<string> {
  const { body } = await me.patch<{ id: string; avatar: string }>('/users/@me', { avatar: dataUri(bytes) })
  return `${cdn}/avatars/${body.id}/${body.avatar}`
}

async function drawn(url: string) {
  const response = await fetch(url)
  assert.equal(response.status, 200, url)
  const { format, width, height, pages = 1 } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  return { type: response.headers.get('content-type'), format, width, height, pages }
}

test('GET an image returns the requested format and size and never enlarges it', async () => {
  const url = await avatar(await still())
  const as = (format: string, width: number, height: number) => ({
    type: `image/${format}`,
    format,
    width,
    height,
    pages: 1,
  })
  assert.deepEqual(await drawn(`${url}.png`), as('png', 300, 200))
  assert.deepEqual(await drawn(`${url}.png?size=64`), as('png', 64, 43))
  assert.deepEqual(await drawn(`${url}.webp?size=128`), as('webp', 128, 85))
  assert.deepEqual(await drawn(`${url}.jpg`), as('jpeg', 300, 200))
  assert.deepEqual(await drawn(`${url}.png?size=4096`), as('png', 300, 200))
  assert.equal((await fetch(`${url}.gif`)).status, 415)
  for (const size of ['63', '8', '8192', 'large', '', '-16', '1e2']) {
    const refused = await fetch(`${url}.png?size=${size}`)
    assert.equal(refused.status, 400, size)
    assert.equal(((await refused.json()) as { code: number }).code, 50035)
  }
  assert.equal((await fetch(`${url}.exe`)).status, 404)
})

test('GET an animated image returns an animation as GIF, and as WebP on request', async () => {
  const url = await avatar(await moving())
  assert.match(url, /\/a_[0-9a-f]{32}$/)
  const pages = async (query: string) => {
    const { type, pages, width } = await drawn(`${url}${query}`)
    return [type, pages, width]
  }
  assert.deepEqual(await pages('.gif'), ['image/gif', 2, 128])
  assert.deepEqual(await pages('.gif?size=32'), ['image/gif', 2, 32])
  assert.deepEqual(await pages('.png?size=32'), ['image/png', 1, 32])
  assert.deepEqual(await pages('.webp?size=32'), ['image/webp', 1, 32])
  assert.deepEqual(await pages('.webp?size=32&animated=true'), ['image/webp', 2, 32])
  const image = dataUri(await moving(), 'gif')
  const guild = platform.lab.id
  const emoji = await me.post<{ id: string; animated: boolean }>(`/guilds/${guild}/emojis`, { name: 'wave', image })
  assert.equal(emoji.body.animated, true)
  const of = async (file: string) => (await drawn(`${cdn}/emojis/${emoji.body.id}.${file}`)).pages
  assert.deepEqual([await of('gif?size=64'), await of('png?size=64'), await of('webp?animated=true')], [2, 1, 2])
})

test('GET a rendered image supports ETag and ranges', async () => {
  const url = `${await avatar(await still())}.webp?size=64`
  const first = await fetch(url)
  const whole = Buffer.from(await first.arrayBuffer())
  const tag = first.headers.get('etag') ?? ''
  assert.equal((await fetch(url, { headers: { 'if-none-match': tag } })).status, 304)
  const other = await fetch(`${url.replace('=64', '=32')}`, { headers: { 'if-none-match': tag } })
  assert.equal(other.status, 200)
  const part = await fetch(url, { headers: { range: 'bytes=0-9' } })
  assert.equal(part.status, 206)
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(0, 10))
  const head = await fetch(url, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(whole.length)])
})

/** Returns a PNG that claims a size and has almost no data. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const parts = [chunk('IHDR', header), chunk('IDAT', Buffer.alloc(100)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

test('PATCH rejects files that are no picture or decode to gigabytes, and changes nothing', async () => {
  const before = (await me.get<{ avatar: string }>('/users/@me')).body.avatar
  for (const avatar of [
    dataUri(bomb(30_000, 30_000)),
    dataUri(bomb(2 ** 31 - 1, 2 ** 31 - 1)),
    dataUri(Buffer.from('\x89PNG\r\n\x1a\n0123456789', 'latin1')),
    dataUri(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    dataUri(Buffer.from('GIF89a nothing of the kind'), 'gif'),
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:text/html;base64,PGI+',
    'nothing',
  ]) {
    const { body } = await me.patch<{ code: number; errors: { avatar: { _errors: { code: string }[] } } }>(
      '/users/@me',
      { avatar },
    )
    assert.equal(body.code, 50035, avatar.slice(0, 60))
    assert.equal(body.errors.avatar._errors[0]?.code, 'IMAGE_INVALID')
  }
  assert.equal((await me.get<{ avatar: string }>('/users/@me')).body.avatar, before)
})

test('GET one image concurrently renders it once, with a bounded number of renderings at a time', async () => {
  const url = await avatar(
    await sharp({ create: { width: 1500, height: 1500, channels: 3, background: 'blue' } })
      .png()
      .toBuffer(),
  )
  const sizes = [16, 32, 64, 128, 256, 512, 1024]
  const asked = sizes.flatMap((size) =>
    ['png', 'webp', 'jpg'].flatMap((type) => Array(8).fill(`${url}.${type}?size=${size}`)),
  )
  const answers = await Promise.all(asked.map(async (address: string) => (await fetch(address)).status))
  assert.deepEqual(new Set(answers), new Set([200]))
})
