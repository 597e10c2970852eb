/**
 * Installation of applications: to guilds and to people's own accounts, and the commands and interactions that
 * follow.
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'
import { connect, dispatch, Invoking, type Wire } from '../support/interactions.ts'

const deny = (permission: bigint) => [{ role: '@everyone', deny: String(permission) }]
const world = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: {
    local: { owner: 'ann', bot: {} },
    tool: { name: 'Tool', owner: 'ann', bot: {} },
    homely: { owner: 'ann', bot: {}, integration_types: [0] },
    private: { owner: 'ann', bot: {}, bot_public: false },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve'],
      bots: { local: { permissions: String(Permission.SEND_TTS_MESSAGES) } },
      channels: {
        general: {},
        hush: { permission_overwrites: deny(Permission.USE_EXTERNAL_APPS) },
        calm: { permission_overwrites: deny(Permission.MENTION_EVERYONE | Permission.SEND_TTS_MESSAGES) },
        quiet: { permission_overwrites: deny(Permission.SEND_MESSAGES) },
        hidden: {
          permission_overwrites: [
            { bot: 'local', deny: String(Permission.VIEW_CHANNEL) },
            { user: 'bob', deny: String(Permission.ADD_REACTIONS) },
          ],
        },
      },
    },
  },
}

interface Received extends Wire {
  context: number
  channel: Wire
  guild_id?: string
  member?: { permissions: string }
  user?: Wire
  app_permissions: string
  authorizing_integration_owners: Record<string, string>
  data: { resolved?: { channels: Record<string, Wire> } }
}

const test = guildhallTest({ world })
const { platform } = test
let people: Record<'ann' | 'bob' | 'eve', Awaited<ReturnType<typeof connect>>>
let bots: Record<'local' | 'tool', Awaited<ReturnType<typeof connect>>>
let commands: Record<string, Wire>

const appId = (name: keyof typeof world.applications) => platform[name].applicationId
const userId = (name: keyof typeof world.users) => platform[name].id
const channelId = (name: keyof typeof world.guilds.lab.channels) => platform.lab[name].id
const by = (
  person: 'ann' | 'bob' | 'eve',
  application: keyof typeof world.applications,
  channel = platform.lab.general.id,
) => new Invoking(people[person], { application_id: appId(application), channel_id: channel })
const received = async (application: 'local' | 'tool') =>
  (await bots[application].gateway.next<Received>('INTERACTION_CREATE')).d
const callback = (interaction: Wire, body: unknown) =>
  api(platform.api).post<Wire>(`/interactions/${interaction.id}/${interaction.token}/callback?with_response=true`, body)
/** Sends the request of a person's "Add to My Apps". */
const install = (
  person: 'ann' | 'bob' | 'eve',
  application: keyof typeof world.applications,
  fields: object = {},
  query = '',
) =>
  people[person].api.post<Wire>(
    `/oauth2/authorize?client_id=${appId(application)}&scope=applications.commands${query}`,
    { authorize: true, integration_type: 1, ...fields },
  )
const where = (channel = platform.lab.general.id) => ({
  options: [{ name: 'where', type: 7, value: channel }],
})

