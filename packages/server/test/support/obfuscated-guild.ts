/** Random guilds with hidden channels, random changes of them, and the permission rule as the documentation says it. */
import assert from 'node:assert/strict'
import type { ChannelObject } from '@guildhall/protocol'
import fc from 'fast-check'
import type { Lab } from './gateway-lab.ts'

interface Overwrite {
  id: string
  type: number
  allow: string
  deny: string
}
export const VIEW = 1n << 10n
const ADMINISTRATOR = 1n << 3n
const MANAGE_CHANNELS = 1n << 4n
const MANAGE_THREADS = 1n << 34n
/** All that may be done where one sees; none of it shows a channel. */
export const DAILY = (1n << 6n) | (1n << 11n) | (1n << 16n) | (1n << 38n) | (1n << 20n) | MANAGE_CHANNELS

const TYPES = [0, 2, 5, 13, 15, 16]
export const CHANNELS = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'] as const
export const ROLES = ['red', 'green'] as const
export const TEXT = new Set([0, 5])
export const WITH_MESSAGES = new Set([0, 2, 5, 13])
export const FORUMS = new Set([15, 16])

const bits = fc.constantFrom('0', '1024')
const who = fc.constantFrom(
  { role: '@everyone' },
  { role: 'red' },
  { role: 'green' },
  { user: 'bob' },
  { user: 'eve' },
  { bot: 'app' },
  { bot: 'early' },
)
const overwrites = fc.uniqueArray(
  fc.record({ who, allow: bits, deny: bits }).map(({ who, ...rest }) => ({ ...who, ...rest })),
  { maxLength: 4, selector: ({ allow: _allow, deny: _deny, ...whom }) => JSON.stringify(whom) },
)
export const given = fc.record({
  everyone: fc.boolean(),
  roles: fc.tuple(
    ...ROLES.map(() =>
      fc.record({
        bits: fc.constantFrom(0n, VIEW, MANAGE_THREADS, ADMINISTRATOR),
        members: fc.subarray(['bob', 'eve']),
      }),
    ),
  ),
  bots: fc.record({ app: fc.subarray([...ROLES]), early: fc.subarray([...ROLES]) }),
  category: overwrites,
  channels: fc.tuple(
    ...CHANNELS.map(() => fc.record({ type: fc.constantFrom(...TYPES), overwrites, inside: fc.boolean() })),
  ),
  after: fc.boolean(),
})
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never

export const change = fc.oneof(
  fc.record({
    kind: fc.constant('overwrite' as const),
    at: fc.nat(CHANNELS.length),
    whom: fc.nat(4),
    allow: bits,
    deny: bits,
  }),
  fc.record({ kind: fc.constant('role' as const), role: fc.nat(2), bits: fc.constantFrom(0n, VIEW, ADMINISTRATOR) }),
  fc.record({
    kind: fc.constant('member' as const),
    role: fc.nat(1),
    whom: fc.constantFrom('bob', 'eve', 'app', 'early'),
    gives: fc.boolean(),
  }),
)
export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

export function worldOf({ everyone, roles, bots, category, channels }: Given) {
  const role = (own: bigint) => String(own)
  return {
    users: { ann: {}, bob: {}, eve: {} },
    applications: {
      app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'MESSAGE_CONTENT'] },
      early: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'MESSAGE_CONTENT'], channel_obfuscation_opt_in: true },
    },
    guilds: {
      lab: {
        owner: 'ann',
        members: ['bob', 'eve'],
        features: ['COMMUNITY', 'NEWS'],
        bots: { app: { permissions: '0', roles: bots.app }, early: { permissions: '0', roles: bots.early } },
        roles: {
          '@everyone': { permissions: role(DAILY | (everyone ? VIEW : 0n)) },
          ...Object.fromEntries(
            ROLES.map((name, index) => [
              name,
              { permissions: role(roles[index]?.bits ?? 0n), members: roles[index]?.members ?? [] },
            ]),
          ),
        },
        channels: {
          category: { type: 4, permission_overwrites: category },
          ...Object.fromEntries(
            CHANNELS.map((name, index) => {
              const { type = 0, overwrites = [], inside = false } = channels[index] ?? {}
              const talks = TEXT.has(type) ? { topic: `topic-${name}`, nsfw: true } : {}
              const fields = {
                type,
                permission_overwrites: overwrites,
                ...talks,
                ...(inside ? { parent: 'category' } : {}),
              }
              return [name, fields]
            }),
          ),
        },
      },
    },
  }
}

