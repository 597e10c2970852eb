/** `guildhall world from-guild`: a guild is read from one platform, and is the same on another. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { readGuild } from '../../src/cli/from-guild/guild-facts.ts'
import { GuildReader } from '../../src/cli/from-guild/guild-reader.ts'
import { Keys } from '../../src/cli/from-guild/keys.ts'
import { worldOfGuild } from '../../src/cli/from-guild/world-of-guild.ts'
import { checkWorld, type World } from '../../src/world/index.ts'
import { startPlatform } from '../support/platform.ts'

const world: World = {
  users: { ann: {}, bob: { global_name: 'Bob' }, eve: { username: 'Eve Ä.' } },
  applications: {
    app: { name: 'Mod Bot', owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'MESSAGE_CONTENT'] },
    other: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      name: 'The Lab',
      owner: 'ann',
      members: ['bob', 'eve'],
      bots: { app: { permissions: '8' }, other: { roles: ['crew'] } },
      features: ['COMMUNITY'],
      roles: {
        '@everyone': { permissions: '3072' },
        crew: { name: 'Crew 🚀', color: 0xff0000, hoist: true, members: ['bob'] },
        twin: { name: 'crew', mentionable: true, permissions: '0' },
      },
      channels: {
        rooms: { type: 4 },
        general: { parent: 'rooms', topic: 'Hello: "there"', rate_limit_per_user: 5 },
        same: {
          name: 'general',
          permission_overwrites: [
            { role: '@everyone', deny: '1024' },
            { bot: 'app', allow: '1024' },
          ],
        },
        Voice: { type: 2, bitrate: 96_000, user_limit: 5, permission_overwrites: [{ user: 'bob', deny: '1024' }] },
        news: { type: 5 },
      },
      emojis: { party: {} },
      system_channel: 'general',
      verification_level: 2,
      afk_channel: 'Voice',
    },
  },
}

const nothing = { members: 0, archivedThreads: 0, messages: 0 }

async function readFrom(
  platform: { api: string; world: { guilds: Record<string, { id: string }> } | null },
  token: string,
) {
  const guildId = Object.values(platform.world?.guilds ?? {})[0]?.id ?? ''
  const reader = new GuildReader({ api: new URL(platform.api), token, version: '1' })
  return readGuild(reader, guildId, { ...nothing, members: 1_000 })
}

test('a guild is the same on a platform that starts with the world that was read', async () => {
  await using first = await startPlatform({ world, rateLimits: 'off' })
  const token = first.world?.applications.app?.bot?.token ?? ''
  await api(first.api, `Bot ${token}`).put(`/applications/${first.world?.applications.app?.id}/commands`, [])
  const facts = await readFrom(first, token)
  const read = worldOfGuild(facts)
  assert.deepEqual(read.leftOut, [])
  assert.deepEqual(checkWorld(structuredClone(read.world)), read.world)
  assert.doesNotMatch(JSON.stringify(read.world), new RegExp(token.slice(-30)))
  assert.deepEqual(Object.keys(read.world.guilds.The_Lab?.channels ?? {}), [
    'rooms',
    'general',
    'general_2',
    'Voice',
    'news',
  ])

  await using second = await startPlatform({ world: read.world, rateLimits: 'off' })
  const again = await readFrom(second, second.world?.applications.Mod_Bot?.bot?.token ?? '')
  assert.deepEqual(again.guild, facts.guild)
  assert.deepEqual(again.channels, facts.channels)
  const people = ({ members }: typeof facts) =>
    members.map(({ user, roles }) => [user.id, user.username, user.global_name, user.bot, roles.toSorted()])
  assert.deepEqual(people(again), people(facts))
})

test('without --members, the owner and the bot are in the file, and what names others is left out', async () => {
  await using platform = await startPlatform({ world, rateLimits: 'off' })
  const token = platform.world?.applications.app?.bot?.token ?? ''
  const reader = new GuildReader({ api: new URL(platform.api), token, version: '1' })
  const read = worldOfGuild(await readGuild(reader, platform.world?.guilds.lab?.id ?? '', nothing))
  assert.deepEqual([Object.keys(read.world.users), Object.keys(read.world.applications)], [['ann'], ['Mod_Bot']])
  assert.deepEqual(read.leftOut, ['1 permission overwrites of members and roles that are not in the file'])
  checkWorld(read.world)
})

test('429s are obeyed, and members are read page by page', async () => {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    if (paths.length === 1) return void response.writeHead(429).end('{"retry_after": 1.5}')
    const after = BigInt(new URL(request.url ?? '', 'http://h').searchParams.get('after') ?? 0)
    const ids = Array.from({ length: after === 0n ? 1_000 : 3 }, (_, index) => `${after + BigInt(index) + 1n}`)
    response.end(JSON.stringify(ids.map((id) => ({ user: { id, username: id }, roles: [] }))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const waits: number[] = []
  const reader = new GuildReader({
    ...{ api: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`), token: 't', version: '1' },
    wait: async (durationMs) => void waits.push(durationMs),
  })
  assert.equal((await reader.members('5', 5_000))?.length, 1_003)
  assert.deepEqual(waits, [1_500])
  assert.deepEqual(
    paths.slice(1),
    [0, 1_000].map((after) => `/api/v10/guilds/5/members?limit=1000&after=${after}`),
  )
  server.closeAllConnections()
  server.close()
})

test('keys are identifiers, unique without regard to case', () => {
  const keys = new Keys()
  const given = ['général', 'General', '🚀', '🚀', '2nd-room', '__proto__'].map((name) => keys.of(name, 'channel'))
  assert.deepEqual(given, ['general', 'General_2', 'channel', 'channel_2', 'channel_2nd_room', 'proto'])
})
