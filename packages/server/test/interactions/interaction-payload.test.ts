/** The interaction as the application receives it, field by field, for each place and way of use. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { api, multipart } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'
import { connect, dispatch, Invoking, type Wire } from '../support/interactions.ts'

const MIB = 1024 * 1024
const world = {
  users: { ann: {}, bob: { locale: 'de' }, pam: { premium_type: 1 } },
  applications: {
    // An older application has another id than its bot.
    local: { id: '800000000000000001', owner: 'ann', bot: { id: '800000000000000002' } },
    tool: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'pam'],
      preferred_locale: 'fr',
      features: ['NEWS'],
      bots: { local: { permissions: '0' } },
      channels: { general: { topic: 'About' } },
    },
    club: { owner: 'ann', members: ['bob'], premium_tier: 2, bots: { local: {} }, channels: { general: {} } },
  },
}
/** Of every interaction; the last but one is sent, though no longer documented. */
const ALWAYS = ['id', 'application_id', 'type', 'token', 'version', 'data', 'channel', 'channel_id', 'app_permissions']
const ALSO = ['locale', 'entitlements', 'entitlement_sku_ids', 'authorizing_integration_owners', 'context']
const COMMON = [...ALWAYS, ...ALSO, 'attachment_size_limit']
const IN_GUILD = [...COMMON, 'guild', 'guild_id', 'guild_locale', 'member'].sort()
const IN_PRIVATE = [...COMMON, 'user'].sort()
const PARTIAL_CHANNEL = [
  ...['id', 'name', 'type', 'last_message_id', 'last_pin_timestamp', 'nsfw', 'parent_id', 'guild_id', 'flags'],
  ...['rate_limit_per_user', 'topic', 'position', 'permissions'],
]
const { ATTACH_FILES, EMBED_LINKS, MENTION_EVERYONE, USE_EXTERNAL_EMOJIS } = Permission

type Name = 'local' | 'tool'
const test = guildhallTest({ world })
const { platform } = test
let people: Record<'bob' | 'pam', Awaited<ReturnType<typeof connect>>>
let bots: Record<Name, Awaited<ReturnType<typeof connect>>>
let commands: Record<Name, Wire>

const appId = (name: Name) => platform[name].applicationId
const userId = (name: keyof typeof world.users) => platform[name].id
const channelId = (guild: keyof typeof world.guilds = 'lab') => platform[guild].general.id
const keys = (value: unknown) => Object.keys(value as object).sort()
const using = (name: Name, channel: string, who: 'bob' | 'pam' = 'bob') =>
  new Invoking(people[who], { application_id: appId(name), channel_id: channel })
const dmWith = async (id: string) =>
  (await people.bob.api.post<Wire>('/users/@me/channels', { recipient_id: id })).body.id
const callback = ({ id, token }: Wire, body: unknown) =>
  api(platform.api).post<Wire>(`/interactions/${id}/${token}/callback`, body)

async function received(name: Name): Promise<Wire> {
  return (await bots[name].gateway.next<Wire>('INTERACTION_CREATE')).d
}

async function use(name: Name, channel: string, data: Record<string, unknown> = {}): Promise<Wire> {
  assert.equal((await using(name, channel).use(commands[name], data)).status, 204)
  return received(name)
}