/** The guild as its owner sees it: all there is to decide by. */
export interface Guild {
  id: string
  ownerId: string
  roles: { id: string; permissions: string }[]
  channels: Map<string, ChannelObject>
}

export async function guildOf(lab: Lab): Promise<Guild> {
  const ann = lab.person('ann')
  const id = lab.guildId('lab')
  const { body } = await ann.get<{ owner_id: string; roles: Guild['roles'] }>(`/guilds/${id}`)
  const channels = (await ann.get<ChannelObject[]>(`/guilds/${id}/channels`)).body
  return { id, ownerId: body.owner_id, roles: body.roles, channels: new Map(channels.map((one) => [one.id, one])) }
}

/** The permission rule once more, as the documentation says it. */
function permissionsIn(guild: Guild, member: { id: string; roles: string[] }, channel: ChannelObject): bigint {
  if (member.id === guild.ownerId) return -1n
  const held = [guild.id, ...member.roles]
  let permissions = 0n
  for (const role of guild.roles) if (held.includes(role.id)) permissions |= BigInt(role.permissions)
  if (permissions & ADMINISTRATOR) return -1n
  const everyone = (one: Overwrite) => one.id === guild.id
  const ofRoles = (one: Overwrite) => one.type === 0 && one.id !== guild.id && held.includes(one.id)
  const own = (one: Overwrite) => one.type === 1 && one.id === member.id
  for (const step of [everyone, ofRoles, own]) {
    const matching = (channel.permission_overwrites ?? []).filter(step)
    for (const { deny } of matching) permissions &= ~BigInt(deny)
    for (const { allow } of matching) permissions |= BigInt(allow)
  }
  return permissions & VIEW ? permissions : 0n
}

export interface Sight {
  /** By the permission. */
  sees: Set<string>
  /** Also categories around what is seen. [CH-12] */
  views: Set<string>
  manages: Set<string>
  threads: Set<string>
}

export async function sightOf(lab: Lab, guild: Guild, userId: string): Promise<Sight> {
  const { body } = await lab.person('ann').get<{ roles: string[] }>(`/guilds/${guild.id}/members/${userId}`)
  const sight: Sight = { sees: new Set(), views: new Set(), manages: new Set(), threads: new Set() }
  for (const channel of guild.channels.values()) {
    const permissions = permissionsIn(guild, { id: userId, roles: body.roles }, channel)
    if (!(permissions & VIEW)) continue
    sight.sees.add(channel.id)
    sight.views.add(channel.id)
    if (channel.parent_id) sight.views.add(channel.parent_id)
    if (permissions & MANAGE_CHANNELS) sight.manages.add(channel.id)
    if (permissions & MANAGE_THREADS) sight.threads.add(channel.id)
  }
  return sight
}

const NULLED = [
  'topic',
  'last_message_id',
  'last_pin_timestamp',
  'rtc_region',
  'icon_emoji',
  'default_reaction_emoji',
  'default_sort_order',
]
const REDUCED = { nsfw: false, rate_limit_per_user: 0, bitrate: 64_000, user_limit: 0, available_tags: [] }

/** Asserts that a channel is shown as a hidden one. [CH-5] [CH-6] [CH-7] [CH-8] */
export function assertHidden(shown: ChannelObject, real: ChannelObject, why: string): void {
  const allowed: Record<string, unknown> = {
    id: real.id,
    type: real.type,
    guild_id: guildIn(real),
    position: real.position,
    parent_id: real.parent_id,
    name: '___hidden___',
    flags: 131_072,
    permission_overwrites: [{ id: guildIn(real), type: 0, allow: '0', deny: '1024' }],
    ...Object.fromEntries(NULLED.map((key) => [key, null])),
    ...REDUCED,
  }
  for (const key of ['id', 'type', 'position', 'parent_id', 'name', 'flags', 'permission_overwrites']) {
    assert.ok(key in shown, `${key} is missing: ${why}`)
  }
  for (const [key, value] of Object.entries(shown)) {
    assert.ok(key in allowed, `${key} is shown: ${why}`)
    assert.deepEqual(value, allowed[key], `${key}: ${why}`)
  }
}

/** The id is that of the guild, also where the object leaves it out. */
const guildIn = (real: ChannelObject) => real.guild_id
