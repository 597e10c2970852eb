/** Previews of links: pages, pictures and videos that a server of the test has, added after the post. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import { type EmbedObject, Intent, MessageFlag, type MessageObject, Permission } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import sharp from 'sharp'
import { guildhallTest } from '../support/fixture.ts'
import { nodesOfTests } from '../support/nodes-of-tests.ts'
import { startPlatform } from '../support/platform.ts'
import { until } from '../support/until.ts'

const { VIEW_CHANNEL, SEND_MESSAGES, READ_MESSAGE_HISTORY, EMBED_LINKS } = Permission
const basic = VIEW_CHANNEL | SEND_MESSAGES | READ_MESSAGE_HISTORY
const world = {
  users: { ann: {}, plain: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['plain'],
      bots: { app: { permissions: String(basic | EMBED_LINKS) } },
      roles: { '@everyone': { permissions: String(basic) } },
      channels: { general: {} },
    },
  },
}
const test = guildhallTest({ world })
const { platform } = test

/** Responses of the server, by path. */
const pages = new Map<string, (request: IncomingMessage, response: ServerResponse) => unknown>()
const asked: { path: string; cookie: string | undefined; agent: string | undefined }[] = []
const server = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push({ path, cookie: request.headers.cookie, agent: request.headers['user-agent'] })
  const page = pages.get(path.split('?')[0] ?? '')
  if (page) page(request, response)
  else response.writeHead(404).end()
})
let there = ''
const times = (path: string) => asked.filter((request) => request.path === path).length
const html =
  (head: string, more = '') =>
  (_: IncomingMessage, response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'a=1' })
      .end(`<!doctype html><html><head>${head}</head><body>${more}</body></html>`)
