/** A guild with everything that a world file describes: written by hand, read from a guild, and read again. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { api, type TestPlatform } from '@guildhall/testing'
import { runWorld } from '../../src/cli/from-guild/run-world.ts'
import { readWorldFile, type World } from '../../src/world/index.ts'
import { startPlatform } from '../support/platform.ts'
import { DOT, wholeWorld } from './whole-guild.ts'

const folder = await mkdtemp(join(tmpdir(), 'guildhall-world-'))
after(() => rm(folder, { recursive: true }))

const guildOf = ({ world }: TestPlatform) => Object.values(world?.guilds ?? {})[0] ?? assert.fail('no guild')

/** Everything that the API tells the bot about a guild, with what differs between two platforms taken out. */
async function stateOf(platform: TestPlatform, application: string): Promise<unknown> {
  const bot = platform.world?.applications[application]?.bot
  const http = api(platform.api, `Bot ${bot?.token}`)
  const { id } = guildOf(platform)
  const get = async (path: string) => (await http.get(path)).body as never
  const channels: { id: string; type: number }[] = await get(`/guilds/${id}/channels`)
  const active: { threads: { id: string }[] } = await get(`/guilds/${id}/threads/active`)
  const parents = channels.filter(({ type }) => type === 0 || type === 15)
  const archived = await Promise.all(parents.map((channel) => get(`/channels/${channel.id}/threads/archived/public`)))
  const threads = [...active.threads, ...archived.flatMap(({ threads }: { threads: { id: string }[] }) => threads)]
  const places = [...channels.filter(({ type }) => type !== 15), ...threads]
  return comparable({
    guild: await get(`/guilds/${id}`),
    channels,
    threads,
    members: await Promise.all(threads.map((thread) => get(`/channels/${thread.id}/thread-members`))),
    messages: await Promise.all(places.map((place) => get(`/channels/${place.id}/messages`))),
    stickers: await get(`/guilds/${id}/stickers`),
    rules: await get(`/guilds/${id}/auto-moderation/rules`),
    events: await get(`/guilds/${id}/scheduled-events`),
  })
}

/** Times of the start, of joining, and of the archiving of an active thread are those of the platform. */
const OF_THE_PLATFORM = ['join_timestamp', 'archive_timestamp', 'joined_at']

function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, entry: unknown) => (OF_THE_PLATFORM.includes(key) ? null : entry))
}

async function readBack(platform: TestPlatform, name: string, more: Partial<Parameters<typeof runWorld>[0]> = {}) {
  const out = join(folder, name)
  const token = Object.values(platform.world?.applications ?? {})[0]?.bot?.token ?? ''
  const limits = { members: 100, archivedThreads: 10, messages: 100 }
  const images = { cdn: `${new URL(platform.api).origin}/cdn`, out }
  await runWorld({
    ...{ action: 'from-guild', guildId: guildOf(platform).id, api: platform.api, token, out, images },
    ...limits,
    ...more,
  } as Parameters<typeof runWorld>[0])
  return readWorldFile(out)
}

test('a world file with every part is the same guild on the platform that reads it from the first one', async () => {
  await using first = await startPlatform({ world: wholeWorld, rateLimits: 'off' })
  const before = await stateOf(first, 'app')
  const read = await readBack(first, 'lab.yaml')
  // Applications without a stated owner belong to the first user.
  assert.deepEqual(Object.keys(read.users), ['ann', 'cleo', 'bob'])
  assert.deepEqual((await readdir(join(folder, 'lab-images'))).toSorted(), [
    'emoji-party.png',
    'event-party.png',
    'icon.png',
    'sticker-wave.png',
  ])
  await using second = await startPlatform({ world: read, rateLimits: 'off' })
  assert.deepEqual(await stateOf(second, 'App'), before)
  assert.equal(read.guilds.Lab?.channels?.general?.threads?.old?.archived_at, '2026-02-03T04:05:06.000000+00:00')
  const sticker = Object.values(guildOf(second).stickers ?? {})[0]
  const picture = await fetch(`${second.api.replace(/\/api$/, '')}/cdn/stickers/${sticker?.id}.png`)
  assert.equal(Buffer.from(await picture.arrayBuffer()).toString('base64'), DOT)
})