describe('interaction payload', () => {
  before(async () => {
    await test.start()
    const token = (name: keyof typeof world.users) => platform[name].token
    people = { bob: await connect(platform, token('bob')), pam: await connect(platform, token('pam')) }
    const bot = (name: Name) => connect(platform, `Bot ${platform[name].token}`)
    bots = { local: await bot('local'), tool: await bot('tool') }
    const options = [
      { name: 'who', description: 'd', type: 6 },
      { name: 'role', description: 'd', type: 8 },
      { name: 'where', description: 'd', type: 7 },
      { name: 'file', description: 'd', type: 11 },
    ]
    const make = async (name: Name) =>
      (
        await bots[name].api.post<Wire>(`/applications/${appId(name)}/commands`, {
          name: 'x',
          description: 'd',
          options,
        })
      ).body
    commands = { local: await make('local'), tool: await make('tool') }
    const install = `/oauth2/authorize?client_id=${platform.tool.applicationId}&scope=applications.commands`
    await people.bob.api.post(install, { authorize: true, integration_type: 1 })
  })

  after(async () => {
    for (const { gateway } of [...Object.values(people), ...Object.values(bots)]) await gateway.close()
  })

  test('it has the language that the user chose, and that of the request if the user chose none', async () => {
    for (const [who, expected] of [
      ['pam', 'fr'],
      ['bob', 'de'],
    ] as const) {
      const body = {
        type: 2,
        application_id: appId('local'),
        channel_id: channelId(),
        data: { id: commands.local.id, name: 'x' },
      }
      const { status } = await people[who].api.post('/interactions', body, { 'x-discord-locale': 'fr' })
      assert.equal(status, 204)
      assert.equal((await received('local')).locale, expected)
    }
  })

  test('[SVC-4] in a guild that has installed the application it has the bot’s permissions', async () => {
    const wire = await use('local', platform.lab.general.id)
    assert.deepEqual(keys(wire), IN_GUILD)
    assert.deepEqual([wire.type, wire.version, wire.context], [2, 1, 0])
    assert.deepEqual([wire.application_id, wire.channel_id], [platform.local.applicationId, platform.lab.general.id])
    assert.deepEqual(wire.guild, { id: platform.lab.id, locale: 'fr', features: ['NEWS'] })
    assert.deepEqual([wire.guild_id, wire.guild_locale, wire.locale], [platform.lab.id, 'fr', 'de'])
    assert.deepEqual(wire.authorizing_integration_owners, { '0': platform.lab.id })
    assert.deepEqual([wire.entitlements, wire.attachment_size_limit], [[], 20 * MIB])
    assert.deepEqual(wire.data, { id: commands.local.id, name: 'x', type: 1 })
    const channel = wire.channel as Wire
    assert.deepEqual(keys(channel), [...PARTIAL_CHANNEL, 'app_permissions'].sort())
    assert.deepEqual([channel.topic, channel.app_permissions], ['About', wire.app_permissions])
    const { user, permissions, roles, deaf, mute } = wire.member as Wire
    assert.deepEqual([(user as Wire).id, permissions, roles], [userId('bob'), channel.permissions, []])
    assert.deepEqual([deaf, mute], [false, false])
  })

  test('in a guild that has not installed the application it has permissions borrowed from the user', async () => {
    const wire = await use('tool', platform.lab.general.id)
    assert.deepEqual(keys(wire), IN_GUILD)
    assert.deepEqual(keys(wire.channel), [...PARTIAL_CHANNEL].sort())
    assert.deepEqual([wire.context, wire.authorizing_integration_owners], [0, { '1': userId('bob') }])
    const borrowed = BigInt(String(wire.app_permissions))
    assert.equal(borrowed & ~BigInt(String((wire.member as Wire).permissions)), 0n)
    assert.equal(borrowed & EMBED_LINKS, EMBED_LINKS)
  })

  test('in the DM with the bot it has the context BOT_DM', async () => {
    const few = ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE | USE_EXTERNAL_EMOJIS
    const local = await use('local', await dmWith(platform.local.id))
    assert.deepEqual(keys(local), IN_PRIVATE)
    assert.deepEqual([local.context, local.app_permissions], [1, String(few)])
    assert.deepEqual(local.authorizing_integration_owners, { '0': '0' })
    assert.equal((local.user as Wire).id, userId('bob'))
    assert.deepEqual([(local.channel as Wire).type, (local.channel as Wire).id], [1, local.channel_id])
    const tool = await use('tool', await dmWith(platform.tool.id))
    assert.deepEqual(tool.authorizing_integration_owners, { '0': '0', '1': userId('bob') })
  })

  test('in a DM between users it has the context PRIVATE_CHANNEL', async () => {
    const wire = await use('tool', await dmWith(userId('ann')))
    assert.deepEqual(keys(wire), IN_PRIVATE)
    assert.deepEqual([wire.context, wire.app_permissions], [2, String(ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE)])
    assert.deepEqual(wire.authorizing_integration_owners, { '1': userId('bob') })
  })

  test('[CH-10] it resolves the ids of options to the documented partial objects', async () => {
    const options = [
      { name: 'who', value: userId('ann') },
      { name: 'role', value: platform.lab.id },
      { name: 'where', value: platform.lab.general.id },
      { name: 'file', value: 0 },
    ]
    const files = [{ name: 'a.txt', data: 'inside' }]
    assert.equal((await using('local', platform.lab.general.id).use(commands.local, { options }, files)).status, 204)
    const { resolved, options: given } = (await received('local')).data as Record<string, Record<string, Wire>>
    assert.deepEqual(keys(resolved), ['attachments', 'channels', 'members', 'roles', 'users'])
    const part = (kind: string, id: string) =>
      ((resolved?.[kind] ?? {}) as Record<string, Wire>)[id] ?? assert.fail(kind)
    const member = part('members', userId('ann'))
    for (const key of ['user', 'deaf', 'mute']) assert.ok(!(key in member), key)
    assert.equal(BigInt(String(member.permissions)) & Permission.ADMINISTRATOR, Permission.ADMINISTRATOR)
    assert.equal(part('users', userId('ann')).username, 'ann')
    assert.equal(part('roles', platform.lab.id).name, '@everyone')
    assert.deepEqual(keys(part('channels', platform.lab.general.id)), [...PARTIAL_CHANNEL, 'app_permissions'].sort())
    const fileId = String((given as unknown as Wire[]).find(({ name }) => name === 'file')?.value)
    assert.deepEqual([part('attachments', fileId).filename, part('attachments', fileId).ephemeral], ['a.txt', true])
  })

  test('[SVC-7] a component has its message and the message’s integration owners', async () => {
    const wire = await use('tool', platform.lab.general.id)
    const components = [{ type: 1, components: [{ type: 5, custom_id: 'pick' }] }]
    await callback(wire, { type: 4, data: { content: 'pick one', components } })
    const message = (await people.bob.gateway.next<Wire>(dispatch('MESSAGE_CREATE', { content: 'pick one' }))).d
    assert.equal(
      (await using('tool', platform.lab.general.id, 'pam').press(message, 'pick', 5, [userId('ann')])).status,
      204,
    )
    const pressed = await received('tool')
    assert.deepEqual(keys(pressed), [...IN_GUILD, 'message'].sort())
    assert.deepEqual([(pressed.message as Wire).id, (pressed.message as Wire).content], [message.id, 'pick one'])
    const { custom_id, component_type, values, resolved } = pressed.data as Wire
    assert.deepEqual([custom_id, component_type, values], ['pick', 5, [userId('ann')]])
    assert.deepEqual(keys(resolved), ['members', 'users'])
    assert.deepEqual(pressed.authorizing_integration_owners, { '1': userId('bob') })
    assert.equal(((pressed.member as Wire).user as Wire).id, userId('pam'))
  })

  test('[SVC-7] a component is used with the id of the bot, as its message names no application', async () => {
    assert.notEqual(platform.local.applicationId, platform.local.id)
    const channel_id = platform.club.general.id
    const button = { type: 2, style: 1, label: 'Go', custom_id: 'go' }
    const message = await bots.local.api.post<Wire>(`/channels/${channel_id}/messages`, {
      components: [{ type: 1, components: [button] }],
    })
    assert.equal(message.status, 200)
    assert.equal(message.body.application_id, undefined)
    const pressWith = (application_id: string) =>
      new Invoking(people.bob, { application_id, channel_id }).press(message.body, 'go', 2)
    assert.equal((await pressWith(platform.local.id)).status, 204)
    const wire = await received('local')
    assert.deepEqual([wire.application_id, wire.type], [platform.local.applicationId, 3])
    for (const other of [userId('pam'), '999']) {
      const refused = await pressWith(other)
      assert.deepEqual([refused.status, refused.body.code], [404, 10002])
    }
  })

  test('[MOD-21] [LIM-4] attachment_size_limit follows the guild and the user and applies to responses', async () => {
    assert.equal((await using('local', platform.lab.general.id, 'pam').use(commands.local)).status, 204)
    const premium = await received('local')
    assert.equal(premium.attachment_size_limit, 50 * MIB)
    const boosted = await use('local', platform.club.general.id)
    assert.equal(boosted.attachment_size_limit, 50 * MIB)
    const file = (bytes: number) => [{ name: 'a.bin', data: new Uint8Array(bytes) }]
    // A first answer has 3 s of real time, which such files may take on a busy machine.
    assert.equal((await callback(boosted, { type: 5 })).status, 204)
    const fill = (bytes: number) =>
      api(platform.api).patch<Wire>(
        `/webhooks/${platform.local.applicationId}/${boosted.token}/messages/@original`,
        multipart({}, file(bytes)),
      )
    const over = await fill(50 * MIB + 1)
    assert.deepEqual([over.status, over.body.code], [413, 40005])
    assert.equal((await fill(50 * MIB)).status, 200)
    // Others of the guild too, and nobody elsewhere.
    const post = (guild: keyof typeof world.guilds, bytes: number) =>
      people.bob.api.post<Wire>(`/channels/${channelId(guild)}/messages`, multipart({}, file(bytes)))
    assert.equal((await post('club', 21 * MIB)).status, 200)
    assert.deepEqual((await post('lab', 21 * MIB)).body.code, 40005)
    const options = [{ name: 'file', value: 0 }]
    const attach = (who: 'bob' | 'pam') =>
      using('local', platform.lab.general.id, who).use(commands.local, { options }, file(21 * MIB))
    assert.deepEqual((await attach('bob')).body.code, 40005)
    assert.equal((await attach('pam')).status, 204)
  })
})
