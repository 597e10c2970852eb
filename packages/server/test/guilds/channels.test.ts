/** Channels and typing: their rules through the doors, and by discord.js. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import {
  type ChannelObject,
  type GuildObject,
  Intent,
  type InviteObject,
  KNOWN_INTENTS,
  type WebhookObject,
} from '@guildhall/protocol'
import { type Answer, api, RawGateway } from '@guildhall/testing'
import { AuditLogEvent, ChannelType, Client, Events, type Guild, OverwriteType } from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'
import { dispatch } from '../support/interactions.ts'
import { startPlatform } from '../support/platform.ts'
import { guildSession } from '../support/sessions.ts'

const MANAGER = String(16 | 1024 | 2048 | (1 << 28))
const world = {
  users: { ann: {}, bob: {}, eve: {}, out: {} },
  applications: {
    app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] },
    plain: { owner: 'ann', bot: {} },
    manager: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve'],
      features: ['NEWS'],
      bots: { app: { permissions: '8' }, plain: { permissions: '0' }, manager: { permissions: MANAGER } },
      roles: { '@everyone': { permissions: '1024' } },
      channels: { general: {}, secret: { permission_overwrites: [{ role: '@everyone', deny: '1024' }] } },
      system_channel: 'general',
    },
  },
}

const test = guildhallTest({ world, date: Date.parse('2026-11-15T12:00:00Z') })
const { platform } = test
let client: Client<true>
let guild: Guild
const person = (name: keyof typeof world.users) => platform[name].api
const userId = (name: keyof typeof world.users) => platform[name].id
const channelId = (name: keyof typeof world.guilds.lab.channels) => platform.lab[name].id
const create = (body: object, as = platform.app.api) =>
  as.post<ChannelObject>(`/guilds/${platform.lab.id}/channels`, body)

/** A fence: an event that everybody in the guild is sent. */
let fences = 0
function fence() {
  fences += 1
  const description = `fence ${fences}`
  return {
    trigger: () => platform.app.api.patch(`/guilds/${platform.lab.id}`, { description }),
    event: (frame: { t?: string | null; d?: unknown }) =>
      frame.t === 'GUILD_UPDATE' && (frame.d as GuildObject).description === description,
  }
}

const until = (matches: (channel: Guild['channels']['cache'] extends Map<string, infer C> ? C : never) => boolean) =>
  new Promise<void>((resolve) => {
    client.on(Events.ChannelUpdate, (_, now) => {
      if (!now.isDMBased() && matches(now)) resolve()
    })
  })

