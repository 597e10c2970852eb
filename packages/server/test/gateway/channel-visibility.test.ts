/** Every door shows the same channels to the same member, whatever roles and overwrites a guild has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChannelObject, Intent } from '@guildhall/protocol'
import { api, RawGateway, type TestPlatform } from '@guildhall/testing'
import fc from 'fast-check'
import { startPlatform } from '../support/platform.ts'
import { randomCount } from '../support/random-count.ts'

const VIEW = 1024n
const ROLES = ['red', 'green', 'blue'] as const
const PEOPLE = ['ann', 'bob', 'eve'] as const
const CHANNELS = ['c0', 'c1', 'c2', 'c3', 'c4'] as const

const bits = fc.constantFrom('0', '1024')
const subject = fc.constantFrom(
  { role: '@everyone' },
  ...ROLES.map((role) => ({ role })),
  { user: 'bob' },
  { user: 'eve' },
  { bot: 'app' },
)
const overwrite = fc
  .record({ who: subject, allow: bits, deny: bits })
  .map(({ who, allow, deny }) => ({ ...who, allow, deny }))
const channel = fc.record({
  type: fc.constantFrom(0, 2, 5, 15),
  permission_overwrites: fc.uniqueArray(overwrite, {
    maxLength: 4,
    selector: (entry) => JSON.stringify({ ...entry, allow: 0, deny: 0 }),
  }),
  inCategory: fc.boolean(),
})
const guild = fc.record({
  everyone: bits,
  roles: fc.tuple(
    ...ROLES.map(() =>
      fc.record({ permissions: fc.constantFrom('0', '1024', '0', '8'), members: fc.subarray(['bob', 'eve']) }),
    ),
  ),
  botRoles: fc.subarray([...ROLES]),
  category: fc.array(overwrite, { maxLength: 2 }),
  channels: fc.tuple(...CHANNELS.map(() => channel)),
})
/** Forms in which viewers receive hidden channels: by date, by the application's opt-in, or not at all. */
const mode = fc.constantFrom('before', 'opt-in', 'after' as const)
const change = fc.oneof(
  fc.record({
    kind: fc.constant('overwrite' as const),
    at: fc.nat(CHANNELS.length),
    who: fc.nat(5),
    allow: bits,
    deny: bits,
  }),
  fc.record({ kind: fc.constant('clear' as const), at: fc.nat(CHANNELS.length), who: fc.nat(5) }),
  fc.record({
    kind: fc.constant('role' as const),
    role: fc.nat(ROLES.length),
    permissions: fc.constantFrom('0', '1024', '8'),
  }),
  fc.record({
    kind: fc.constant('give' as const),
    role: fc.nat(ROLES.length - 1),
    who: fc.constantFrom('bob', 'eve', 'app'),
  }),
  fc.record({
    kind: fc.constant('take' as const),
    role: fc.nat(ROLES.length - 1),
    who: fc.constantFrom('bob', 'eve', 'app'),
  }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(CHANNELS.length - 1), out: fc.boolean() }),
  fc.record({ kind: fc.constant('make' as const), inside: fc.boolean(), deny: bits }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(CHANNELS.length) }),
)
type Given = typeof guild extends fc.Arbitrary<infer T> ? T : never
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function worldOf(given: Given, mode: string) {
  const roles = Object.fromEntries(ROLES.map((name, index) => [name, given.roles[index]]))
  const channels = Object.fromEntries(
    CHANNELS.map((name, index) => {
      const { inCategory, ...fields } = given.channels[index] as Given['channels'][number]
      return [name, { ...fields, ...(inCategory ? { parent: 'category' } : {}) }]
    }),
  )
  const unique = new Map(given.category.map((entry) => [JSON.stringify({ ...entry, allow: 0, deny: 0 }), entry]))
  return {
    users: { ann: {}, bob: {}, eve: {} },
    applications: {
      app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS'], channel_obfuscation_opt_in: mode === 'opt-in' },
    },
    guilds: {
      lab: {
        owner: 'ann',
        members: ['bob', 'eve'],
        bots: { app: { permissions: '0', roles: given.botRoles } },
        roles: { '@everyone': { permissions: given.everyone }, ...roles },
        channels: { category: { type: 4, permission_overwrites: [...unique.values()] }, ...channels },
      },
    },
  }
}