const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`

const settings = (link_previews: boolean, on: { api: string; control: { key: string } } = platform) =>
  api(on.api, `Bearer ${on.control.key}`).patch('/admin/settings', { link_previews })
const messages = () => `/channels/${platform.lab.general.id}/messages`

before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const picture = (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(png)
  pages.set('/picture.png', picture)
  pages.set(
    '/article',
    html(
      '<title>Not this</title><meta name="theme-color" content="#0af">' +
        meta('og:title', 'Chisels &amp; saws') +
        meta('og:type', 'article') +
        meta('og:description', '  Sharp\n tools ') +
        meta('og:site_name', 'The Workshop') +
        meta('og:image', '/picture.png') +
        '<link rel="alternate" type="application/json+oembed" href="/oembed">',
    ),
  )
  pages.set('/oembed', (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ type: 'link', author_name: 'Ann', author_url: 'https://ann.example/', version: '1.0' })),
  )
  pages.set('/plain', html('<title>A plain page</title>'))
  pages.set('/moved', (_, response) => response.writeHead(302, { location: '/plain' }).end())
  pages.set('/round', (_, response) => response.writeHead(302, { location: '/round' }).end())
  pages.set('/text', (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('text'))
  pages.set('/nothing', html(''))
})
after(() => server.close())

const preview = (message: Pick<MessageObject, 'embeds'>) =>
  message.embeds.map(({ type, url, title }) => [type, url?.slice(there.length), title])
const post = async (content: string, more: object = {}, who: 'ann' | 'app' | 'plain' = 'ann') => {
  const { status, body } = await platform[who].api.post<MessageObject>(messages(), { content, ...more })
  assert.equal(status, 200)
  assert.deepEqual(
    body.embeds.filter(({ type }) => type !== 'rich'),
    [],
    'no request of a sender loads a page',
  )
  return body
}
const stored = async (id: string) => (await platform.ann.api.get<MessageObject>(`${messages()}/${id}`)).body
/** Returns a message once it has previews. */
async function previewed(id: string, count = 1): Promise<MessageObject> {
  let message = await stored(id)
  await until(`${id} has previews`, async () => {
    message = await stored(id)
    return message.embeds.length === count
  })
  return message
}
/** A later message has its preview: an earlier one would have had it too. */
const settled = async () => previewed((await post(`${there}/plain?${Math.random()}`)).id)

test('the setting is off at first; an operator turns it on', async () => {
  await post(`${there}/plain?early`)
  assert.equal((await settings(true)).status, 200)
  await settled()
  assert.equal(times('/plain?early'), 0)
})

test('a link gets the preview of its page by MESSAGE_UPDATE, without a mark of an edit', async () => {
  await using gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({ token: platform.app.token, intents: Intent.GUILD_MESSAGES | Intent.MESSAGE_CONTENT })
  const { id } = await post(`Look: ${there}/article, and read it.`)
  const { d } = await gateway.next('MESSAGE_UPDATE')
  const update = d as unknown as MessageObject
  assert.equal(update.id, id)
  assert.equal(update.edited_timestamp, null)
  const [embed] = update.embeds
  assert.deepEqual(
    { ...embed, thumbnail: undefined },
    {
      type: 'article',
      url: `${there}/article`,
      title: 'Chisels & saws',
      description: 'Sharp tools',
      color: 0x00aaff,
      provider: { name: 'The Workshop' },
      author: { name: 'Ann', url: 'https://ann.example/' },
      thumbnail: undefined,
    },
  )
  const { url, width, height, proxy_url = '' } = embed?.thumbnail ?? {}
  assert.deepEqual([url, width, height], [`${there}/picture.png`, 40, 20])
  assert.equal(
    asked.every(({ cookie, agent }) => cookie === undefined && agent !== undefined),
    true,
  )
  const drawn = await fetch(proxy_url)
  assert.deepEqual([drawn.status, drawn.headers.get('content-type')], [200, 'image/webp'])
  assert.deepEqual((await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()).width, 40)
  assert.equal((await fetch(proxy_url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status, 404)
})

test('a page is loaded once in an hour, whoever posts its address, and so is one without a preview', async () => {
  const path = '/plain?often'
  const found = await Promise.all(Array.from({ length: 10 }, () => post(`${there}${path}`)))
  for (const { id } of found) await previewed(id)
  assert.ok(times(path) <= nodesOfTests())
  for (const content of [`${there}/nothing`, `again ${there}/nothing`]) await post(content)
  await settled()
  assert.ok(times('/nothing') <= nodesOfTests())
})

test('pictures and videos are embeds; redirects are followed; other files have no preview', async () => {
  pages.set('/video.mp4', (_, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end('v'))
  const links = ['/picture.png', '/video.mp4', '/moved', '/round', '/text'].map((path) => there + path)
  const message = await previewed((await post(links.join(' '))).id, 3)
  assert.deepEqual(preview(message), [
    ['image', '/picture.png', undefined],
    ['video', '/video.mp4', undefined],
    ['link', '/moved', 'A plain page'],
  ])
})

test('at most five links, and none in angle brackets or code, get a preview', async () => {
  const hidden = [`<${there}/plain?1>`, `\`${there}/plain?2\``, `\`\`\`\n${there}/plain?3\n\`\`\``]
  const shown = Array.from({ length: 6 }, (_, n) => `${there}/plain?s${n}`)
  const message = await previewed((await post([...hidden, ...shown].join('\n'))).id, 5)
  assert.deepEqual(
    message.embeds.map(({ url }) => url),
    shown.slice(0, 5),
  )
  for (const n of [1, 2, 3]) assert.equal(times(`/plain?${n}`), 0)
})

test('no preview without EMBED_LINKS, with SUPPRESS_EMBEDS, or beside embeds of the author', async () => {
  const without = [
    await post(`${there}/plain?no`, {}, 'plain'),
    await post(`${there}/plain?no`, { flags: MessageFlag.SUPPRESS_EMBEDS }),
    await post(`${there}/plain?no`, { embeds: [{ title: 'Own' }] }, 'app'),
  ]
  await settled()
  assert.equal(times('/plain?no'), 0)
  const titles = await Promise.all(without.map(async ({ id }) => (await stored(id)).embeds.map(({ title }) => title)))
  assert.deepEqual(titles, [[], [], ['Own']])
})