describe('channels', () => {
  before(async () => {
    await test.start()
    const connecting = new Client({ intents: KNOWN_INTENTS, rest: { api: platform.api } })
    const ready = new Promise((resolve) => connecting.once(Events.ClientReady, resolve))
    await connecting.login(platform.app.token)
    await ready
    client = connecting as Client<true>
    guild = client.guilds.cache.first() as Guild
  })
  after(async () => {
    await client.destroy()
  })

  test('[CH-9] discord.js creates, edits, moves and deletes channels of each type and their overwrites', async () => {
    const category = await guild.channels.create({
      name: 'Things',
      type: ChannelType.GuildCategory,
      permissionOverwrites: [{ id: guild.id, deny: ['SendMessages'] }],
    })
    const text = await guild.channels.create({ name: 'New Place', parent: category, topic: 'first' })
    const voice = await guild.channels.create({
      name: 'Talk Here',
      type: ChannelType.GuildVoice,
      bitrate: 96_000,
      userLimit: 9,
    })
    const forum = await guild.channels.create({
      name: 'Ideas',
      type: ChannelType.GuildForum,
      availableTags: [{ name: 'good', moderated: true }],
      defaultReactionEmoji: { id: null, name: '🔥' },
    })
    assert.deepEqual([text.name, text.parentId, text.permissionsLocked], ['new-place', category.id, true])
    assert.deepEqual([voice.name, voice.bitrate, voice.userLimit], ['Talk Here', 96_000, 9])
    assert.deepEqual([forum.availableTags[0]?.name, forum.defaultReactionEmoji?.name], ['good', '🔥'])

    // A category's channels stay in step with it until they go their own way.
    const followed = until(
      (now) => now.id === text.id && 'permissionOverwrites' in now && now.permissionOverwrites.cache.has(userId('bob')),
    )
    await category.permissionOverwrites.create(userId('bob'), { ViewChannel: false }, { type: OverwriteType.Member })
    await followed
    await text.permissionOverwrites.delete(userId('bob'))
    await category.permissionOverwrites.edit(guild.id, { SendMessages: true })
    const own = await platform.app.api.get<ChannelObject>(`/channels/${text.id}`)
    assert.deepEqual(own.body.permission_overwrites, [{ id: guild.id, type: 0, allow: '0', deny: '2048' }])

    await text.edit({ topic: 'second', rateLimitPerUser: 5, nsfw: true, type: ChannelType.GuildAnnouncement })
    assert.equal((await guild.channels.fetch(text.id, { force: true }))?.type, ChannelType.GuildAnnouncement)
    await guild.channels.setPositions([
      { channel: text.id, position: 7, parent: null },
      { channel: voice.id, position: 8 },
    ])
    const moved = await platform.app.api.get<ChannelObject>(`/channels/${text.id}`)
    assert.deepEqual([moved.body.position, moved.body.parent_id], [7, null])
    const log = await guild.fetchAuditLogs({ type: AuditLogEvent.ChannelOverwriteDelete })
    assert.equal(log.entries.first()?.targetId, text.id)

    await voice.setParent(category)
    const orphaned = until((now) => now.id === voice.id && now.parentId === null)
    await category.delete()
    await orphaned
    for (const channel of [text, voice, forum]) await channel.delete()
    assert.equal((await platform.app.api.get(`/channels/${text.id}`)).code, 10003)
  })

  test('[PRM-20] [CH-6] a rejected request changes no channel and emits no event', async () => {
    const watching = await guildSession(platform.bob, 0)
    const general = `/channels/${platform.lab.general.id}`
    const before = (await platform.app.api.get(general)).body
    const list = (await platform.app.api.get<ChannelObject[]>(`/guilds/${platform.lab.id}/channels`)).body
    const asBob = platform.bob.api
    const app = platform.app.api
    const hiding = (allow: string) => ({
      name: 'x',
      permission_overwrites: [{ id: platform.lab.id, type: 0, allow }],
    })
    const refusals: [() => Promise<Answer<unknown>>, number, number][] = [
      [() => asBob.patch(general, { name: 'x' }), 403, 50013],
      [() => asBob.delete(general), 403, 50013],
      [() => asBob.put(`${general}/permissions/${platform.lab.id}`, { type: 0, deny: '2048' }), 403, 50013],
      [() => create({ name: 'x' }, asBob), 403, 50013],
      [
        () => asBob.patch(`/guilds/${platform.lab.id}/channels`, [{ id: platform.lab.general.id, position: 3 }]),
        403,
        50013,
      ],
      [() => asBob.get(`/channels/${platform.lab.secret.id}`), 403, 50001],
      [() => platform.out.api.get(general), 403, 50001],
      [() => platform.out.api.get(`/guilds/${platform.lab.id}/channels`), 404, 10004],
      [() => asBob.get('/channels/1'), 404, 10003],
      [() => app.patch(general, { name: '' }), 400, 50035],
      [() => app.patch(general, { name: 'x'.repeat(101) }), 400, 50035],
      [() => app.patch(general, { topic: 'x'.repeat(1025) }), 400, 50035],
      [() => app.patch(general, { rate_limit_per_user: 21601 }), 400, 50035],
      [() => app.patch(general, { type: 2 }), 400, 50024],
      [() => app.patch(general, { parent_id: platform.lab.secret.id }), 400, 50035],
      [() => create({ name: 'x', type: 2, bitrate: 128_000 }), 400, 50035],
      [() => create({ name: 'x', type: 2, user_limit: 100 }), 400, 50035],
      [() => create({ name: 'x', type: 1 }), 400, 50024],
      [() => create({ name: 'x', type: 15, available_tags: [{ name: 'a' }, { name: 'A' }] }), 400, 40061],
      [() => create({ type: 0 }), 400, 50035],
      [() => app.put(`${general}/permissions/1`, { type: 0, deny: '2048' }), 404, 10011],
      [() => app.delete(`${general}/permissions/1`), 404, 10009],
      // The manager may manage roles, but has neither of these bits to give.
      [
        () => platform.manager.api.put(`${general}/permissions/${platform.lab.id}`, { type: 0, allow: '8192' }),
        403,
        50013,
      ],
      [() => create(hiding('8192'), platform.manager.api), 403, 50013],
      [() => create(hiding(String(1 << 28)), platform.manager.api), 403, 50013],
    ]
    const refuseAll = async () => {
      for (const [index, [call, status, code]] of refusals.entries()) {
        const answer = await call()
        assert.deepEqual([answer.status, answer.code], [status, code], `${index}: ${JSON.stringify(answer.body)}`)
      }
    }
    await watching.none((frame) => frame.t?.startsWith('CHANNEL_') ?? false, refuseAll, fence())
    assert.deepEqual((await app.get(general)).body, before)
    assert.deepEqual((await app.get<ChannelObject[]>(`/guilds/${platform.lab.id}/channels`)).body, list)
    const marked = await app.patch<{ flags: number }>(general, { flags: 131072 | 16 | 2 })
    assert.deepEqual([marked.status, marked.body.flags], [200, 0])
    assert.equal(
      (await platform.manager.api.put(`${general}/permissions/${platform.lab.id}`, { type: 0, allow: '2048' })).status,
      204,
    )
    await watching.close()
  })

  test('PATCH /guilds/{id}/channels rejects two new parents, a 51st channel of a category and nested categories', async () => {
    const category = (await create({ name: 'full', type: 4 })).body
    const ids: string[] = []
    for (let index = 0; index < 50; index += 1)
      ids.push((await create({ name: `c${index}`, parent_id: category.id })).body.id)
    assert.equal((await create({ name: 'more', parent_id: category.id })).code, 50035)
    const two = ids.slice(0, 2).map((id) => ({ id, parent_id: null }))
    const move = (moves: object[]) => platform.app.api.patch(`/guilds/${platform.lab.id}/channels`, moves)
    assert.equal((await move(two)).body.code, 40009)
    assert.equal((await platform.app.api.get<ChannelObject>(`/channels/${ids[0]}`)).body.parent_id, category.id)
    assert.equal((await move(two.slice(0, 1))).status, 204)
    assert.equal((await platform.app.api.get<ChannelObject>(`/channels/${ids[0]}`)).body.parent_id, null)
    assert.equal((await create({ name: 'inner', type: 4, parent_id: category.id })).code, 50035)
    for (const id of [...ids, category.id]) await platform.app.api.delete(`/channels/${id}`)
  })

  test('DELETE /channels/{id} clears the guild settings and deletes invites, webhooks and threads', async () => {
    const watching = await guildSession(platform.bob, 0)
    const channel = (await create({ name: 'doomed' })).body
    await platform.app.api.patch(`/guilds/${platform.lab.id}`, { system_channel_id: channel.id })
    const invite = await platform.app.api.post<InviteObject>(`/channels/${channel.id}/invites`, {})
    const webhook = await platform.app.api.post<WebhookObject>(`/channels/${channel.id}/webhooks`, { name: 'hook' })
    const thread = await platform.app.api.post<ChannelObject>(`/channels/${channel.id}/threads`, {
      name: 'talk',
      type: 11,
    })
    assert.deepEqual([invite.status, webhook.status, thread.status], [200, 200, 201])
    assert.equal((await platform.app.api.delete(`/channels/${channel.id}`)).status, 200)
    assert.equal((await watching.next('CHANNEL_DELETE')).d.id, channel.id)
    await watching.next(dispatch('GUILD_UPDATE', { system_channel_id: null }))
    assert.equal((await platform.app.api.get<GuildObject>(`/guilds/${platform.lab.id}`)).body.system_channel_id, null)
    for (const [path, code] of [
      [`/invites/${invite.body.code}`, 10006],
      [`/webhooks/${webhook.body.id}`, 10015],
      [`/channels/${thread.body.id}`, 10003],
    ] as const)
      assert.equal((await platform.app.api.get(path)).code, code)
    await watching.close()
  })

  test('TYPING_START reaches sessions that can view the channel and have the intent', async () => {
    const bob = await guildSession(platform.bob, 0)
    const plain = await guildSession(platform.plain, 1)
    const type = (name: keyof typeof world.users, where: keyof typeof world.guilds.lab.channels) =>
      person(name).post(`/channels/${channelId(where)}/typing`)
    await plain.none('TYPING_START', () => type('ann', 'general'), fence())
    const typing = await bob.next('TYPING_START')
    assert.deepEqual([typing.d.user_id, typing.d.member?.user.id], [userId('ann'), userId('ann')])
    await bob.none('TYPING_START', () => type('ann', 'secret'), fence())
    assert.equal((await type('eve', 'secret')).body.code, 50001)
    await bob.close()
    await plain.close()
  })
})

