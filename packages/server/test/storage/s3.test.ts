/** A platform whose files are on S3: through HTTP, with a store that goes away, that lies, and with wrong keys. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { type Api, api, multipart, type TestPlatform } from '@guildhall/testing'
import sharp from 'sharp'
import { setEnvironment } from '../support/environment.ts'
import { startPlatform } from '../support/platform.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'
import { until } from '../support/until.ts'

const MIB = 1024 * 1024
/** Longest wait for any response, with or without a store. */
const RESPONSE_MAX_MS = 12_000
const world = {
  users: { ann: {} },
  guilds: { lab: { owner: 'ann', channels: { general: {}, forum: { type: 15 } } } },
}

interface Body {
  id: string
  code?: number
  message?: { attachments: { url: string }[] }
  attachments: { id: string; url: string; size: number; content_type?: string }[]
}

suite('a platform with files on S3', () => {
  let store: S3Server
  let restoreEnvironment: () => void
  let data: string
  let platform: TestPlatform<typeof world>
  let ann: Api
  let channel: string
  let guildId: string

  before(async () => {
    store = await startS3Server({ page: 3 })
    restoreEnvironment = setEnvironment(store.env)
    data = await mkdtemp(join(tmpdir(), 'guildhall-s3-'))
    platform = await startPlatform({
      world,
      data,
      rateLimits: 'off',
      filesUrl: `${store.url}/chat`,
      logLevel: 'silent',
      observe: undefined,
    })
    const { users, guilds } = platform.world ?? assert.fail('a first start has a world')
    ann = api(platform.api, users.ann?.token)
    guildId = String(guilds.lab?.id)
    channel = `/channels/${guilds.lab?.channels.general?.id}`
  })
  after(async () => {
    restoreEnvironment()
    await platform?.close()
    await store[Symbol.asyncDispose]()
    await rm(data, { recursive: true })
  })

  const post = (name: string, bytes: Uint8Array | string, more = {}) =>
    ann.post<Body>(`${channel}/messages`, multipart({ content: name, ...more }, [{ name, data: bytes as string }]))
  const keys = () => [...store.objects.keys()].sort()
  const pictureOf = async (shade: number) => {
    const create = { width: 64, height: 64, channels: 3, background: { r: shade, g: 0, b: 0 } } as const
    return sharp({ create }).png().toBuffer()
  }

  test('an upload is one object, which the CDN serves whole and in ranges by a signed address', async () => {
    const bytes = randomBytes(300_000)
    const { status, body } = await post('a b+ü.bin', bytes)
    assert.equal(status, 200)
    const [attachment] = body.attachments
    assert.equal(attachment?.size, bytes.length)
    assert.equal(keys().length, 1)
    assert.match(keys()[0] ?? '', /^chat\/files\/attachments\/\d+\/\d+\//)
    assert.equal(store.requests.filter((line) => line.startsWith('PUT chat/files/')).length, 1)
    const url = attachment?.url ?? ''
    const whole = await fetch(url)
    assert.equal(whole.headers.get('content-length'), '300000')
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes)
    const part = await fetch(url, { headers: { range: 'bytes=100000-199999' } })
    assert.equal(part.status, 206)
    assert.equal(part.headers.get('content-range'), 'bytes 100000-199999/300000')
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(100_000, 200_000))
    assert.equal((await fetch(url, { method: 'HEAD' })).headers.get('content-length'), '300000')
    assert.equal((await fetch(url.replace('hm=', 'hm=0'))).status, 404)
    assert.deepEqual(await readdir(join(data, 'uploads')), [])
    await ann.delete(`${channel}/messages/${body.id}`)
    await until('the object is removed', async () => store.objects.size === 0)
  })

  test('a picture has its renditions; a replaced one is removed', async () => {
    const [first, second] = [await pictureOf(1), await pictureOf(2)]
    const uri = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
    const { body } = await ann.patch<{ avatar: string }>('/users/@me', { avatar: uri(first) })
    const { id } = (await ann.get<{ id: string }>('/users/@me')).body
    const drawn = await fetch(`${platform.cdn}/avatars/${id}/${body.avatar}.webp?size=32`)
    assert.equal(drawn.headers.get('content-type'), 'image/webp')
    assert.equal((await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()).width, 32)
    await ann.patch('/users/@me', { avatar: uri(second) })
    await until('one picture is left', async () => store.objects.size === 1)
    await ann.patch('/users/@me', { avatar: uri(first) })
    await ann.patch('/users/@me', { avatar: null })
    await until('no picture is left', async () => store.objects.size === 0)
  })

  test('an emoji and a post of a forum keep files whose keys are made with them', async () => {
    const image = `data:image/png;base64,${(await pictureOf(3)).toString('base64')}`
    const emoji = await ann.post<Body>(`/guilds/${guildId}/emojis`, { name: 'red', image })
    assert.equal(emoji.status, 201)
    await until('the emoji is one object', async () => keys().join() === `chat/files/images/emojis/${emoji.body.id}`)
    assert.equal((await fetch(`${platform.cdn}/emojis/${emoji.body.id}.png`)).status, 200)
    const forum = platform.world?.guilds.lab?.channels.forum?.id
    const content = multipart({ name: 'post', message: { content: 'x' } }, [{ name: 'f.txt', data: 'in a forum' }])
    const thread = await ann.post<Body>(`/channels/${forum}/threads`, content)
    assert.equal(thread.status, 201)
    const url = thread.body.message?.attachments[0]?.url ?? ''
    assert.equal(await (await fetch(url)).text(), 'in a forum')
    await ann.delete(`/channels/${thread.body.id}`)
    await ann.delete(`/guilds/${guildId}/emojis/${emoji.body.id}`)
    await until('nothing is left', async () => store.objects.size === 0)
  })

  test('a text is posted at once while an upload waits for the store', async () => {
    let answer: () => void = () => undefined
    store.intervene = (request, response) => {
      if (request.method !== 'PUT' || answer.name === 'held') return false
      const held = () => void response.writeHead(500).end()
      answer = held
      return true
    }
    const upload = post('slow.txt', 'slow')
    await until('the store holds the upload', async () => answer.name === 'held')
    assert.equal((await ann.post(`${channel}/messages`, { content: 'quick' })).status, 200)
    answer()
    // The upload is sent again.
    assert.equal((await upload).status, 200)
    store.intervene = null
    assert.equal(store.objects.size, 1)
  })

  test('a store that is away: files are 503 in time, texts work, nothing half-stored is named; then it is back', async () => {
    const kept = (await post('kept.txt', 'kept')).body
    const url = kept.attachments[0]?.url ?? ''
    const before = keys()
    await store.pause()
    const begunAt = performance.now()
    const refused = await Promise.all([post('lost.txt', 'lost'), post('lost too.txt', 'lost')])
    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.code]),
      [
        [503, 130_000],
        [503, 130_000],
      ],
    )
    assert.equal((await fetch(url)).status, 503)
    assert.equal((await ann.post(`${channel}/messages`, { content: 'text' })).status, 200)
    assert.ok(performance.now() - begunAt < RESPONSE_MAX_MS)
    assert.equal((await ann.delete(`${channel}/messages/${kept.id}`)).status, 204)
    await store.resume()
    await until('files are served', async () => (await fetch(url)).status !== 503)
    assert.equal((await post('after.txt', 'after')).status, 200)
    const contents = (await ann.get<{ content: string }[]>(`${channel}/messages`)).body.map(({ content }) => content)
    assert.ok(!contents.some((content) => content.startsWith('lost')))
    platform.clock.advance(600_000)
    const gone = before.filter((key) => key.endsWith('/kept.txt'))
    await until('the job tried again', async () => gone.every((key) => !store.objects.has(key)))
  })

  const answers: readonly (readonly [string, (response: ServerResponse) => void])[] = [
    [
      'an endless body',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/xml' })
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(MIB, 'x')));
        }
        response.on('drain', more)
        more()
      },
    ],
    [
      'a range that was not asked for',
      (response) =>
        response.writeHead(206, { 'content-length': 5, 'content-range': 'bytes 900-904/1000' }).end('other'),
    ],
    [
      'more than it says',
      (response) => response.writeHead(206, { 'content-length': 5, 'content-range': 'bytes 0-4/4' }).end('other'),
    ],
    ['no HTTP', (response) => response.socket?.end('nonsense\r\n\r\n')],
    ['a redirect', (response) => response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end()],
    [
      'a refusal with words',
      (response) => response.writeHead(403).end('<Error><Code>AccessDenied\r\n\x1b[31m</Code></Error>'),
    ],
    ['slow down', (response) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')],
  ]
  for (const [name, answer] of answers)
    test(`a store that answers with ${name} is away for its callers, and nothing else`, async () => {
      const { body } = await post('x.txt', 'content')
      store.intervene = (_, response) => {
        answer(response)
        return true
      }
      const seen = await fetch(body.attachments[0]?.url ?? '')
      assert.equal(seen.status, 503)
      assert.equal((await ann.post(`${channel}/messages`, { content: 'text' })).status, 200)
      store.intervene = null
      await until('files are served', async () => (await fetch(body.attachments[0]?.url ?? '')).status === 200)
    })

  test('a download that breaks goes on at the byte where it broke', async () => {
    const bytes = randomBytes(400_000)
    const { body } = await post('broken.bin', bytes)
    let breaks = 0
    store.intervene = (request, response) => {
      const isWhole = request.headers.range === 'bytes=0-399999'
      if (!isWhole) return false
      breaks += 1
      response.writeHead(206, { 'content-length': 400_000, 'content-range': 'bytes 0-399999/400000' })
      response.write(bytes.subarray(0, 150_000), () => response.destroy())
      return true
    }
    const seen = await fetch(body.attachments[0]?.url ?? '')
    assert.deepEqual(Buffer.from(await seen.arrayBuffer()), bytes)
    assert.equal(breaks, 1)
    store.intervene = null
  })
})

