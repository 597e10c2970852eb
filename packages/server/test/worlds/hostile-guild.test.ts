/** `guildhall world from-guild` against a server that responds as it likes. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { readGuild } from '../../src/cli/from-guild/guild-facts.ts'
import { GuildReader } from '../../src/cli/from-guild/guild-reader.ts'
import { addPictures } from '../../src/cli/from-guild/pictures.ts'
import { removeFaulty } from '../../src/cli/from-guild/remove-faulty.ts'
import { worldOfGuild } from '../../src/cli/from-guild/world-of-guild.ts'
import { checkWorld } from '../../src/world/index.ts'
import { DOT } from './whole-guild.ts'

type Reply = { status?: number; headers?: Record<string, string>; body: unknown }

const LONG = 'x'.repeat(200)
const user = (id: string, username = `user ${id}`) => ({ id, username })
const guild = {
  id: '5',
  name: LONG,
  icon: 'abc',
  owner_id: '1',
  roles: [{ id: '5', name: '@everyone', permissions: '0', position: 0 }],
  emojis: [
    { id: '90', name: '__proto__' },
    { id: '91', name: 'party' },
    { id: '92', name: 'large' },
    { id: '93', name: 'moved' },
  ],
}
const message = (id: bigint) => ({ id: String(id), type: 0, author: user('7', '@everyone'), content: 'Hi' })

/** Answers of a small guild, which a test replaces in part. */
const replies = (): Record<string, (query: URLSearchParams) => Reply> => ({
  '/applications/@me': () => ({ body: { id: '2', name: 'Bot' } }),
  '/users/@me': () => ({ body: user('2') }),
  '/users/1': () => ({ body: user('1') }),
  '/guilds/5': () => ({ body: guild }),
  '/guilds/5/channels': () => ({
    body: [
      { id: '10', type: 0, name: 'a' },
      { id: '11', type: 0, name: 'b\u001b[2J' },
    ],
  }),
  '/guilds/5/members/2': () => ({ body: { user: { ...user('2'), bot: true }, roles: [] } }),
  '/guilds/5/threads/active': () => ({ body: { threads: [] } }),
})

