/** Attacks by picture files: labels that lie, and few bytes that unfold to gigabytes. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { get as httpGet } from 'node:http'
import { test } from 'node:test'
import { api, multipart, spawnPlatform, startPlatform } from '@guildhall/testing'
import sharp from 'sharp'

const world = {
  users: { ann: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}

interface Attachment {
  url: string
  content_type: string
  width?: number
  height?: number
  placeholder?: string
}

const filled = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#20408080' } }).png({ compressionLevel: 9 })

test('type and dimensions of an attachment follow the file and its name, never the label', async () => {
  const platform = await startPlatform({ world, rateLimits: 'off' })
  try {
    const app = platform.app.api
    const path = `/channels/${platform.lab.general.id}/messages`
    const png = Uint8Array.from(await filled(40).toBuffer())
    const svg = Uint8Array.from(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
    const rows: [
      name: string,
      data: Uint8Array<ArrayBuffer>,
      label: string,
      type: string,
      width: number | undefined,
    ][] = [
      ['a.png', png, 'text/plain', 'image/png', 40],
      ['a.png', png, '', 'image/png', 40],
      ['photo', png, 'application/octet-stream', 'image/png', 40],
      ['a.txt', Buffer.from('text'), 'image/png', 'text/plain; charset=utf-8', undefined],
      ['a.txt', png, 'image/png', 'text/plain; charset=utf-8', undefined],
      ['a.txt', Buffer.from('text'), 'application/json', 'text/plain; charset=utf-8', undefined],
      ['a.png', Buffer.from('no picture'), 'image/png', 'image/png', undefined],
      ['a.svg', svg, 'image/png', 'image/svg+xml', undefined],
      ['unknown', Buffer.from('text'), 'text/html', 'application/octet-stream', undefined],
    ]
    for (const [name, data, type, expected, width] of rows) {
      const sent = await app.post<{ attachments: Attachment[] }>(path, multipart({}, [{ name, data, type }]))
      const [file = assert.fail()] = sent.body.attachments
      assert.deepEqual([file.content_type, file.width, file.height], [expected, width, width], `${name} as ${type}`)
      assert.equal(file.placeholder !== undefined, width !== undefined, name)
    }
  } finally {
    await platform.close()
  }
})

test('pictures of 64 million pixels, sent side by side, take bounded memory', async () => {
  await using platform = await spawnPlatform({ world, rateLimits: 'off' })
  const app = platform.app.api
  const path = `/channels/${platform.lab.general.id}/messages`
  const data = Uint8Array.from(await filled(8_000).toBuffer())
  const more = Uint8Array.from(await filled(9_000).toBuffer())
  const avatar = `data:image/png;base64,${Buffer.from(data).toString('base64')}`
  const user = await app.patch<{ id: string; avatar: string }>('/users/@me', { avatar })
  const sent = await Promise.all(
    [data, data, more].map((bytes) =>
      app.post<{ attachments: Attachment[] }>(path, multipart({}, [{ name: 'a.png', data: bytes }])),
    ),
  )
  assert.deepEqual(
    sent.map(({ body }) => body.attachments[0]?.width),
    [8_000, 8_000, 9_000],
  )
  const address = `${platform.cdn}/avatars/${user.body.id}/${user.body.avatar}`
  const drawn = ['.webp?size=2048', '.jpg?size=64'].map(async (form) => {
    const response = await fetch(address + form)
    await response.arrayBuffer()
    return response.status
  })
  assert.deepEqual(await Promise.all(drawn), [200, 200])
  const status = await readFile(`/proc/${platform.pid}/status`, 'utf8').catch(() => null)
  const peakMb = Number(/VmHWM:\s+(\d+)/.exec(status ?? '')?.[1]) / 1024
  if (status !== null) assert.ok(peakMb < 900, `peak memory is ${Math.round(peakMb)} MB`)
})

test('a flood of large renditions delays its own address, and no valid picture is called invalid', async () => {
  await using platform = await spawnPlatform({
    world: { ...world, users: { ann: {}, bob: {}, cat: {} } },
    rateLimits: 'off',
  })
  const addressOf = async (user: 'bob' | 'cat', side: number) => {
    // Noise takes long to encode.
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const picture = sharp({ create: { width: side, height: side, channels: 3, background: '#000', noise } })
    const bytes = await picture.jpeg({ quality: 60 }).toBuffer()
    const avatar = `data:image/jpeg;base64,${bytes.toString('base64')}`
    const token = platform[user].token
    const { body } = await api(platform.api, token).patch<{ id: string; avatar: string }>('/users/@me', { avatar })
    return `/cdn/avatars/${body.id}/${body.avatar}`
  }
  const [large, other] = [await addressOf('bob', 4096), await addressOf('cat', 256)]
  const done: string[] = []
  const get = (path: string, localAddress: string, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const request = httpGet(new URL(path, platform.cdn), { localAddress, agent: false }, (response) => {
      response.resume().once('end', () => {
        done.push(name)
        if (response.statusCode === 503) assert.ok(Number(response.headers['retry-after']) > 0)
        resolve(response.statusCode ?? 0)
      })
    })
    request.once('error', reject)
    return promise
  }
  const forms = ['webp', 'png'].flatMap((format) =>
    [4096, 2048, 1024, 512, 256].map((size) => `.${format}?size=${size}`),
  )
  const flood = forms.map((form) => get(large + form, '127.0.0.2', 'flood'))
  const victims = [16, 32, 64].map((size) => get(`${other}.webp?size=${size}`, '127.0.0.1', 'other'))
  assert.deepEqual(await Promise.all(victims), [200, 200, 200])
  const before = done.lastIndexOf('other') - 2
  assert.ok(before <= 2, `${before} of ${flood.length} renditions of the flood came before`)
  const statuses = new Set(await Promise.all(flood))
  assert.ok(
    [...statuses].every((status) => status === 200 || status === 503),
    `${[...statuses]}`,
  )
})