suite('a start', () => {
  const start = async (store: S3Server, env: Record<string, string>) => {
    const restore = setEnvironment({ ...store.env, ...env })
    try {
      const platform = await startPlatform({ filesUrl: store.url, logLevel: 'silent', observe: undefined })
      await platform.close()
    } finally {
      restore()
    }
  }

  test('names the bucket, the reason and the remedy, and no secret', async () => {
    await using store = await startS3Server()
    const cases: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ AWS_SECRET_ACCESS_KEY: 'hidden-wrong' }, /s3:\/\/hall .*SignatureDoesNotMatch.*AWS_SECRET_ACCESS_KEY/],
      [{ AWS_ACCESS_KEY_ID: 'AKIDOTHER' }, /InvalidAccessKeyId.*AWS_ACCESS_KEY_ID/],
      [{ AWS_REGION: 'mars-1' }, /AWS_REGION/],
      [{ AWS_ENDPOINT_URL: `${store.env.AWS_ENDPOINT_URL}/no` }, /NoSuchBucket.*Make the bucket/],
      [{ AWS_SECRET_ACCESS_KEY: '' }, /needs the variable AWS_SECRET_ACCESS_KEY/],
      [{ AWS_ENDPOINT_URL: 'ftp://x' }, /AWS_ENDPOINT_URL takes/],
    ]
    for (const [env, expected] of cases)
      await assert.rejects(start(store, env), ({ message }: Error) => {
        assert.match(message, expected)
        return !message.includes('hidden') && !message.includes('secret+key')
      })
    store.intervene = (_, response) => {
      response.writeHead(200).end(`<ListBucketResult>${'<Contents><Key>x</Key></Contents>'.repeat(400_000)}`)
      return true
    }
    await assert.rejects(start(store, {}), /too long/)
    store.intervene = null
    await start(store, {})
    await store.pause()
    await assert.rejects(start(store, {}), /s3:\/\/hall .*ECONNREFUSED.*AWS_ENDPOINT_URL/)
  })
})