/** The permission rule once more, for VIEW_CHANNEL alone and as plainly as it can be said. */
async function visibleTo(owner: ReturnType<typeof api>, guildId: string, userId: string) {
  const info = (
    await owner.get<{ roles: { id: string; permissions: string }[]; owner_id: string }>(`/guilds/${guildId}`)
  ).body
  const member = (await owner.get<{ roles: string[] }>(`/guilds/${guildId}/members/${userId}`)).body
  const held = [guildId, ...member.roles]
  const base = info.roles
    .filter((role) => held.includes(role.id))
    .reduce((all, role) => all | BigInt(role.permissions), 0n)
  const sees = ({ permission_overwrites }: ChannelObject): boolean => {
    if (info.owner_id === userId || base & 8n) return true
    let seen = (base & VIEW) !== 0n
    const apply = (entries: ChannelObject['permission_overwrites']) => {
      if (entries?.some((entry) => BigInt(entry.deny) & VIEW)) seen = false
      if (entries?.some((entry) => BigInt(entry.allow) & VIEW)) seen = true
    }
    apply(permission_overwrites?.filter((entry) => entry.id === guildId))
    apply(permission_overwrites?.filter((entry) => entry.type === 0 && entry.id !== guildId && held.includes(entry.id)))
    apply(permission_overwrites?.filter((entry) => entry.type === 1 && entry.id === userId))
    return seen
  }
  const all = (await owner.get<ChannelObject[]>(`/guilds/${guildId}/channels`)).body
  const plain = new Set(all.filter(sees).map((entry) => entry.id))
  const around = new Set(all.filter((entry) => plain.has(entry.id)).map((entry) => entry.parent_id))
  const seen = all.filter((entry) => plain.has(entry.id) || (entry.type === 4 && around.has(entry.id)))
  return { all, seen: new Set(seen.map((entry) => entry.id)) }
}

async function shownAtStart(platform: TestPlatform, token: string) {
  const gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({ token, intents: Intent.GUILDS })
  const { channels } = (await gateway.next('GUILD_CREATE')).d
  return { gateway, shown: new Map(channels.map((entry) => [entry.id, entry])) }
}

/** Returns the channels that a client has after the events that it received. */
function follow(gateway: RawGateway, shown: Map<string, ChannelObject>): void {
  for (const { t, d } of gateway.frames) {
    const entry = d as unknown as ChannelObject
    if (t === 'CHANNEL_CREATE' || t === 'CHANNEL_UPDATE') shown.set(entry.id, entry)
    if (t === 'CHANNEL_DELETE') shown.delete(entry.id)
  }
}

async function carryOut(platform: TestPlatform, owner: ReturnType<typeof api>, guildId: string, step: Change) {
  const lab = platform.world?.guilds.lab
  const roleIds = [...ROLES.map((name) => lab?.roles[name]?.id ?? ''), guildId]
  const users: Record<string, string> = {
    bob: platform.world?.users.bob?.id ?? '',
    eve: platform.world?.users.eve?.id ?? '',
    app: platform.world?.applications.app?.bot?.id ?? '',
  }
  const channelId = (at: number) => lab?.channels[at < CHANNELS.length ? (CHANNELS[at] ?? '') : 'category']?.id ?? ''
  const target = (who: number) => (who < 4 ? [roleIds[who], 0] : [who === 4 ? users.bob : users.app, 1])
  if (step.kind === 'overwrite') {
    const [id, type] = target(step.who)
    await owner.put(`/channels/${channelId(step.at)}/permissions/${id}`, { type, allow: step.allow, deny: step.deny })
  } else if (step.kind === 'clear')
    await owner.delete(`/channels/${channelId(step.at)}/permissions/${target(step.who)[0]}`)
  else if (step.kind === 'role')
    await owner.patch(`/guilds/${guildId}/roles/${roleIds[step.role]}`, { permissions: step.permissions })
  else if (step.kind === 'give')
    await owner.put(`/guilds/${guildId}/members/${users[step.who]}/roles/${roleIds[step.role]}`)
  else if (step.kind === 'take')
    await owner.delete(`/guilds/${guildId}/members/${users[step.who]}/roles/${roleIds[step.role]}`)
  else if (step.kind === 'move')
    await owner.patch(`/channels/${channelId(step.at)}`, { parent_id: step.out ? null : channelId(CHANNELS.length) })
  else if (step.kind === 'delete') await owner.delete(`/channels/${channelId(step.at)}`)
  else {
    const permission_overwrites = [{ id: guildId, type: 0, deny: step.deny }]
    await owner.post(`/guilds/${guildId}/channels`, {
      name: 'made',
      permission_overwrites,
      ...(step.inside ? { parent_id: channelId(CHANNELS.length) } : {}),
    })
  }
}

