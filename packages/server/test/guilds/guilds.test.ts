/** Guilds, roles, members, bans, channels and invites, by the managers of discord.js or else by plain requests. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import {
  type ApplicationObject,
  type ChannelObject,
  type CurrentUserGuildObject,
  type GuildObject,
  Intent,
  type InviteObject,
  KNOWN_INTENTS,
  type PruneResultObject,
  type RoleObject,
} from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import { ChannelType, Client, Events, type Guild, PermissionFlagsBits } from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'
import { dispatch } from '../support/interactions.ts'
import { startPlatform } from '../support/platform.ts'

const world = {
  users: { ann: {}, bob: {}, eve: {}, mod: {} },
  applications: {
    app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] },
    weak: { owner: 'ann', bot: {} },
    large: { owner: 'ann', bot: {}, large_bot_sharding: true, max_concurrency: 16 },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'mod'],
      bots: { app: { permissions: '8' }, weak: { permissions: '0' }, large: { permissions: '0' } },
      roles: { mods: { permissions: String(2 | 4 | (1 << 28)), members: ['mod'] } },
      channels: { general: {}, secret: { permission_overwrites: [{ role: '@everyone', deny: '1024' }] } },
      system_channel: 'general',
    },
  },
}

const test = guildhallTest({ world })
const { platform } = test
let client: Client<true>
let guild: Guild

const userId = (name: keyof typeof world.users) => platform[name].id
const path = () => `/guilds/${guild.id}`

function next<T>(event: string, matches: (...args: T[]) => boolean = () => true): Promise<T[]> {
  return new Promise((resolve) => {
    const listen = (...args: unknown[]) => {
      if (!matches(...(args as T[]))) return
      client.off(event as never, listen as never)
      resolve(args as T[])
    }
    client.on(event as never, listen as never)
  })
}

describe('guilds', () => {
  before(async () => {
    await test.start()
    const connecting = new Client({ intents: KNOWN_INTENTS, rest: { api: platform.api } })
    const ready = new Promise((resolve) => connecting.once(Events.ClientReady, resolve))
    await connecting.login(platform.app.token)
    await ready
    client = connecting as Client<true>
    const first = client.guilds.cache.first()
    assert.ok(first)
    guild = first
  })

  after(async () => {
    await client.destroy()
  })

  test('[ROL-1] [ROL-2] [ROL-3] [ROL-4] [GLD-3] [VER-12] the roles API creates, colors, moves and deletes a role', async () => {
    const created = next(Events.GuildRoleCreate)
    const role = await guild.roles.create({
      name: 'red',
      colors: { primaryColor: 0xff0000 },
      permissions: [PermissionFlagsBits.KickMembers],
    })
    await created
    assert.deepEqual([role.name, role.colors.primaryColor], ['red', 0xff0000])
    const roles = `${path()}/roles`
    const old = await platform.app.api.patch<{ color: number; colors: { primary_color: number } }>(
      `${roles}/${role.id}`,
      {
        color: 255,
      },
    )
    assert.deepEqual([old.body.color, old.body.colors.primary_color], [255, 255])
    const gradient = { colors: { primary_color: 1, secondary_color: 2 } }
    assert.equal((await platform.app.api.patch(`${roles}/${role.id}`, gradient)).code, 50035)
    assert.equal((await platform.bob.api.patch(`${roles}/${role.id}`, { name: 'x' })).code, 50013)
    await role.setPosition(1)
    const deleted = next(Events.GuildRoleDelete)
    await role.delete()
    await deleted
    assert.equal((await platform.app.api.get(`${roles}/${role.id}`)).code, 10011)
  })

  test('the roles API refuses roles at or above the highest of the actor, and permissions that the actor lacks', async () => {
    const roles = `${path()}/roles`
    const modsRole = platform.lab.mods.id
    assert.equal((await platform.mod.api.patch(`${roles}/${modsRole}`, { name: 'x' })).code, 50013)
    assert.equal((await platform.mod.api.post(roles, { name: 'x', permissions: '8' })).code, 50013)
    const made = await platform.mod.api.post<RoleObject>(roles, { name: 'low', permissions: '0' })
    assert.equal(made.status, 200)
    const managed = guild.roles.cache.find((role) => role.managed)
    assert.ok(managed)
    assert.equal((await platform.ann.api.delete(`${roles}/${managed.id}`)).code, 50028)
    assert.equal((await platform.ann.api.delete(`${roles}/${made.body.id}`)).status, 204)
  })

  test('[END-55] Get Guild Role Member Counts leaves @everyone out', async () => {
    const counts = await platform.app.api.get<Record<string, number>>(`${path()}/roles/member-counts`)
    assert.equal(counts.body[platform.lab.mods.id], 1)
    assert.equal(guild.id in counts.body, false)
  })

  test('[EVT-9] the members API fetches and searches members, and changes nickname, roles and time-out', async () => {
    const members = await guild.members.fetch()
    assert.equal(members.size, 6)
    const bob = await guild.members.fetch(userId('bob'))
    const updated = next(Events.GuildMemberUpdate)
    await bob.setNickname('Bobby', 'because')
    await updated
    const log = await guild.fetchAuditLogs({ limit: 1 })
    assert.deepEqual([log.entries.first()?.reason, log.entries.first()?.changes[0]?.new], ['because', 'Bobby'])
    await bob.roles.add(platform.lab.mods.id)
    assert.equal((await guild.members.fetch({ user: userId('bob'), force: true })).roles.cache.size, 2)
    await bob.roles.remove(platform.lab.mods.id)
    await bob.timeout(60_000)
    const general = `/channels/${platform.lab.general.id}/messages`
    assert.equal((await platform.bob.api.post(general, { content: 'x' })).code, 50013)
    platform.clock.advance(61_000)
    assert.equal((await platform.bob.api.post(general, { content: 'x' })).status, 200)
    const found = await guild.members.search({ query: 'bobb', limit: 5 })
    assert.equal(found.size, 1)
    assert.equal((await platform.bob.api.patch(`${path()}/members/${userId('mod')}`, { nick: 'x' })).code, 50013)
    assert.equal((await platform.weak.api.get(`${path()}/members?limit=5`)).code, 50001)
  })

  test('[PRM-22] [EVT-8] [EVT-10] a kicked member loses access and rejoins by an invite', async () => {
    assert.equal((await platform.bob.api.delete(`${path()}/members/${userId('mod')}`)).code, 50013)
    assert.equal((await platform.mod.api.delete(`${path()}/members/${userId('ann')}`)).code, 50013)
    const removed = next(Events.GuildMemberRemove)
    await guild.members.kick(userId('bob'))
    await removed
    assert.equal((await platform.bob.api.get(path())).code, 10004)

    const session = await platform.bob.opens()
    const invite = await guild.invites.create(platform.lab.general.id, { maxUses: 1 })
    assert.equal(
      (await api(platform.api).get<InviteObject>(`/invites/${invite.code}`)).body.code as unknown,
      invite.code,
    )
    const added = next(Events.GuildMemberAdd)
    assert.equal((await platform.bob.api.post(`/invites/${invite.code}`)).status, 200)
    await added
    assert.equal((await session.next('GUILD_CREATE')).d.id, guild.id)
    await session.close()
    assert.equal((await platform.eve.api.post(`/invites/${invite.code}`)).code, 10006)
  })

  test('[INV-3] [END-50] [END-54] an invite with roles contains partial roles and gives them', async () => {
    const modsRole = platform.lab.mods.id
    const channel = platform.lab.general.id
    assert.equal((await platform.bob.api.post(`/channels/${channel}/invites`, { role_ids: [modsRole] })).code, 50013)
    const made = await platform.app.api.post<{ code: string; roles: object[] }>(`/channels/${channel}/invites`, {
      role_ids: [modsRole],
      max_age: 60,
    })
    assert.deepEqual(Object.keys(made.body.roles[0] ?? {}).sort(), [
      'color',
      'colors',
      'icon',
      'id',
      'name',
      'position',
      'unicode_emoji',
    ])
    const listed = await platform.app.api.get<{ code: string }[]>(`/channels/${channel}/invites`)
    assert.ok(listed.body.some((invite) => invite.code === made.body.code))
    await platform.eve.api.post(`/invites/${made.body.code}`)
    const eve = await guild.members.fetch({ user: userId('eve'), force: true })
    assert.ok(eve.roles.cache.has(modsRole))
    platform.clock.advance(61_000)
    assert.equal((await api(platform.api).get(`/invites/${made.body.code}`)).code, 10006)
    await eve.kick()
  })

  test('an invite is refused to a banned user, and accepted after the ban is removed', async () => {
    const banned = next(Events.GuildBanAdd)
    await guild.bans.create(userId('eve'), { reason: 'rude' })
    await banned
    assert.equal((await guild.bans.fetch(userId('eve'))).reason, 'rude')
    const invite = await guild.invites.create(platform.lab.general.id)
    assert.equal((await platform.eve.api.post(`/invites/${invite.code}`)).code, 40007)
    assert.equal((await platform.bob.api.put(`${path()}/bans/${userId('mod')}`, {})).code, 50013)
    await guild.bans.remove(userId('eve'))
    await assert.rejects(guild.bans.fetch({ user: userId('eve'), force: true }), { code: 10026 })
    assert.equal((await platform.eve.api.post(`/invites/${invite.code}`)).status, 200)
    await guild.members.kick(userId('eve'))
  })

  test('[PRM-20] [CH-2] the channels API creates, changes, moves and deletes a channel', async () => {
    const category = await guild.channels.create({ name: 'Things', type: ChannelType.GuildCategory })
    const channel = await guild.channels.create({ name: 'New Place', parent: category, topic: 'first' })
    assert.deepEqual([channel.name, channel.parentId, channel.topic], ['new-place', category.id, 'first'])
    const raw = await platform.app.api.get<ChannelObject>(`/channels/${channel.id}`)
    assert.equal(raw.body.application_id, null)
    await channel.edit({ topic: 'second', rateLimitPerUser: 5, nsfw: true })
    assert.equal((await platform.bob.api.patch(`/channels/${channel.id}`, { name: 'x' })).code, 50013)
    await channel.permissionOverwrites.create(guild.roles.everyone, { SendMessages: false })
    assert.equal((await platform.bob.api.post(`/channels/${channel.id}/messages`, { content: 'x' })).code, 50013)
    await channel.permissionOverwrites.delete(guild.roles.everyone)
    assert.equal(
      (await platform.bob.api.put(`/channels/${channel.id}/permissions/${guild.id}`, { type: 0, deny: '2048' })).code,
      50013,
    )
    await guild.channels.setPositions([{ channel: channel.id, position: 7 }])
    const deleted = next(Events.ChannelDelete)
    await channel.delete()
    await deleted
    assert.equal((await platform.app.api.get(`/channels/${channel.id}`)).code, 10003)
    await category.delete()
  })

  test('[CH-5] [CH-6] [CH-7] [CH-13] [EVT-3] [GW-3] a bot receives a hidden channel without its content', async () => {
    const session = await platform.weak.opens({ intents: Intent.GUILDS })
    const created = await session.next('GUILD_CREATE')
    const secret = platform.lab.secret.id
    const hidden = created.d.channels.find((channel) => channel.id === secret)
    assert.deepEqual([hidden?.name, hidden?.flags, hidden?.topic], ['___hidden___', 131072, null])
    assert.deepEqual(hidden?.permission_overwrites, [{ id: guild.id, type: 0, allow: '0', deny: '1024' }])
    const weakId = platform.weak.id
    await platform.app.api.put(`/channels/${secret}/permissions/${weakId}`, { type: 1, allow: '1024', deny: '0' })
    assert.equal((await session.next(dispatch('CHANNEL_UPDATE', { id: secret }))).d.name, 'secret')
    await platform.app.api.delete(`/channels/${secret}/permissions/${weakId}`)
    assert.equal((await session.next(dispatch('CHANNEL_UPDATE', { name: '___hidden___' }))).d.id, secret)
    await session.close()
  })

  test('[END-7] [END-8] [END-9] [END-10] [END-11] [ERR-1] Get Current User Guilds lists guilds by storage shard', async () => {
    assert.equal((await platform.app.api.get<unknown[]>('/users/@me/guilds')).body.length, 1)
    assert.equal((await platform.app.api.get('/users/@me/guilds?limit=201')).code, 50035)
    const without = await platform.large.api.get<CurrentUserGuildObject[]>('/users/@me/guilds')
    assert.deepEqual([without.status, without.code], [400, 50035])
    let found = 0
    for (let shard = 0; shard < 16; shard += 1)
      found += (await platform.large.api.get<unknown[]>(`/users/@me/guilds?shard=${shard}`)).body.length
    assert.equal(found, 1)
    for (const shard of [16, -1])
      assert.equal((await platform.large.api.get(`/users/@me/guilds?shard=${shard}`)).status, 400)
  })

  test('[GLD-1] [GLD-2] [END-12] [END-13] [END-14] only the owner switches PRUNE_REQUIRES_ADMIN', async () => {
    const prune = `${path()}/prune`
    assert.equal((await platform.mod.api.get(prune)).code, 50013)
    assert.deepEqual((await platform.app.api.get(prune)).body, { pruned: 0 })
    assert.equal((await platform.app.api.patch(path(), { features: ['PRUNE_REQUIRES_ADMIN'] })).code, 50013)
    const set = await platform.ann.api.patch<{ features: string[] }>(path(), { features: ['PRUNE_REQUIRES_ADMIN'] })
    assert.deepEqual(set.body.features, ['PRUNE_REQUIRES_ADMIN'])
    assert.equal(
      (await platform.app.api.post<PruneResultObject>(prune, { compute_prune_count: false })).body.pruned,
      null,
    )
  })

  test('[END-69] [END-70] Create Guild accepts persons and refuses applications', async () => {
    assert.equal((await platform.app.api.post('/guilds', { name: 'mine' })).code, 20001)
    const made = await platform.bob.api.post<GuildObject>('/guilds', { name: 'mine' })
    assert.equal(made.status, 201)
    assert.equal((await platform.bob.api.get(`/guilds/${made.body.id}`)).status, 200)
    const { body } = await api(platform.api).get<{ paths: Record<string, object> }>('/openapi.json')
    assert.equal('/guilds' in body.paths, false)
  })

  test('[PRM-21] Modify Guild needs MANAGE_GUILD', async () => {
    assert.equal((await platform.bob.api.patch(path(), { name: 'Mine' })).code, 50013)
    const updated = next(Events.GuildUpdate)
    await guild.setName('Laboratory')
    await updated
    assert.equal((await platform.app.api.patch(path(), { name: 'x' })).code, 50035)
  })

  test('[APP-1] [APP-2] [APP-3] [VER-13] Edit Current Application changes only the flags of limited intents', async () => {
    const app = await platform.app.api.get<{ flags: number; flags_new: string }>('/applications/@me')
    assert.equal(BigInt(app.body.flags_new) & 0x7fffffffn, BigInt(app.body.flags))
    assert.equal((await platform.app.api.patch('/applications/@me', { flags: app.body.flags | (1 << 17) })).code, 50035)
    const off = app.body.flags & ~(1 << 15)
    assert.equal((await platform.app.api.patch<ApplicationObject>('/applications/@me', { flags: off })).body.flags, off)
    assert.equal(
      (await platform.app.api.patch<ApplicationObject>('/applications/@me', { flags: app.body.flags })).body.flags,
      app.body.flags,
    )
    assert.equal((await platform.bob.api.get(`/applications/${platform.app.applicationId}`)).code, 20012)
    assert.equal((await platform.ann.api.get(`/applications/${platform.app.applicationId}`)).status, 200)
  })

  test('a bot and a person message each other in a DM that others cannot read', async () => {
    const dm = await client.users.createDM(userId('bob'))
    const session = await platform.bob.opens()
    await dm.send('psst')
    assert.equal((await session.next('MESSAGE_CREATE')).d.content, 'psst')
    const received = next<{ content: string }>(Events.MessageCreate, (message) => message.content === 'yes?')
    await platform.bob.api.post(`/channels/${dm.id}/messages`, { content: 'yes?' })
    await received
    assert.equal((await platform.ann.api.get(`/channels/${dm.id}/messages`)).code, 50001)
    assert.equal((await platform.bob.api.get<unknown[]>('/users/@me/channels')).body.length, 1)
    await session.close()
  })
})

test('[END-15] [END-16] [END-17] [VER-3] Get Guild Channels lists hidden channels until 16 Nov 2026', async () => {
  for (const [date, listed] of [
    ['2026-11-15T23:59:00Z', true],
    ['2026-11-16T00:00:00Z', false],
  ] as const) {
    await using dated = await startPlatform({ world, rateLimits: 'off', date: Date.parse(date) })
    const lab = dated.world?.guilds.lab
    const weak = api(dated.api, `Bot ${dated.world?.applications.weak?.bot?.token}`)
    const channels = await weak.get<{ id: string }[]>(`/guilds/${lab?.id}/channels`)
    assert.equal(
      channels.body.some((channel) => channel.id === lab?.channels.secret?.id),
      listed,
      date,
    )
    assert.equal(
      (await api(dated.api, dated.world?.users.eve?.token).get<{ code: number }>(`/guilds/${lab?.id}/channels`)).body
        .code,
      10004,
    )
  }
})