describe('installations', () => {
  before(async () => {
    await test.start()
    const token = (name: keyof typeof world.users) => platform[name].token
    people = {
      ann: await connect(platform, token('ann')),
      bob: await connect(platform, token('bob')),
      eve: await connect(platform, token('eve')),
    }
    const bot = (name: keyof typeof world.applications) => connect(platform, `Bot ${platform[name].token}`, 1 << 9)
    bots = { local: await bot('local'), tool: await bot('tool') }
    const option = [{ name: 'where', description: 'd', type: 7 }]
    const make = async (name: 'local' | 'tool', body: object) =>
      (await bots[name].api.post<Wire>(`/applications/${appId(name)}/commands`, body)).body
    commands = {
      here: await make('local', { name: 'here', description: 'd', options: option, integration_types: [0] }),
      mine: await make('tool', { name: 'mine', description: 'd', options: option }),
      guildOnly: await make('tool', { name: 'guild-only', description: 'd', integration_types: [0] }),
      dmOnly: await make('tool', { name: 'dm-only', description: 'd', contexts: [1] }),
    }
  })

  after(async () => {
    for (const { gateway } of [...Object.values(people), ...Object.values(bots)]) await gateway.close()
  })

  test('POST /interactions rejects an application that is not installed', async () => {
    assert.equal((await by('bob', 'tool').use(commands.mine)).body.code, 10002)
    assert.deepEqual(
      bots.tool.gateway.frames.filter((frame) => frame.t === 'INTERACTION_CREATE'),
      [],
    )
  })

  test('a user installs an application, lists it and removes it', async () => {
    const tool = { owner: bots.tool.api, path: '/applications/@me' }
    const counted = async () => (await tool.owner.get<Wire>(tool.path)).body.approximate_user_install_count
    const refused: [string, Awaited<ReturnType<typeof install>>, number][] = [
      [
        'no such application',
        await people.bob.api.post('/oauth2/authorize?client_id=1&scope=bot', { authorize: true }),
        10002,
      ],
      ['it is for guilds alone', await install('bob', 'homely'), 50035],
      ['it is its owner’s alone', await install('bob', 'private'), 20012],
      ['a scope that is none of an account’s', await install('bob', 'tool', {}, '%20bot'), 50035],
      ['a guild is another matter', await install('bob', 'tool', { integration_type: 0 }), 50035],
      [
        'bots have no account to add to',
        await bots.local.api.post('/oauth2/authorize?client_id=1&scope=bot', {}),
        20001,
      ],
    ]
    for (const [name, { body }, code] of refused) assert.equal(body.code, code, name)
    const denied = await install('eve', 'tool', { authorize: false })
    assert.match(String(denied.body.location), /error=access_denied\b/)
    assert.deepEqual((await people.eve.api.get('/oauth2/tokens')).body, [])
    assert.equal(await counted(), 0)

    const index = async () =>
      (await people.eve.api.get<{ application_commands: Wire[] }>('/users/@me/application-command-index')).body
    assert.deepEqual((await index()).application_commands, [])
    assert.equal((await install('eve', 'tool')).status, 200)
    await people.eve.gateway.next(dispatch('USER_APPLICATION_UPDATE', { application_id: platform.tool.applicationId }))
    assert.equal((await install('eve', 'tool')).status, 200, 'a second time changes nothing')
    assert.equal((await install('ann', 'private')).status, 200)
    assert.equal(await counted(), 1)
    const names = (await index()).application_commands.map(({ name }) => name)
    assert.deepEqual(names, ['mine', 'dm-only'])
    const [entry, ...more] = (await people.eve.api.get<Wire[]>('/oauth2/tokens')).body
    assert.deepEqual(more, [])
    assert.deepEqual([(entry?.application as Wire).name, entry?.scopes], ['Tool', ['applications.commands']])
    assert.equal((await by('eve', 'tool').use(commands.mine)).status, 204)
    await received('tool')

    const path = `/oauth2/tokens/${entry?.id}`
    assert.equal((await people.bob.api.delete<Wire>(path)).body.code, 10002, 'another’s')
    assert.equal((await people.eve.api.delete(path)).status, 204)
    await people.eve.gateway.next(dispatch('USER_APPLICATION_REMOVE', { application_id: platform.tool.applicationId }))
    assert.equal((await people.eve.api.delete<Wire>(path)).body.code, 10002)
    assert.equal((await by('eve', 'tool').use(commands.mine)).body.code, 10002)
    assert.equal(await counted(), 0)
  })

  test('[CH-11] resolved channels have app_permissions only where the bot is in the guild', async () => {
    assert.equal((await install('bob', 'tool')).status, 200)
    assert.equal((await by('bob', 'tool').use(commands.mine, where())).status, 204)
    const interaction = await received('tool')
    const channel = interaction.data.resolved?.channels[platform.lab.general.id]
    assert.equal(channel?.name, 'general')
    assert.equal(typeof channel?.permissions, 'string')
    assert.equal('app_permissions' in (channel ?? {}), false)
    assert.equal('app_permissions' in interaction.channel, false)
    assert.equal(typeof interaction.app_permissions, 'string')
    assert.deepEqual(interaction.authorizing_integration_owners, { '1': userId('bob') })
    assert.equal(interaction.context, 0)
    // Only for whom it was installed, and only what such an installation offers.
    assert.equal((await by('eve', 'tool').use(commands.mine)).body.code, 10002)
    assert.equal((await by('bob', 'tool').use(commands.guildOnly)).body.code, 50013)
    assert.equal((await by('bob', 'tool').use(commands.dmOnly)).body.code, 50013)
  })

  test('a response is ephemeral without USE_EXTERNAL_APPS', async () => {
    await by('bob', 'tool', platform.lab.hush.id).use(commands.mine)
    const interaction = await received('tool')
    await people.eve.gateway.none(
      'MESSAGE_CREATE',
      async () => {
        const answer = await callback(interaction, { type: 4, data: { content: 'psst' } })
        const { message } = (answer.body as unknown as { resource: { message: Wire } }).resource
        assert.equal(message.flags, 64)
      },
      {
        trigger: () => people.ann.api.post(`/channels/${platform.lab.hush.id}/messages`, { content: 'marker' }),
        event: (frame) => (frame.d as Wire | null)?.content === 'marker',
      },
    )
    const own = await people.bob.gateway.next<Wire>(dispatch('MESSAGE_CREATE', { content: 'psst' }))
    assert.equal(own.d.flags, 64)
    assert.deepEqual(
      (await people.bob.api.get(`/channels/${platform.lab.hush.id}/messages/${own.d.id}`)).body.code,
      10008,
    )
  })

  test('a response of a user-installed application is public with up to five follow-ups', async () => {
    await by('bob', 'tool', platform.lab.calm.id).use(commands.mine)
    const interaction = await received('tool')
    assert.equal(BigInt(interaction.app_permissions) & Permission.MENTION_EVERYONE, 0n)
    const button = [{ type: 1, components: [{ type: 2, style: 1, label: 'b', custom_id: 'b' }] }]
    await callback(interaction, { type: 4, data: { content: 'hi @everyone', components: button } })
    const shown = await people.eve.gateway.next<Wire>(dispatch('MESSAGE_CREATE', { content: 'hi @everyone' }))
    assert.equal(shown.d.mention_everyone, false)
    assert.equal(shown.d.flags, 0)

    const followup = (content: string) =>
      api(platform.api).post<Wire>(`/webhooks/${platform.tool.applicationId}/${interaction.token}`, { content })
    for (let count = 1; count <= 5; count += 1) assert.equal((await followup(`more ${count}`)).status, 200)
    assert.deepEqual(await followup('more 6').then(({ status, body }) => [status, body.code]), [400, 40094])

    // Others press what its user was let to show.
    assert.equal((await by('eve', 'tool', platform.lab.calm.id).press(shown.d, 'b', 2)).status, 204)
    const pressed = await received('tool')
    assert.deepEqual(pressed.authorizing_integration_owners, { '1': userId('bob') })
    assert.equal((pressed.member as unknown as { user: Wire }).user.id, userId('eve'))
  })

  test('in a DM between users only user-installed applications can be used', async () => {
    const dm = (await people.bob.api.post<Wire>('/users/@me/channels', { recipient_id: userId('ann') })).body
    assert.equal((await by('bob', 'local', dm.id).use(commands.here)).body.code, 10002)
    assert.equal((await by('bob', 'tool', dm.id).use(commands.mine)).status, 204)
    const interaction = await received('tool')
    assert.deepEqual([interaction.context, interaction.guild_id, interaction.member], [2, undefined, undefined])
    assert.equal(interaction.user?.id, userId('bob'))
    const few = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE
    assert.equal(interaction.app_permissions, String(few))
    await callback(interaction, { type: 4, data: { content: 'to both' } })
    for (const person of [people.ann, people.bob])
      await person.gateway.next(dispatch('MESSAGE_CREATE', { content: 'to both', channel_id: dm.id }))
    const followup = () =>
      api(platform.api).post<Wire>(`/webhooks/${platform.tool.applicationId}/${interaction.token}`, { content: 'more' })
    for (let count = 1; count <= 5; count += 1) assert.equal((await followup()).status, 200)
    assert.equal((await followup()).body.code, 40094)
  })

  test('in the DM with the bot its commands can be used without an installation', async () => {
    const dm = (await people.eve.api.post<Wire>('/users/@me/channels', { recipient_id: platform.local.id })).body
    assert.equal((await by('eve', 'local', dm.id).use(commands.here)).status, 204)
    const interaction = await received('local')
    assert.equal(interaction.context, 1)
    assert.deepEqual(interaction.authorizing_integration_owners, { '0': '0' })
    await callback(interaction, { type: 4, data: { content: 'secretly', flags: 64 } })
    for (let count = 1; count <= 6; count += 1) {
      const more = { content: 'more', flags: 64 }
      assert.equal(
        (await api(platform.api).post(`/webhooks/${platform.local.applicationId}/${interaction.token}`, more)).status,
        200,
      )
    }
    const shown = await people.eve.gateway.next<Wire>(dispatch('MESSAGE_CREATE', { content: 'secretly' }))
    assert.equal(shown.d.channel_id, dm.id)
    assert.deepEqual((await people.eve.api.get<Wire[]>(`/channels/${dm.id}/messages`)).body, [])
  })

  test('[CH-10] [CH-14] a resolved channel hidden from the bot is complete, with permissions of user and bot', async () => {
    assert.equal(
      (await by('bob', 'local', platform.lab.hidden.id).use(commands.here, where(platform.lab.hidden.id))).status,
      204,
    )
    const interaction = await received('local')
    assert.equal(interaction.channel.name, 'hidden')
    const channel = interaction.data.resolved?.channels[platform.lab.hidden.id]
    assert.equal(channel?.name, 'hidden')
    const bits = (value: unknown) => BigInt(String(value))
    assert.equal(bits(channel?.app_permissions) & Permission.VIEW_CHANNEL, 0n)
    assert.equal(bits(channel?.permissions) & Permission.VIEW_CHANNEL, Permission.VIEW_CHANNEL)
    assert.equal(bits(channel?.permissions) & Permission.ADD_REACTIONS, 0n)
    assert.equal(bits(interaction.app_permissions) & Permission.VIEW_CHANNEL, 0n)
  })

  test('an ephemeral response reaches its user and the session of the bot', async () => {
    await by('bob', 'local').use(commands.here)
    const interaction = await received('local')
    await bots.tool.gateway.none('MESSAGE_CREATE', () =>
      people.eve.gateway.none('MESSAGE_CREATE', () =>
        callback(interaction, { type: 4, data: { content: 'between us', flags: 64 } }),
      ),
    )
    for (const { gateway } of [people.bob, bots.local]) {
      const shown = await gateway.next<Wire>(dispatch('MESSAGE_CREATE', { content: 'between us' }))
      assert.equal(shown.d.flags, 64)
    }
    const original = `/webhooks/${platform.local.applicationId}/${interaction.token}/messages/@original`
    assert.equal((await api(platform.api).get<Wire>(original)).body.content, 'between us')
    await api(platform.api).patch(original, { content: 'still us' })
    await api(platform.api).delete(original)
    for (const { gateway } of [people.bob, bots.local]) {
      const { d } = await gateway.next<Wire>(dispatch('MESSAGE_UPDATE', { content: 'still us' }))
      await gateway.next(dispatch('MESSAGE_DELETE', { id: d.id }))
    }
    assert.equal((await api(platform.api).get<Wire>(original)).body.code, 10008)
  })

  test('a response does not mention everyone without the bot’s permission', async () => {
    const answered = async (channel: keyof typeof world.guilds.lab.channels) => {
      await by('bob', 'local', channelId(channel)).use(commands.here)
      const loud = { content: '@everyone', tts: true, allowed_mentions: { parse: ['everyone'] } }
      const answer = await callback(await received('local'), { type: 4, data: loud })
      return (answer.body as unknown as { resource: { message: Wire } }).resource.message
    }
    const free = await answered('general')
    assert.deepEqual([free.tts, free.mention_everyone], [true, true])
    const held = await answered('calm')
    assert.deepEqual([held.tts, held.mention_everyone], [false, false])
  })

  test('a response is ephemeral without the user’s SEND_MESSAGES', async () => {
    await by('bob', 'tool', platform.lab.quiet.id).use(commands.mine)
    const answer = await callback(await received('tool'), { type: 4, data: { content: 'for you' } })
    assert.equal((answer.body as unknown as { resource: { message: Wire } }).resource.message.flags, 64)
    await by('bob', 'local', platform.lab.quiet.id).use(commands.here)
    const own = await callback(await received('local'), { type: 4, data: { content: 'for all' } })
    assert.equal((own.body as unknown as { resource: { message: Wire } }).resource.message.flags, 0)
  })

  test('[CH-11] app_permissions appears after the bot joins the guild', async () => {
    const add = (scope: string) =>
      people.ann.api.post<Wire>(`/oauth2/authorize?client_id=${platform.tool.applicationId}&scope=${scope}`, {
        authorize: true,
        guild_id: platform.lab.id,
        permissions: String(Permission.MANAGE_MESSAGES),
      })
    // Its commands alone: it may do a few things of those that everyone may.
    assert.equal((await add('applications.commands')).status, 200)
    await by('eve', 'tool', platform.lab.calm.id).use(commands.mine, where())
    const bare = await received('tool')
    assert.deepEqual(bare.authorizing_integration_owners, { '0': platform.lab.id })
    assert.equal('app_permissions' in (bare.data.resolved?.channels[platform.lab.general.id] ?? {}), false)
    const { ATTACH_FILES, EMBED_LINKS, USE_EXTERNAL_EMOJIS } = Permission
    assert.equal(bare.app_permissions, String(ATTACH_FILES | EMBED_LINKS | USE_EXTERNAL_EMOJIS))
    assert.equal((await add('bot%20applications.commands')).status, 200)
    await by('bob', 'tool').use(commands.mine, where())
    const interaction = await received('tool')
    assert.equal(typeof interaction.data.resolved?.channels[platform.lab.general.id]?.app_permissions, 'string')
    assert.deepEqual(interaction.authorizing_integration_owners, { '0': platform.lab.id, '1': userId('bob') })
  })
})
