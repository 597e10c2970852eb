/** Files: what comes in by multipart, hostile or not, and what the CDN gives back. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { MessageObject, WebhookObject } from '@guildhall/protocol'
import { multipart, type ResponseOf } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'

const world = {
  users: { ann: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGP8z8DwnwEJMCFzAEAoBAH+2u3TAAAAAElFTkSuQmCC',
  'base64',
)

const test = guildhallTest({ world, resets: true })
const { platform } = test
const channelId = () => platform.lab.general.id
const general = () => `/channels/${channelId()}/messages`

async function upload(name: string, data: string | Uint8Array<ArrayBuffer>) {
  const sent = await platform.app.api.post<MessageObject>(general(), multipart({}, [{ name, data }]))
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const [attachment] = sent.body.attachments
  assert.ok(attachment)
  return attachment
}

test('GET of an attachment address returns the file whole and in ranges', async () => {
  const attachment = await upload('digits.txt', '0123456789')
  const { origin, pathname, searchParams } = new URL(attachment.url)
  assert.equal(`${origin}${pathname}`, `${platform.cdn}/attachments/${channelId()}/${attachment.id}/digits.txt`)
  assert.deepEqual([...searchParams.keys()], ['ex', 'is', 'hm'])
  const whole = await fetch(attachment.url)
  assert.equal(await whole.text(), '0123456789')
  assert.deepEqual(
    ['content-type', 'content-length', 'accept-ranges', 'x-content-type-options', 'content-security-policy'].map(
      (name) => whole.headers.get(name),
    ),
    ['text/plain; charset=utf-8', '10', 'bytes', 'nosniff', "default-src 'none'; sandbox"],
  )
  const etag = whole.headers.get('etag') ?? ''
  const ask = (headers: Record<string, string>, method = 'GET') => fetch(attachment.url, { headers, method })

  const part = await ask({ range: 'bytes=2-4' })
  assert.deepEqual([part.status, await part.text(), part.headers.get('content-range')], [206, '234', 'bytes 2-4/10'])
  assert.equal(await (await ask({ range: 'bytes=-2' })).text(), '89')
  const beyond = await ask({ range: 'bytes=10-' })
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */10'])
  assert.equal((await ask({ 'if-none-match': etag })).status, 304)
  assert.equal((await ask({ 'if-none-match': '"other"' })).status, 200)
  assert.equal((await ask({ range: 'bytes=0-1', 'if-range': etag })).status, 206)
  assert.equal((await ask({ range: 'bytes=0-1', 'if-range': '"other"' })).status, 200)
  const head = await ask({}, 'HEAD')
  assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '10', ''])
})

test('files that can run scripts are sent as downloads', async () => {
  for (const [name, type, disposition] of [
    ['page.html', 'application/octet-stream', 'attachment'],
    ['drawing.svg', 'image/svg+xml', 'attachment'],
    ['no-extension', 'application/octet-stream', 'attachment'],
    ['constructor', 'application/octet-stream', 'attachment'],
    ['x.__proto__', 'application/octet-stream', 'attachment'],
    ['picture.png', 'image/png', 'inline'],
  ] as const) {
    const { url } = await upload(name, '<script>alert(1)</script>')
    const answer = await fetch(url)
    assert.equal(answer.headers.get('content-type'), type, name)
    assert.match(answer.headers.get('content-disposition') ?? '', new RegExp(`^${disposition};`), name)
    await answer.arrayBuffer()
  }
})

test('file names are stored without unsafe characters and shortened', async () => {
  for (const [name, expected] of [
    ['../../../etc/passwd', /^passwd$/],
    ['..\\..\\boot.ini', /^boot\.ini$/],
    ['..', /^unknown$/],
    ['grüße 漢字.txt', /^grüße_漢字\.txt$/],
    [`${'漢'.repeat(400)}.png`, /^漢{50,80}\.png$/],
  ] as const) {
    const attachment = await upload(name, 'x')
    assert.match(attachment.filename, expected)
    assert.equal(await (await fetch(attachment.url)).text(), 'x', name)
  }
})

test('invalid CDN addresses return 404', async () => {
  const { id } = await upload('a.txt', 'secret')
  const cdn = new URL(platform.cdn)
  for (const path of [
    `/attachments/${channelId()}/${id}/b.txt`,
    `/attachments/${channelId()}/1/a.txt`,
    `/attachments/${channelId()}/${id}/..%2f${id}%2fa.txt`,
    `/attachments/${channelId()}/${id}/..%2f..%2f..%2f..%2fguildhall.db`,
    `/attachments/..%2f..%2fx/${id}/a.txt`,
    `/attachments/${channelId()}/${id}/%00`,
    `/attachments/${channelId()}/${id}/%`,
    '/avatars/1/..%2f..%2fx.png',
    '/avatars/x/abc.png',
    '/avatars/1/abc.exe',
    '/emojis/1.png',
    '/embed/avatars/x.png',
    '/nothing',
  ]) {
    // By hand: fetch would tidy the path up.
    const status = await rawStatus(Number(cdn.port), `/cdn${path}`)
    assert.equal(status, 404, path)
  }
})

