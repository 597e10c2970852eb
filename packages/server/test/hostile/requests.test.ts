/** Two hundred requests that no client should send: none is answered by a 5xx or a stack, none changes the store. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Faults } from '@guildhall/protocol'
import { openSqlite } from '../../src/adapters/sqlite/sqlite-store.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { operations } from '../../src/platform/operations.ts'
import { validate } from '../../src/validation/validate.ts'
import { startPlatform } from '../support/platform.ts'

const TABLES = [
  'users',
  'tokens',
  'applications',
  'guilds',
  'roles',
  'channels',
  'members',
  'bans',
  'invites',
  'messages',
  'reactions',
  'emojis',
  'webhooks',
  'commands',
  'thread_members',
  'audit_log',
  'jobs',
  'interactions',
]

const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const BODIES: [string, string | Buffer, string?][] = [
  ['no JSON', '{'],
  ['a number', '5'],
  ['text', '"text"'],
  ['null', 'null'],
  ['a list', '[]'],
  ['deep', deep(5_000)],
  ['deep options', `{"options":${deep(200)},"components":${deep(200)},"name":"","type":1}`],
  ['huge numbers', '{"content":1e400,"position":99999999999999999999999,"flags":-1,"type":1e308,"permissions":"-1"}'],
  ['wrong types', '{"content":[],"embeds":"x","name":{},"roles":5,"nick":[],"recipient_id":{},"messages":"x"}'],
  ['prototype', '{"__proto__":{"admin":true},"constructor":{"prototype":{}},"content":"\\u0000"}'],
  ['lone surrogate', '{"content":"\\ud800","name":"\\udc00"}'],
  ['bad UTF-8', Buffer.from([0x7b, 0x22, 0x63, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ['bad multipart', '--x\r\nnonsense', 'multipart/form-data; boundary=x'],
  ['no boundary', 'x', 'multipart/form-data'],
  [
    'many components',
    JSON.stringify({ content: 'x', components: Array(300).fill({ type: 1, components: Array(50).fill({ type: 2 }) }) }),
  ],
]

/** The first bodies are no objects. */
const NO_OBJECTS = 5

function takesNothing({ body }: Operation): boolean {
  const faults = new Faults()
  if (body) validate(body, {}, faults)
  return !faults.any
}

/** All that the store says, as text. Topics and migrations may count what is not seen. */
async function dump(path: string): Promise<string> {
  const store = openSqlite(path)
  const parts: string[] = []
  for (const table of TABLES) {
    const rows = await store.read((session) => session.raw<Record<string, unknown>>(`SELECT * FROM ${table}`))
    parts.push(
      table,
      JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    )
  }
  await store.close()
  return parts.join('\n')
}

test('hostile requests change nothing and tell nothing', { timeout: 120_000 }, async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-hostile-'))
  const platform = await startPlatform({ data, databaseUrl: null, rateLimits: 'off', logLevel: 'silent' })
  try {
    const path = join(data, 'guildhall.db')
    const before = await dump(path)
    const token = `Bot ${platform.world?.applications.ping?.bot?.token}`
    let sent = 0
    const send = async (method: string, url: string, headers: Record<string, string>, body?: string | Buffer) => {
      const answer = await fetch(url, {
        method,
        headers,
        ...(body === undefined || method === 'GET' ? {} : { body: body as never }),
      })
      const text = await answer.text()
      sent += 1
      assert.ok(answer.status < 500, `${method} ${url}: ${answer.status} ${text}`)
      assert.doesNotMatch(text, /\bat .+:\d+|node:internal|\.ts:/, text)
    }
    const general = platform.world?.guilds.workshop?.channels.general?.id ?? ''
    for (const operation of operations) {
      if (operation.method === 'GET' || operation.method === 'DELETE') continue
      const target = operation.path.replace(':guild_id', '1').replace(':channel_id', general).replaceAll(/:\w+/g, '7')
      // Operations that accept an empty body may receive any fields: for those, bodies that are not objects.
      const count = takesNothing(operation) ? NO_OBJECTS : BODIES.length
      const [, body, type] = BODIES[sent % count] ?? ['', '{']
      await send(
        operation.method,
        platform.api + target,
        { authorization: token, 'content-type': type ?? 'application/json' },
        body,
      )
    }
    for (const [, body, type = 'application/json'] of BODIES) {
      for (const target of [
        `/channels/${general}/messages`,
        '/applications/x/commands',
        '/auth/login',
        '/interactions/1/x/callback',
      ]) {
        await send('POST', platform.api + target, { authorization: token, 'content-type': type }, body)
        await send('POST', platform.api + target, { 'content-type': type }, body)
      }
    }
    const paths = [
      '/channels/abc',
      '/channels/99999999999999999999999',
      '/channels/-1',
      '/guilds/%00',
      '/guilds/..%2f..%2fetc',
      '/%ff',
      '/users/@me/../..',
      '/channels/1/messages?limit=1e9',
      '/channels/1/messages?before=x&after[]=1',
      `/channels/${'9'.repeat(1500)}`,
    ]
    for (const target of paths) await send('GET', platform.api + target, { authorization: token })
    const cdn = [
      '/cdn/attachments/1/1/..%2f..%2fguildhall.db',
      '/cdn/attachments/../../guildhall.db',
      '/cdn/emojis/..%2fx.png',
      '/cdn/%00',
    ]
    for (const target of cdn) await send('GET', platform.url + target, {})
    for (const authorization of [
      'Bot',
      'Bot ',
      'Bearer x',
      'Basic eDp5',
      'x'.repeat(5000),
      'Bot \u00ff',
      'null',
      'Bot null',
      'Bot a.b.c',
      'Bot ..',
      'bot x',
      'Bearer',
      'BOT',
      'Bot x y',
      ' ',
    ]) {
      await send('GET', `${platform.api}/users/@me`, { authorization })
    }
    await oversizedHeader(platform.url)
    assert.ok(sent >= 200, `${sent} were sent`)
    assert.equal((await fetch(`${platform.api}/gateway`)).status, 200)
    assert.equal(await dump(path), before)
  } finally {
    await platform.close()
    await rm(data, { recursive: true, force: true })
  }
})

/** Headers of 40 KB by hand, since fetch would not send them. */
function oversizedHeader(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => (/^HTTP\/1\.1 4\d\d/.test(answer) ? resolve() : reject(new Error(answer || 'no answer'))))
    socket.on('error', () => undefined)
    socket.write(`GET /api/gateway HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(40_000)}\r\n\r\n`)
  })
}