test('[CH-1] [CH-2] [CH-4] guild channels have application_id null from 5 August 2026 on', async () => {
  for (const [date, has] of [
    ['2026-08-04T23:59:00Z', false],
    ['2026-08-05T00:00:00Z', true],
  ] as const) {
    await using dated = await startPlatform({ world, rateLimits: 'off', date: Date.parse(date) })
    const app = api(dated.api, `Bot ${dated.world?.applications.app?.bot?.token}`)
    const made = await app.post<ChannelObject>(`/guilds/${dated.world?.guilds.lab?.id}/channels`, { name: 'x' })
    assert.equal('application_id' in made.body, has, date)
    if (has) assert.equal(made.body.application_id, null)
    const dm = await app.post<ChannelObject>('/users/@me/channels', { recipient_id: dated.world?.users.bob?.id })
    assert.equal('application_id' in dm.body, false)
  }
})

test('[GW-1] [GW-2] [GW-3] [CH-5] [EVT-3] bots receive hidden channels in full, obfuscated or not at all, by date and opt-in', async () => {
  const plainOpted = { ...world.applications.plain, channel_obfuscation_opt_in: true }
  const opted = { ...world, applications: { ...world.applications, plain: plainOpted } }
  for (const [date, given, capabilities, expected] of [
    ['2026-11-15T23:59:00Z', world, 0, 'secret'],
    ['2026-11-15T23:59:00Z', world, 32768, '___hidden___'],
    ['2026-11-15T23:59:00Z', opted, 0, '___hidden___'],
    ['2026-11-16T00:00:00Z', world, 0, '___hidden___'],
    ['2026-11-16T00:00:00Z', opted, 32768, '___hidden___'],
  ] as const) {
    await using dated = await startPlatform({ world: given, rateLimits: 'off', date: Date.parse(date) })
    const lab = dated.world?.guilds.lab
    const app = api(dated.api, `Bot ${dated.world?.applications.app?.bot?.token}`)
    const plain = await RawGateway.connect(dated.gateway)
    await plain.identify({
      token: dated.world?.applications.plain?.bot?.token ?? '',
      intents: Intent.GUILDS,
      capabilities,
    })
    const { channels } = (await plain.next('GUILD_CREATE')).d
    const shown = channels.find(({ id }) => id === lab?.channels.secret?.id)
    assert.equal(shown?.name, expected, `${date} ${capabilities}`)
    const permission_overwrites = [{ id: lab?.id, type: 0, deny: '1024' }]
    const body = { name: 'plans', topic: 'of ours', permission_overwrites }
    const made = await app.post<ChannelObject>(`/guilds/${lab?.id}/channels`, body)
    const whole = expected === 'secret'
    const created = (await plain.next('CHANNEL_CREATE')).d
    assert.deepEqual([created.id, created.topic], [made.body.id, whole ? 'of ours' : null])
    await app.patch(`/channels/${made.body.id}`, { topic: 'new' })
    await app.delete(`/channels/${made.body.id}`)
    for (const name of ['CHANNEL_UPDATE', 'CHANNEL_DELETE'])
      assert.equal((await plain.next(name)).d.name, whole ? 'plans' : '___hidden___')
    await plain.close()
  }
})