function rawStatus(port: number, path: string): Promise<number> {
  return raw(port, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
}

/** The status that raw bytes are answered with. */
function raw(port: number, request: string | Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])))
  })
}

test('attachment addresses expire after a day, are renewed with their message, and can be refreshed', async () => {
  const { url } = await upload('kept.txt', 'kept')
  const text = async (address: string) => {
    const answer = await fetch(address)
    return answer.status === 200 ? answer.text() : answer.status
  }
  assert.equal(await text(url), 'kept')
  assert.equal((await fetch(url)).headers.get('cache-control'), 'private, max-age=86400')
  const [path = '', query = ''] = url.split('?')
  for (const forged of [path, `${path}?${query.replace(/ex=./, 'ex=f')}`, url.replace('kept.txt', 'other.txt')]) {
    assert.equal(await text(forged), 404)
  }
  // Another message shows the address as it was sent: that message does not renew it.
  const shown = await platform.app.api.post<{ id: string; embeds: { image: { url: string } }[] }>(general(), {
    embeds: [{ image: { url } }],
  })
  platform.clock.advance(26 * 60 * 60 * 1000)
  assert.equal(await text(url), 404)
  const renewed = await platform.app.api.post<{ refreshed_urls: { original: string; refreshed: string }[] }>(
    '/attachments/refresh-urls',
    { attachment_urls: [url] },
  )
  const [{ original, refreshed } = assert.fail()] = renewed.body.refreshed_urls
  assert.equal(original, url)
  assert.equal(await text(refreshed), 'kept')
  const refused = await platform.app.api.post<ResponseOf<'refresh_attachment_urls'>>('/attachments/refresh-urls', {
    attachment_urls: [path],
  })
  assert.deepEqual([refused.status, refused.code], [400, 50035])
  const again = await platform.app.api.get<{ embeds: { image: { url: string } }[] }>(`${general()}/${shown.body.id}`)
  assert.equal(await text(again.body.embeds[0]?.image.url ?? ''), 404)
})

test('default avatars and webhook avatars are images', async () => {
  for (const index of [0, 5, 6, 11]) {
    const answer = await fetch(`${platform.cdn}/embed/avatars/${index}.png`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(answer.headers.get('content-type'), 'image/png')
    assert.deepEqual([bytes.readUInt32BE(0), bytes.readUInt32BE(16)], [0x89504e47, 128])
  }
  const webhook = await platform.app.api.post<WebhookObject>(`/channels/${channelId()}/webhooks`, {
    name: 'hook',
    avatar: `data:image/png;base64,${PNG.toString('base64')}`,
  })
  assert.equal(webhook.status, 200)
  const picture = await fetch(`${platform.cdn}/avatars/${webhook.body.id}/${webhook.body.avatar}.png`)
  assert.equal(picture.headers.get('content-type'), 'image/png')
  assert.deepEqual(Buffer.from(await picture.arrayBuffer()), PNG)
  assert.equal((await fetch(`${platform.cdn}/icons/${webhook.body.id}/${webhook.body.avatar}.png`)).status, 404)
})

test('hostile multipart bodies are rejected and the server keeps running', async () => {
  const port = Number(new URL(platform.api).port)
  const send = (body: string, boundary = 'b', length = Buffer.byteLength(body)) =>
    raw(
      port,
      `POST /api/v10${general()} HTTP/1.1\r\nhost: x\r\nauthorization: Bot ${platform.app.token}\r\nconnection: close\r\n` +
        `content-type: multipart/form-data${boundary && `; boundary=${boundary}`}\r\ncontent-length: ${length}\r\n\r\n${body}`,
    )
  const part = (name: string, value: string, filename?: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n${value}\r\n`
  const cases: [string, number][] = [
    ['', 400],
    ['--b--\r\n', 400],
    ['--b\r\n\r\n', 400],
    ['rubbish without any boundary', 400],
    [`${part('payload_json', '{not json')}--b--\r\n`, 400],
    [`${part('payload_json', '[]')}--b--\r\n`, 400],
    [`${part('payload_json', '"text"')}--b--\r\n`, 400],
    [`${part('__proto__', 'x')}${part('constructor', 'x')}--b--\r\n`, 400],
    [`${part('files[0]', 'x', 'a.txt')}`, 400],
    [`${Array.from({ length: 11 }, (_, index) => part(`files[${index}]`, 'x', 'a')).join('')}--b--\r\n`, 400],
    [`${Array.from({ length: 200 }, (_, index) => part(`f${index}`, 'x')).join('')}--b--\r\n`, 400],
    [`${part('payload_json', '{"attachments":[{"id":3}]}')}${part('files[0]', 'x', 'a')}--b--\r\n`, 400],
    [`${part('files[999999999999]', 'x', 'a.txt')}--b--\r\n`, 200],
    [`${part('content', 'plain fields')}--b--\r\n`, 200],
  ]
  for (const [body, expected] of cases) assert.equal(await send(body), expected, body.slice(0, 120))
  assert.equal(await send('x', ''), 400, 'no boundary')
  assert.equal(await send('x', 'b', 230 * 1024 * 1024), 413, 'too long by its own words')
  assert.equal((await platform.app.api.get<unknown[]>(general())).body.length, 2)
})