test('an edit replaces the previews; one without links removes them', async () => {
  const { id } = await previewed((await post(`${there}/plain?before`)).id)
  const edit = (content: string) => platform.ann.api.patch<MessageObject>(`${messages()}/${id}`, { content })
  assert.deepEqual((await edit(`${there}/article?after`)).body.embeds, [])
  pages.set('/article?after', pages.get('/article') ?? assert.fail())
  assert.deepEqual((await previewed(id)).embeds[0]?.title, 'Chisels & saws')
  assert.deepEqual((await edit('nothing')).body.embeds, [])
  await settled()
  assert.deepEqual((await stored(id)).embeds, [])
})

test('a message that was deleted or hidden meanwhile is left alone', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  pages.set('/slow', (request, response) => void released.then(() => html('<title>Slow</title>')(request, response)))
  const [deleted, hidden] = [await post(`${there}/slow`), await post(`${there}/slow`)]
  await until('the page was asked for', async () => times('/slow') > 0)
  await platform.ann.api.delete(`${messages()}/${deleted.id}`)
  await platform.ann.api.patch(`${messages()}/${hidden.id}`, { flags: MessageFlag.SUPPRESS_EMBEDS })
  release()
  await settled()
  assert.deepEqual((await stored(hidden.id)).embeds, [])
})

test('a link that operators have blocked gives no preview, also behind a redirect', async () => {
  const key = api(platform.api, `Bearer ${platform.control.key}`)
  pages.set('/to-blocked', (_, response) => response.writeHead(302, { location: '/blocked-page' }).end())
  pages.set('/blocked-page', html('<title>Blocked</title>'))
  const host = there.slice('http://'.length)
  assert.equal((await key.post('/admin/blocks', { kind: 'link', value: `${host}/blocked-page` })).status, 201)
  const { id } = await post(`${there}/to-blocked`)
  await settled()
  assert.deepEqual((await stored(id)).embeds, [])
  const urls = [`${there}/blocked-page`, `${there}/to-blocked`]
  assert.deepEqual((await platform.ann.api.post<object>('/unfurler/embed-urls', { urls })).body, { embeds: [] })
})

test('long pages are cut, pictures that are too large and files that are no pictures are left out', async () => {
  const large = '<!-- '.padEnd(300 * 1024, 'x')
  pages.set('/long', html(`<title>Long</title>${meta('og:image', '/fake.png')}`, large))
  pages.set('/late', html(`${large} --><title>Late</title>`))
  pages.set('/fake.png', (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<svg/>'))
  pages.set('/huge.png', (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.end(Buffer.alloc(9 * 1024 * 1024))
  })
  const message = await previewed((await post(`${there}/long ${there}/late ${there}/huge.png`)).id)
  assert.deepEqual(preview(message), [['link', '/long', 'Long']])
  assert.equal(message.embeds[0]?.thumbnail, undefined)
})

test('POST /unfurler/embed-urls returns embeds to people; with the setting off there are none', async () => {
  const ask = (who: 'ann' | 'app', urls: unknown) =>
    platform[who].api.post<{ embeds: EmbedObject[] }>('/unfurler/embed-urls', { urls })
  const { status, body } = await ask('ann', [`${there}/plain?asked`, `${there}/text`])
  assert.deepEqual([status, body.embeds.map(({ title }) => title)], [200, ['A plain page']])
  assert.equal((await ask('app', [`${there}/plain`])).status, 403)
  for (const urls of [[], Array(6).fill('x'), {}, [{}]])
    assert.equal((await ask('ann', urls)).status, 400, JSON.stringify(urls))
  assert.equal((await settings(false)).status, 200)
  assert.deepEqual((await ask('ann', [`${there}/plain?off`])).body.embeds, [])
  await post(`${there}/plain?off`)
  assert.equal((await settings(true)).status, 200)
  await settled()
  assert.equal(times('/plain?off'), 0)
})

test('with --outgoing public, no address of this machine or network is loaded, also after a redirect', async () => {
  await using own = await startPlatform({ world, rateLimits: 'off', outgoing: 'public' })
  assert.equal((await settings(true, own)).status, 200)
  const before = asked.length
  const urls = [
    `${there}/plain`,
    there.replace('127.0.0.1', 'localhost'),
    there.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
  ]
  const { body } = await own.ann.api.post<{ embeds: EmbedObject[] }>('/unfurler/embed-urls', { urls })
  assert.deepEqual([body.embeds, asked.length], [[], before])
})
