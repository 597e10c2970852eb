/** A platform behind a proxy with TLS: every address that it tells anyone begins with the public one. */
import assert from 'node:assert/strict'
import dns from 'node:dns'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, mock, test } from 'node:test'
import tls from 'node:tls'
import { api, RawGateway } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits } from 'discord.js'
import { issueAuthority, issueServer } from '../../src/transports/http/issue-certificate.ts'
import { startPlatform } from '../support/platform.ts'

const NAME = 'chat.example'
const world = {
  users: { ann: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] } },
  guilds: { lab: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}

let proxy: tls.Server
let publicUrl = ''
let target = 0

before(async () => {
  const lookup = dns.lookup.bind(dns)
  // The public name leads to this machine, as the operator's name server would make it.
  mock.method(dns, 'lookup', (name: string, ...rest: [never]) => lookup(name === NAME ? '127.0.0.1' : name, ...rest))
  const day = 86_400_000
  const validity = { notBefore: Date.now() - day, notAfter: Date.now() + day }
  const authority = issueAuthority({ dns: [NAME], ips: [] }, validity)
  tls.setDefaultCACertificates([authority.cert])
  const certificate = issueServer(authority, { dns: [NAME], ips: [] }, validity)
  proxy = tls.createServer(certificate, (socket) => {
    const behind = connect(target, '127.0.0.1')
    socket.pipe(behind).pipe(socket)
    socket.on('error', () => behind.destroy())
    behind.on('error', () => socket.destroy())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  publicUrl = `https://${NAME}:${(proxy.address() as AddressInfo).port}`
})

after(() => {
  proxy.close()
  mock.restoreAll()
})

async function start(options: { data?: string; publicUrl?: string } = {}) {
  const platform = await startPlatform({ world, publicUrl, ...options })
  target = Number(new URL(platform.listen).port)
  return platform
}

test('a bot that knows the public name alone connects, posts, and loads what it posted', async () => {
  await using platform = await start()
  assert.equal(platform.url, publicUrl)
  assert.match(platform.listen, /^http:\/\/127\.0\.0\.1:\d+$/)
  const { MessageContent, Guilds, GuildMessages } = GatewayIntentBits
  const bot = new Client({
    intents: [Guilds, GuildMessages, MessageContent],
    rest: { api: `${publicUrl}/api`, cdn: `${publicUrl}/cdn` },
  })
  try {
    const ready = once(bot, Events.ClientReady)
    await bot.login(platform.app.token)
    await ready
    const channel = bot.channels.cache.get(platform.lab.general.id)
    assert.ok(channel?.isSendable())
    const { attachments } = await channel.send({
      content: 'Here',
      files: [{ attachment: Buffer.from('text'), name: 'a.txt' }],
    })
    const url = attachments.first()?.url ?? ''
    assert.ok(url.startsWith(`${publicUrl}/cdn/attachments/`), url)
    assert.equal(await (await fetch(url)).text(), 'text')
  } finally {
    await bot.destroy()
  }
})

test('Get Gateway, READY, OpenID discovery and the ready line name the public address', async () => {
  await using platform = await start()
  const gateway = `${publicUrl.replace('https', 'wss')}/gateway`
  const bot = api(platform.api, `Bot ${platform.app.token}`)
  assert.equal((await bot.get<{ url: string }>('/gateway')).body.url, gateway)
  assert.equal((await bot.get<{ url: string }>('/gateway/bot')).body.url, gateway)
  const session = await RawGateway.connect(platform.gateway)
  const ready = await session.identify({ token: platform.app.token, intents: 0 })
  assert.ok(String(ready.resume_gateway_url).startsWith(publicUrl.replace('https', 'wss')))
  const discovery = await (await fetch(`${publicUrl}/.well-known/openid-configuration`)).json()
  assert.equal((discovery as { issuer: string }).issuer, publicUrl)
  await session.close()
})

test('the listen address keeps serving, without the control API and sign-in without a password', async () => {
  await using platform = await start()
  assert.equal((await fetch(`${platform.listen}/api/v10/gateway`)).status, 200)
  assert.equal((await fetch(`${platform.listen}/channels/@me`)).status, 200)
  const { key, url } = platform.control
  for (const control of [url, `${publicUrl}/control`])
    assert.equal((await fetch(`${control}/clock`, { headers: { authorization: `Bearer ${key}` } })).status, 404)
  const people = await fetch(`${platform.listen}/api/v10/auth/demo`)
  assert.deepEqual(await people.json(), { people: [] })
})

test('a public store without a world stays empty, and the demo world needs --demo', async () => {
  {
    await using platform = await startPlatform({ publicUrl })
    assert.deepEqual([platform.isEmpty, platform.world], [true, null])
  }
  await using demo = await startPlatform({ publicUrl, demo: true })
  assert.equal(demo.isEmpty, false)
  assert.ok(demo.world?.users.alice)
})

test('attachments of the time before the platform moved to another name are signed and served', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-moved-'))
  const data = join(folder, 'data')
  try {
    let message = ''
    let channel = ''
    let token = ''
    {
      await using platform = await start({ data, publicUrl: 'http://old.example:8080' })
      channel = platform.lab.general.id
      token = platform.app.token
      const form = new FormData()
      form.set('files[0]', new Blob(['text']), 'a.txt')
      const headers = { authorization: `Bot ${token}` }
      const posted = await fetch(`${platform.listen}/api/v10/channels/${channel}/messages`, {
        method: 'POST',
        headers,
        body: form,
      })
      const body = (await posted.json()) as { id: string; attachments: { url: string }[] }
      assert.ok(body.attachments[0]?.url.startsWith('http://old.example:8080/cdn/attachments/'))
      message = body.id
    }
    await using platform = await start({ data })
    const read = await api(platform.api, `Bot ${token}`).get<{ attachments: { url: string }[] }>(
      `/channels/${channel}/messages/${message}`,
    )
    const url = read.body.attachments[0]?.url ?? ''
    assert.ok(url.startsWith(`${publicUrl}/cdn/attachments/`), url)
    assert.equal(await (await fetch(url)).text(), 'text')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
