/** Invites: creation, reading, revocation, expiry, and joining by them. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { Intent, type InviteObject, KNOWN_INTENTS, type MemberObject } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import { AuditLogEvent, Client, Events, type Guild } from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'
import { guildSession } from '../support/sessions.ts'

const world = {
  users: { ann: {}, bob: {}, mod: {}, eve: {}, joe: {}, kim: {} },
  applications: {
    app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] },
    plain: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'mod'],
      bots: { app: { permissions: '8' }, plain: { permissions: '0' } },
      roles: {
        high: {},
        mods: { permissions: String(1 | (1 << 28)), members: ['mod'] },
        low: { color: 255 },
        '@everyone': { permissions: '1024' },
      },
      channels: {
        general: {},
        // MANAGE_ROLES in this channel does not cover the guild's roles.
        yard: { permission_overwrites: [{ user: 'bob', allow: String(1 | (1 << 28)) }] },
        talk: { type: 2 },
        box: { type: 4 },
      },
      system_channel: 'general',
    },
  },
}

const test = guildhallTest({ world })
const { platform } = test
let client: Client<true>
let guild: Guild
const app = () => api(platform.api, `Bot ${client.token}`)
const channel = (name: keyof typeof world.guilds.lab.channels) => platform.lab[name].id
const invite = (body: object, where: keyof typeof world.guilds.lab.channels = 'general', as = app()) =>
  as.post<InviteObject>(`/channels/${channel(where)}/invites`, body)

describe('invites', () => {
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

  test('discord.js creates, fetches and deletes invites and receives their events', async () => {
    const received = new Promise<string>((resolve) => client.once(Events.InviteCreate, ({ code }) => resolve(code)))
    const made = await guild.invites.create(platform.lab.general.id, {
      maxAge: 600,
      maxUses: 3,
      unique: true,
      reason: 'party',
    })
    assert.equal(await received, made.code)
    assert.deepEqual([made.maxAge, made.maxUses, made.uses, made.inviter?.id], [600, 3, 0, client.user.id])
    assert.ok((await guild.invites.fetch()).has(made.code))
    const fetched = await client.fetchInvite(made.code)
    assert.deepEqual(
      [fetched.guild?.id, fetched.channel?.id, fetched.memberCount],
      [guild.id, platform.lab.general.id, 5],
    )
    const log = await guild.fetchAuditLogs({ type: AuditLogEvent.InviteCreate, limit: 1 })
    assert.equal(log.entries.first()?.reason, 'party')
    const deleted = new Promise<string>((resolve) => client.once(Events.InviteDelete, ({ code }) => resolve(code)))
    await made.delete()
    assert.equal(await deleted, made.code)
    assert.equal((await api(platform.api).get(`/invites/${made.code}`)).code, 10006)
  })

  test('Create Channel Invite returns an existing invite with equal fields, except with `unique`', async () => {
    const first = await invite({ max_age: 900 })
    assert.equal((await invite({ max_age: 900 })).body.code, first.body.code)
    assert.notEqual((await invite({ max_age: 900, unique: true })).body.code, first.body.code)
    assert.notEqual((await invite({ max_age: 901 })).body.code, first.body.code)
  })

  test('a refused request creates no invite', async () => {
    const count = async () => (await app().get<InviteObject[]>(`/guilds/${guild.id}/invites`)).body.length
    const before = await count()
    for (const [response, status, code] of [
      [await invite({}, 'general', platform.bob.api), 403, 50013],
      [await invite({}, 'general', platform.eve.api), 403, 50001],
      [await invite({}, 'box'), 400, 50024],
      [await invite({ max_age: 604_801 }), 400, 50035],
      [await invite({ max_uses: 101 }), 400, 50035],
      [await invite({ target_type: 1, target_user_id: platform.bob.id }), 400, 50035],
      [await invite({ target_type: 2 }, 'talk'), 400, 50035],
      [await app().post<InviteObject>('/channels/1/invites', {}), 404, 10003],
      [await platform.bob.api.get<InviteObject[]>(`/guilds/${guild.id}/invites`), 403, 50013],
      [await platform.bob.api.get<InviteObject[]>(`/channels/${platform.lab.general.id}/invites`), 403, 50013],
      [await platform.eve.api.get<InviteObject[]>(`/guilds/${guild.id}/invites`), 404, 10004],
    ] as const)
      assert.deepEqual([response.status, response.code], [status, code], JSON.stringify(response.body))
    assert.equal(await count(), before)
  })

  test('[INV-3] [END-50] [END-54] an invite accepts roles that the actor may give and contains partial roles', async () => {
    assert.equal((await invite({ role_ids: [platform.lab.low.id] }, 'yard', platform.bob.api)).body.code, 50013)
    assert.equal((await invite({ role_ids: [platform.lab.mods.id] }, 'general', platform.mod.api)).body.code, 50013)
    assert.equal((await invite({ role_ids: [platform.lab.high.id] }, 'general', platform.mod.api)).body.code, 50013)
    assert.equal((await invite({ role_ids: [guild.id] })).body.code, 50028)
    assert.equal((await invite({ role_ids: ['1'] })).body.code, 10011)
    const watching = await RawGateway.connect(platform.gateway)
    await watching.identify({ token: client.token ?? '', intents: Intent.GUILDS | Intent.GUILD_INVITES })
    const made = await invite({ role_ids: [platform.lab.low.id] }, 'general', platform.mod.api)
    assert.equal(made.status, 200)
    const created = await watching.next<{ role_ids: string[] }>('INVITE_CREATE')
    assert.deepEqual(created.d.role_ids, [platform.lab.low.id])
    const keys = ['color', 'colors', 'icon', 'id', 'name', 'position', 'unicode_emoji']
    const lists = [`/channels/${platform.lab.general.id}/invites`, `/guilds/${guild.id}/invites`]
    const listed = await Promise.all(lists.map(async (path) => (await app().get<InviteObject[]>(path)).body))
    const single = (await api(platform.api).get<InviteObject>(`/invites/${made.body.code}`)).body
    for (const object of [made.body, single, ...listed.map((list) => list.find(({ code }) => code === made.body.code))])
      assert.deepEqual(
        object?.roles?.map((entry) => Object.keys(entry).sort()),
        [keys],
      )
    await platform.eve.api.post(`/invites/${made.body.code}`)
    assert.deepEqual((await app().get<MemberObject>(`/guilds/${guild.id}/members/${platform.eve.id}`)).body.roles, [
      platform.lab.low.id,
    ])
    await watching.close()
  })

  test('joining by an invite posts a join message, and the last use deletes the invite', async () => {
    const made = (await invite({ max_uses: 1, unique: true })).body
    const joining = await platform.joe.opens()
    const welcomed = new Promise<number>((resolve) => {
      client.on(Events.MessageCreate, ({ type, author }) => {
        if (author.id === platform.joe.id) resolve(type)
      })
    })
    const deleted = new Promise<string>((resolve) => {
      client.on(Events.InviteDelete, ({ code }) => {
        if (code === made.code) resolve(code)
      })
    })
    const accepted = await platform.joe.api.post<{ new_member: boolean }>(`/invites/${made.code}`)
    assert.deepEqual([accepted.status, accepted.body.new_member], [200, true])
    assert.equal(await welcomed, 7)
    await deleted
    assert.equal((await joining.next('GUILD_CREATE')).d.id, guild.id)
    assert.equal((await platform.kim.api.post(`/invites/${made.code}`)).code, 10006)
    assert.equal((await platform.kim.api.get(`/guilds/${guild.id}`)).code, 10004)
    await joining.close()
  })

  test('an invite rejects users after its expiry and banned users, and does not count members', async () => {
    const short = (await invite({ max_age: 60, unique: true })).body
    const long = (await invite({ max_age: 0, unique: true })).body
    platform.clock.advance(59_000)
    assert.equal((await api(platform.api).get(`/invites/${short.code}`)).status, 200)
    platform.clock.advance(2_000)
    assert.equal((await platform.kim.api.post(`/invites/${short.code}`)).code, 10006)
    const again = await platform.bob.api.post<{ new_member: boolean }>(`/invites/${long.code}`)
    assert.equal(again.body.new_member, false)
    const uses = async () => {
      const list = (await app().get<InviteObject[]>(`/guilds/${guild.id}/invites`)).body
      assert.equal(
        list.some(({ code }) => code === short.code),
        false,
      )
      return list.find(({ code }) => code === long.code)?.uses
    }
    assert.equal(await uses(), 0)
    await app().put(`/guilds/${guild.id}/bans/${platform.kim.id}`, {})
    assert.deepEqual((await platform.kim.api.post(`/invites/${long.code}`)).code, 40007)
    assert.equal(await uses(), 0)
    assert.equal((await api(platform.api, `Bot ${client.token}`).post(`/invites/${long.code}`)).code, 20001)
    assert.equal((await platform.bob.api.delete(`/invites/${long.code}`)).code, 50013)
    assert.equal((await platform.eve.api.delete(`/invites/${long.code}`)).code, 50013)
    assert.equal((await platform.ann.api.delete(`/invites/${long.code}`)).status, 200)
  })

  test('INVITE_CREATE is not sent to a bot without MANAGE_CHANNELS', async () => {
    const plain = await guildSession(platform.plain, Intent.GUILDS | Intent.GUILD_INVITES)
    await plain.none('INVITE_CREATE', () => invite({ unique: true }), {
      trigger: () => app().patch(`/guilds/${guild.id}`, { description: 'fence' }),
      event: 'GUILD_UPDATE',
    })
    await plain.close()
  })
})