async function serverOf(given: ReturnType<typeof replies>) {
  const asked: { path: string; authorization: string | undefined }[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
    const path = pathname.replace('/api/v10', '')
    asked.push({ path, authorization: request.headers.authorization })
    const { status = 200, headers = {}, body } = given[path]?.(searchParams) ?? { status: 403, body: {} }
    response.writeHead(status, headers).end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const waits: number[] = []
  const wait = async (durationMs: number) => void waits.push(durationMs)
  return {
    origin,
    asked,
    waits,
    wait,
    reader: new GuildReader({ api: new URL(`${origin}/api`), token: 't', version: '1', wait }),
  }
}

const limits = { members: 0, archivedThreads: 3, messages: 250 }

test('pages without an end, unknown kinds and parts that are refused leave a valid world', async () => {
  const { reader, asked, waits } = await serverOf({
    ...replies(),
    '/channels/10/messages': (query) => {
      const before = BigInt(query.get('before') ?? 10_000)
      return { body: Array.from({ length: 500 }, (_, index) => message(before - BigInt(index) - 1n)) }
    },
    '/channels/10/threads/archived/public': () => ({
      body: {
        has_more: true,
        threads: [
          { id: '20', type: 11, parent_id: '10', name: LONG, owner_id: '99', thread_metadata: metadata },
          { id: 'x', thread_metadata: [] },
        ],
      },
    }),
    '/guilds/5/stickers': (() => {
      let tries = 0
      return () =>
        ++tries === 1 ? { status: 429, body: { retry_after: 2.5 } } : { body: [{ id: '30', name: 'wave' }, null] }
    })(),
  })
  const facts = await readGuild(reader, '5', limits)
  const { world, leftOut } = worldOfGuild(facts)
  const [lab] = Object.values(checkWorld(structuredClone(world)).guilds)
  assert.equal(lab?.channels?.a?.messages?.length, 250)
  assert.equal(lab?.name?.length, 100)
  assert.deepEqual(Object.keys(lab?.emojis ?? {}), ['party', 'large', 'moved'])
  assert.deepEqual(Object.keys(lab?.channels?.a?.threads ?? {}).length, 1)
  assert.deepEqual(waits, [2_500])
  assert.equal(asked.filter(({ path }) => path === '/channels/10/messages').length, 3)
  for (const what of [
    'messages of b',
    'archived threads of b',
    'auto moderation rules, which',
    'MESSAGE_CONTENT',
    'entries of lists',
  ])
    assert.ok(
      leftOut.some((line) => line.includes(what)),
      what,
    )
})

test('entries that this platform would refuse are left out by themselves', async () => {
  const { reader } = await serverOf({
    ...replies(),
    '/guilds/5/auto-moderation/rules': () => ({
      body: [
        {
          id: '40',
          name: 'good',
          trigger_type: 1,
          trigger_metadata: { keyword_filter: ['a'] },
          actions: [{ type: 1 }],
        },
        { id: '41', name: 'bad', trigger_type: 1, trigger_metadata: { regex_patterns: ['('] }, actions: [{ type: 1 }] },
      ],
    }),
    '/guilds/5/stickers': () => ({ body: [{ id: '30', name: 'w', tags: 'w', format_type: 1 }] }),
    '/channels/10/messages': () => ({
      body: [
        { ...message(103n), sticker_items: [{ id: '30' }] },
        { ...message(102n), embeds: [{ type: 'rich', title: 'x', url: 'ftp://x' }] },
        message(101n),
      ],
    }),
  })
  const { world } = worldOfGuild(await readGuild(reader, '5', limits))
  const notes = removeFaulty(world)
  const [lab] = Object.values(checkWorld(world).guilds)
  assert.deepEqual(Object.keys(lab?.auto_moderation ?? {}), ['good'])
  assert.deepEqual(
    lab?.channels?.a?.messages?.map(({ id }) => id),
    ['101'],
  )
  assert.deepEqual(
    notes.map((note) => note.split(':')[0]),
    ['channels.a.messages[1]', 'stickers.w', 'auto_moderation.bad', 'channels.a.messages[1]'],
  )
})

const metadata = { archived: true, auto_archive_duration: 60, archive_timestamp: '2026-01-01T00:00:00Z' }

test('a response of another form ends the reading with one line', async () => {
  for (const [path, body, expected] of [
    ['/guilds/5', { ...guild, roles: 'all' }, /GET \/guilds\/5: the response is not as documented: \{"roles"/],
    ['/guilds/5', { ...guild, id: '6' }, /There is no guild 5/],
    ['/guilds/5/channels', {}, /GET \/guilds\/5\/channels: the response is no list/],
    ['/users/@me', Buffer.alloc(65 * 1024 * 1024, '['), /the response is too large/],
    ['/users/@me', Buffer.from('<html>'), /the response is no JSON/],
  ] as const) {
    const { reader } = await serverOf({ ...replies(), [path]: () => ({ body }) })
    await assert.rejects(readGuild(reader, '5', limits), { name: 'GuildReadError', message: expected })
  }
})

test('pictures are bounded, redirects are not followed, and the CDN does not get the token', async () => {
  const { reader, origin, asked, wait, waits } = await serverOf({
    ...replies(),
    '/cdn/icons/5/abc.png': (() => {
      let tries = 0
      return () => {
        tries += 1
        if (tries === 1) return { status: 429, headers: { 'retry-after': '3' }, body: {} }
        return { body: Buffer.from(DOT, 'base64') }
      }
    })(),
    '/cdn/emojis/91.png': () => ({ body: Buffer.from('<html>') }),
    '/cdn/emojis/92.png': () => ({ body: Buffer.alloc(1_000_000) }),
    '/cdn/emojis/93.png': () => ({ status: 302, headers: { location: '/cdn/icons/5/abc.png' }, body: {} }),
  })
  const facts = await readGuild(reader, '5', { ...limits, messages: 0 })
  const [lab = {}] = Object.values(worldOfGuild(facts).world.guilds)
  const notes = await addPictures(lab, facts, { cdn: `${origin}/cdn`, wait })
  assert.equal(lab.icon, `data:image/png;base64,${DOT}`)
  assert.deepEqual(waits, [3_000])
  assert.ok(Object.values(lab.emojis ?? {}).every(({ image }) => image === undefined))
  assert.equal(notes.length, 3)
  assert.match(notes.join('\n'), /emoji-party: it is no picture[\s\S]*emoji-large: it has more than 262144 bytes/)
  assert.ok(
    asked.filter(({ path }) => path.startsWith('/cdn')).every(({ authorization }) => authorization === undefined),
  )
})