test('the API returns the objects of a world file, and the ready line has neither messages nor pictures', async () => {
  await using platform = await startPlatform({ world: wholeWorld, rateLimits: 'off' })
  const state = (await stateOf(platform, 'app')) as {
    messages: { content: string; author: { username: string; bot?: boolean }; type: number; thread?: object }[][]
    threads: { name: string; type: number; message_count: number; applied_tags: string[] }[]
    events: { name: string; scheduled_start_time: string }[]
    guild: { features: string[] }
  }
  const general = state.messages.find((list) => list.some(({ content }) => content.startsWith('A start')))
  assert.deepEqual(
    general?.toReversed().map(({ author, type }) => [author.username, type]),
    [
      ['ann', 0],
      ['bob', 19],
      ['Hook', 0],
      ['app', 19],
      ['cleo', 0],
    ],
  )
  assert.ok(general?.at(-2)?.thread)
  assert.deepEqual(
    state.threads.map(({ name, type, message_count, applied_tags }) => [
      name,
      type,
      message_count,
      applied_tags.length,
    ]),
    [
      ['first', 11, 1, 2],
      ['hidden', 12, 0, 0],
      ['talk', 11, 1, 0],
      ['old', 11, 0, 0],
    ],
  )
  assert.ok(state.guild.features.includes('AUTO_MODERATION'))
  assert.ok(Date.parse(state.events.find(({ name }) => name === 'weekly')?.scheduled_start_time ?? '') > Date.now())
  assert.doesNotMatch(JSON.stringify(platform.world), /A start|base64/)
})

test('the file has no messages, images or members when none are asked for', async () => {
  await using platform = await startPlatform({ world: wholeWorld, rateLimits: 'off' })
  const read = await readBack(platform, 'bare.json', { members: 0, messages: 0, images: null } as object)
  const text = JSON.stringify(read)
  assert.doesNotMatch(text, /A start|base64|"messages"/)
  // Bob and Cleo started threads: they are users of the file, and no members.
  assert.deepEqual(Object.keys(read.users).toSorted(), ['ann', 'bob', 'cleo'])
  assert.equal(read.guilds.Lab?.members, undefined)
})

test('a part that the bot may not read is left out, and the rest is written', async () => {
  const guilds: World['guilds'] = structuredClone(wholeWorld.guilds)
  if (guilds.lab) guilds.lab.bots = { app: { permissions: '0' } }
  await using platform = await startPlatform({ world: { ...wholeWorld, guilds }, rateLimits: 'off' })
  const read = await readBack(platform, 'lesser.yaml')
  assert.equal(read.guilds.Lab?.auto_moderation, undefined)
  assert.ok(read.guilds.Lab?.stickers?.wave?.image)
})

test('pictures beside a world file must be in its folder, and of a kind that the API takes', async () => {
  const guild = (image: string) => ({ users: { ann: {} }, guilds: { lab: { emojis: { dot: { image } } } } })
  const refusal = async (image: string) => {
    await writeFile(join(folder, 'bad.json'), JSON.stringify(guild(image)))
    return readWorldFile(join(folder, 'bad.json')).then(
      () => assert.fail('accepted'),
      (error: Error) => error.message,
    )
  }
  assert.match(await refusal('../etc/passwd'), /guilds\.lab\.emojis\.dot\.image: there is no file|is not below/)
  assert.match(await refusal('/etc/passwd'), /"\/etc\/passwd" is not below the folder/)
  assert.match(await refusal('bad.json'), /is no picture/)
  assert.match(await refusal('none.png'), /there is no file "none\.png"/)
  assert.match(await refusal(`data:image/png;base64,${'AAAA'.repeat(10)}`), /is no picture/)
})