test('[CH-12] [CH-13] [EVT-3] [END-16] [END-17] [GW-2] [GW-3] HTTP and gateway agree with the permission rule before and after changes', async () => {
  const DATES = { before: '2026-11-15', 'opt-in': '2026-11-15', after: '2026-11-16' } as const
  const property = fc.asyncProperty(
    guild,
    mode,
    fc.array(change, { minLength: 1, maxLength: 6 }),
    async (given, mode, changes) => {
      const date = Date.parse(`${DATES[mode]}T12:00:00Z`)
      await using platform = await startPlatform({ world: worldOf(given, mode), rateLimits: 'off', date })
      const world = platform.world
      assert.ok(world)
      const guildId = world.guilds.lab?.id ?? ''
      const owner = api(platform.api, world.users.ann?.token)
      const members = [
        ...PEOPLE.map((name) => ({ name, id: world.users[name]?.id ?? '', token: world.users[name]?.token ?? '' })),
        { name: 'app', id: world.applications.app?.bot?.id ?? '', token: world.applications.app?.bot?.token ?? '' },
      ]
      const header = (member: { name: string; token: string }) =>
        member.name === 'app' ? `Bot ${member.token}` : member.token
      const watching = await Promise.all(
        members.map(async (member) => ({ member, ...(await shownAtStart(platform, member.token)) })),
      )

      // A guild that is as it was before announces nothing, and one change may come twice.
      for (const [index, step] of [null, ...changes].entries()) {
        if (step) {
          await carryOut(platform, owner, guildId, step)
          await owner.patch(`/guilds/${guildId}`, { description: `after change ${index}` })
          for (const { gateway, shown } of watching) {
            await gateway.next('GUILD_UPDATE')
            follow(gateway, shown)
          }
        }
        for (const { member, shown } of watching) {
          const who = `${member.name} after ${JSON.stringify(step)}`
          const { all, seen } = await visibleTo(owner, guildId, member.id)
          const bot = member.name === 'app'
          const http = api(platform.api, header(member))
          const listed = (await http.get<ChannelObject[]>(`/guilds/${guildId}/channels`)).body.map((entry) => entry.id)
          const full = bot && mode !== 'after'
          assert.deepEqual(
            listed.sort(),
            all
              .map((entry) => entry.id)
              .filter((id) => full || seen.has(id))
              .sort(),
            `list: ${who}`,
          )
          for (const { id } of all) {
            const got = await http.get<ChannelObject>(`/channels/${id}`)
            assert.deepEqual([got.status, got.code], seen.has(id) ? [200, undefined] : [403, 50001], `get: ${who}`)
          }
          const expected = new Map<string, string>()
          for (const { id, name } of all) {
            if (seen.has(id) || (bot && mode === 'before')) expected.set(id, name ?? '')
            else if (bot) expected.set(id, '___hidden___')
          }
          const names = new Map<string, string>()
          for (const { id, name } of shown.values()) names.set(id, name ?? '')
          assert.deepEqual(new Map([...names].sort()), new Map([...expected].sort()), `events: ${who}`)
          const fresh = await shownAtStart(platform, member.token)
          assert.deepEqual(new Map([...shown].sort()), new Map([...fresh.shown].sort()), `GUILD_CREATE: ${who}`)
          await fresh.gateway.close()
        }
      }
      for (const { gateway } of watching) await gateway.close()
    },
  )
  await fc.assert(property, { numRuns: randomCount({ whole: 12, short: 5 }), endOnFailure: true })
})
