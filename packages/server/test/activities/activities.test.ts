/**
 * Activities begun by entry points, by answers and by people themselves: who may, who takes part, and when one is
 * over.
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import {
  ApplicationCommandType,
  Client,
  EntryPointCommandHandlerType,
  Events,
  GatewayIntentBits,
  type Interaction,
} from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'
import { connect, dispatch, Invoking, type Wire } from '../support/interactions.ts'

/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const mappings = [{ prefix: '/', target: 'http://127.0.0.1:9' }]
const deny = (permission: bigint) => [{ role: '@everyone', deny: String(permission) }]
const world = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: {
    game: { name: 'Game', owner: 'ann', bot: {}, url_mappings: mappings },
    tool: { owner: 'ann', bot: {} },
    mine: { owner: 'ann', bot: {}, url_mappings: mappings },
    duel: { owner: 'ann', embedded: true, max_participants: 1 },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve'],
      bots: { game: {}, tool: {} },
      channels: {
        general: {},
        Voice: { type: 2 },
        Category: { type: 4 },
        calm: { permission_overwrites: deny(Permission.USE_EMBEDDED_ACTIVITIES) },
        inside: { permission_overwrites: deny(Permission.USE_EXTERNAL_APPS) },
        hidden: {
          permission_overwrites: [
            ...deny(Permission.VIEW_CHANNEL),
            { user: 'bob', allow: String(Permission.VIEW_CHANNEL) },
          ],
        },
      },
    },
  },
}

type Name = 'game' | 'tool' | 'mine' | 'duel'
interface Instance extends Wire {
  composite_instance_id: string
  participants: { user_id: string; session_id: string; nonce: string | null; member?: Wire }[]
  location: Wire
}

const test = guildhallTest({ world })
const { platform } = test
let people: Record<'bob' | 'eve', Awaited<ReturnType<typeof connect>>>
let bots: Record<'game' | 'tool' | 'mine', Awaited<ReturnType<typeof connect>>>

const appId = (name: Name) => platform[name].applicationId
const userId = (name: keyof typeof world.users) => platform[name].id
const commandsOf = (name: Name) => `/applications/${appId(name)}/commands`
const sessionId = (person: 'bob' | 'eve') => people[person].gateway.sessionId
const using = (person: 'bob' | 'eve', application: Name, channel = platform.lab.general.id) =>
  new Invoking(people[person], {
    application_id: appId(application),
    channel_id: channel,
    session_id: sessionId(person),
  } as never)
const instanceOf = (name: keyof typeof bots, id: string) =>
  bots[name].api.get<Wire & { users: string[] }>(`/applications/${appId(name)}/activity-instances/${id}`)
const join = (person: 'bob' | 'eve', application: Name, channel = platform.lab.general.id) =>
  people[person].api.post<Wire>(`/activities/${channel}/${appId(application)}`, { session_id: sessionId(person) })
const joinWith = (person: 'bob' | 'eve', session_id: string) =>
  people[person].api.post<Wire>(`/activities/${platform.lab.general.id}/${platform.game.applicationId}`, { session_id })
const leave = (person: 'bob' | 'eve', application: Name, instance: Instance) =>
  people[person].api.post<Wire>(
    `/applications/${appId(application)}/activities/${instance.location.id}/instances/${instance.composite_instance_id}/leave`,
    { session_id: sessionId(person) },
  )
/** Resolves with the next event of an activity that has this number of participants. */
const heard = async (person: 'bob' | 'eve', count: number, channel?: string) =>
  (
    await people[person].gateway.next<Instance>(
      (frame: { t?: string | null; d?: unknown }) =>
        frame.t === 'EMBEDDED_ACTIVITY_UPDATE_V2' &&
        (frame.d as Instance).participants.length === count &&
        (channel === undefined || (frame.d as Instance).location.channel_id === channel),
    )
  ).d
const entryOf = async (name: keyof typeof bots) => {
  const { body } = await bots[name].api.get<Wire[]>(commandsOf(name))
  return body.find(({ type }) => type === 4) ?? assert.fail()
}

describe('activities', () => {
  before(async () => {
    await test.start()
    const person = (name: keyof typeof world.users) => connect(platform, platform[name].token)
    people = { bob: await person('bob'), eve: await person('eve') }
    const bot = (name: keyof typeof bots) => connect(platform, `Bot ${platform[name].token}`, 1 << 9)
    bots = { game: await bot('game'), tool: await bot('tool'), mine: await bot('mine') }
    const install = `/oauth2/authorize?client_id=${platform.mine.applicationId}&scope=applications.commands`
    await people.bob.api.post(install, { authorize: true, integration_type: 1 })
  })

  after(async () => {
    for (const { gateway } of [...Object.values(people), ...Object.values(bots)]) await gateway.close()
  })

  test('an application with an activity has one entry point, which a bulk overwrite must keep', async () => {
    const { id, version: _, ...entry } = await entryOf('game')
    assert.deepEqual([entry.name, entry.handler, entry.type], ['launch', 2, 4])
    const { api: bot } = bots.game
    const own = { name: 'launch', type: 4, handler: 2 }
    const put = (commands: object[]) => bot.put<Wire>(commandsOf('game'), commands)
    assert.equal((await put([])).body.code, 50240)
    assert.equal((await put([{ name: 'other', description: 'd' }])).body.code, 50240)
    assert.equal((await entryOf('game')).id, id, 'nothing has changed')
    assert.equal((await put([own, { name: 'again', type: 4 }])).body.code, 30032)
    assert.equal((await bot.post<Wire>(commandsOf('game'), { name: 'again', type: 4 })).body.code, 30032)
    assert.equal((await put([own])).status, 200)
    assert.equal((await entryOf('game')).id, id)
    const inGuild = `/applications/${platform.game.applicationId}/guilds/${platform.lab.id}/commands`
    assert.equal((await bot.post<Wire>(inGuild, own)).body.code, 50035)
    assert.equal((await bot.post<Wire>(commandsOf('game'), { ...own, name: 'x', options: [{}] })).body.code, 50035)
    // Deleted by itself it goes, and comes as the application wants it.
    assert.equal((await bot.delete(`${commandsOf('game')}/${id}`)).status, 204)
    assert.equal((await bot.post<Wire>(commandsOf('game'), { name: 'Play!', type: 4 })).body.handler, 1)
    assert.equal((await bot.patch<Wire>(`${commandsOf('game')}/${(await entryOf('game')).id}`, own)).body.handler, 2)
    // A client is offered no activity that the application does not have.
    const bare = await bots.tool.api.post<Wire>(commandsOf('tool'), { name: 'x', type: 4 })
    assert.deepEqual([bare.status, bare.body.handler], [201, undefined])
    assert.equal((await using('bob', 'tool').use(bare.body)).body.code, 50013)
  })

  test('the platform launches one instance per channel, which ends with its last participant', async () => {
    const entry = await entryOf('game')
    const { nonce } = await using('bob', 'game').use(entry)
    const begun = await heard('bob', 1)
    assert.deepEqual(begun.location, {
      id: `gc-${platform.lab.id}-${platform.lab.general.id}`,
      kind: 'gc',
      guild_id: platform.lab.id,
      channel_id: platform.lab.general.id,
    })
    assert.equal(begun.composite_instance_id, `i-${begun.launch_id}-gc-${platform.lab.id}-${platform.lab.general.id}`)
    const [participant] = begun.participants
    assert.deepEqual(
      [participant?.user_id, participant?.session_id, participant?.nonce, (participant?.member?.user as Wire).id],
      [userId('bob'), sessionId('bob'), nonce, userId('bob')],
    )
    await people.bob.gateway.next(dispatch('INTERACTION_SUCCESS', { nonce }))
    const told = (
      await people.bob.gateway.next<Wire>(dispatch('MESSAGE_CREATE', { application_id: platform.game.applicationId }))
    ).d
    assert.deepEqual([told.type, (told.interaction_metadata as Wire).name], [20, 'launch'])
    assert.equal(
      bots.game.gateway.frames.filter(({ t }) => t === 'INTERACTION_CREATE').length,
      0,
      'the app has no part',
    )

    assert.equal((await join('eve', 'game')).status, 204)
    const both = await heard('bob', 2)
    assert.equal(both.composite_instance_id, begun.composite_instance_id)
    const read = await instanceOf('game', begun.composite_instance_id)
    assert.deepEqual(read.body, {
      application_id: platform.game.applicationId,
      instance_id: begun.composite_instance_id,
      launch_id: begun.launch_id,
      location: begun.location,
      users: [userId('bob'), userId('eve')],
    })

    assert.equal((await leave('eve', 'game', begun)).status, 200)
    assert.equal((await leave('eve', 'game', begun)).status, 404, 'once')
    await heard('bob', 1)
    assert.equal((await leave('bob', 'game', begun)).status, 200)
    assert.equal((await heard('bob', 0)).composite_instance_id, begun.composite_instance_id)
    const gone = await instanceOf('game', begun.composite_instance_id)
    assert.deepEqual([gone.status, gone.body], [404, { code: 0, message: '404: Not Found' }])
    await join('bob', 'game')
    const next = await heard('bob', 1)
    assert.notEqual(next.composite_instance_id, begun.composite_instance_id, 'never used again')
    await leave('bob', 'game', next)
    await heard('bob', 0)
  })

  test('callback 12 launches the activity and returns the instance', async () => {
    const made = await bots.game.api.post<Wire>(commandsOf('game'), { name: 'play', description: 'd' })
    const arriving = async (name: keyof typeof bots, command: Wire) => {
      assert.equal((await using('bob', name).use(command)).status, 204)
      return (await bots[name].gateway.next<Wire>('INTERACTION_CREATE')).d
    }
    const launch = (interaction: Wire) =>
      api(platform.api).post<{ interaction: Wire; resource: Wire; code: number }>(
        `/interactions/${interaction.id}/${interaction.token}/callback?with_response=true`,
        { type: 12 },
      )
    const { body } = await launch(await arriving('game', made.body))
    const instance = await heard('bob', 1)
    assert.equal(body.interaction.activity_instance_id, instance.composite_instance_id)
    assert.deepEqual(body.resource, { type: 12, activity_instance: { id: instance.composite_instance_id } })
    assert.equal('response_message_id' in body.interaction, false)
    await leave('bob', 'game', instance)
    await heard('bob', 0)

    const plain = await bots.tool.api.post<Wire>(commandsOf('tool'), { name: 'play', description: 'd' })
    const refused = await arriving('tool', plain.body)
    assert.equal((await launch(refused)).body.code, 50035, 'an application without an activity')
    const late = await api(platform.api).post(`/interactions/${refused.id}/${refused.token}/callback`, { type: 5 })
    assert.equal(late.status, 204, 'which may still answer')
  })

  test('discord.js handles an entry point of its application', async () => {
    const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: platform.api } })
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
    await client.login(platform.game.token)
    await ready
    const commands = client.application?.commands ?? assert.fail()
    const entry = (await commands.fetch()).find(({ type }) => type === ApplicationCommandType.PrimaryEntryPoint)
    await entry?.edit({ handler: EntryPointCommandHandlerType.AppHandler } as never)
    const arrived = new Promise<Interaction>((resolve) => client.once(Events.InteractionCreate, resolve))
    await using('bob', 'game').use({ id: entry?.id ?? '', name: 'launch' })
    const interaction = await arrived
    assert.ok(interaction.isPrimaryEntryPointCommand())
    const response = await interaction.launchActivity({ withResponse: true })
    const instance = await heard('bob', 1)
    assert.equal(response.resource?.activityInstance?.id, instance.composite_instance_id)
    assert.equal(response.interaction.activityInstanceId, instance.composite_instance_id)
    assert.equal(instance.participants[0]?.session_id, sessionId('bob'))
    await leave('bob', 'game', instance)
    await heard('bob', 0)
    await client.destroy()
  })

  test('users without permission cannot launch, and users without access receive no events', async () => {
    assert.equal((await join('bob', 'duel', platform.lab.Voice.id)).status, 204)
    const limited = await heard('bob', 1, platform.lab.Voice.id)
    const cases: [string, Awaited<ReturnType<typeof join>>, number][] = [
      ['without USE_EMBEDDED_ACTIVITIES', await join('bob', 'game', platform.lab.calm.id), 50013],
      ['one of their own where none are allowed', await join('bob', 'mine', platform.lab.inside.id), 50013],
      ['without a session', await joinWith('eve', 'nonsense'), 10020],
      ['with another person’s session', await joinWith('eve', sessionId('bob') ?? ''), 10020],
      ['no activity', await join('bob', 'tool'), 10002],
      ['a channel out of sight', await join('eve', 'game', platform.lab.hidden.id), 50001],
      ['a category', await join('bob', 'game', platform.lab.Category.id), 50024],
      ['more than the limit', await join('eve', 'duel', platform.lab.Voice.id), 50039],
    ]
    for (const [name, { body }, code] of cases) assert.equal(body.code, code, name)
    await leave('bob', 'duel', limited)
    const byPlatform = { handler: 2 }
    const entry = await entryOf('game')
    await bots.game.api.patch(`${commandsOf('game')}/${entry.id}`, byPlatform)
    assert.equal((await using('bob', 'game', platform.lab.calm.id).use(entry)).body.code, 50013)

    await people.eve.gateway.none(
      'EMBEDDED_ACTIVITY_UPDATE_V2',
      async () => assert.equal((await join('bob', 'game', platform.lab.hidden.id)).status, 204),
      {
        trigger: () => people.bob.api.post(`/channels/${platform.lab.general.id}/messages`, { content: 'marker' }),
        event: (frame) => (frame.d as Wire | null)?.content === 'marker',
      },
    )
    const secret = await heard('bob', 1)
    const others = await bots.tool.api.get<Wire>(
      `/applications/${platform.game.applicationId}/activity-instances/${secret.composite_instance_id}`,
    )
    assert.equal(others.body.code, 20012)
    assert.equal((await instanceOf('tool', secret.composite_instance_id)).status, 404, 'another’s instance')
    assert.equal((await instanceOf('game', 'nonsense')).status, 404)
    assert.equal((await leave('eve', 'game', secret)).status, 404)
    assert.equal(
      (await people.bob.api.get(`/applications/${platform.game.applicationId}/activity-instances/x`)).status,
      403,
    )
    await leave('bob', 'game', secret)
    await heard('bob', 0)
  })

  test('an activity runs in a DM and ends with the session of its participant', async () => {
    const { body: dm } = await people.bob.api.post<Wire>('/users/@me/channels', { recipient_id: userId('eve') })
    const other = await connect(platform, platform.bob.token)
    const path = `/activities/${dm.id}/${platform.mine.applicationId}`
    assert.equal((await people.eve.api.post<Wire>(path, { session_id: 'x' })).body.code, 10020)
    assert.equal((await other.api.post(path, { session_id: other.gateway.sessionId })).status, 204)
    const begun = await heard('eve', 1, dm.id)
    assert.deepEqual(begun.location, { id: `pc-${dm.id}`, kind: 'pc', channel_id: dm.id })
    assert.equal('member' in (begun.participants[0] ?? {}), false)
    await other.gateway.close()
    assert.equal((await heard('eve', 0, dm.id)).composite_instance_id, begun.composite_instance_id)
  })

  test('[APP-4] applications have flags_new next to flags, and an invite opens an activity', async () => {
    const EMBEDDED = 1 << 17
    const flags = { flags: EMBEDDED, flags_new: String(EMBEDDED) }
    const gateway = await RawGateway.connect(platform.gateway)
    const ready = await gateway.identify({ token: `Bot ${platform.game.token}`, intents: 0 })
    assert.deepEqual((ready as unknown as { application: Wire }).application, {
      id: platform.game.applicationId,
      ...flags,
    })
    await gateway.close()
    const me = (await bots.game.api.get<Wire>('/applications/@me')).body
    assert.deepEqual({ flags: me.flags, flags_new: me.flags_new }, flags)

    const ann = await connect(platform, platform.ann.token)
    const invite = (fields: object, channel = platform.lab.Voice.id) =>
      ann.api.post<Wire>(`/channels/${channel}/invites`, { target_type: 2, ...fields })
    const bad: [string, Awaited<ReturnType<typeof invite>>, number][] = [
      ['no application', await invite({}), 50035],
      ['an unknown one', await invite({ target_application_id: '1' }), 10002],
      ['one without an activity', await invite({ target_application_id: platform.tool.applicationId }), 50035],
      [
        'a text channel',
        await invite({ target_application_id: platform.game.applicationId }, platform.lab.general.id),
        50035,
      ],
    ]
    for (const [name, { body }, code] of bad) assert.equal(body.code, code, name)
    const made = (await invite({ target_application_id: platform.game.applicationId })).body
    const target = made.target_application as Wire
    assert.deepEqual(
      [made.target_type, target.id, target.flags, target.flags_new],
      [2, platform.game.applicationId, EMBEDDED, String(EMBEDDED)],
    )
    const told = (await ann.gateway.next<Wire>(dispatch('INVITE_CREATE', { code: made.code }))).d
    assert.deepEqual(told.target_application, target)
    const shown = (await people.bob.api.get<Wire>(`/invites/${made.code}`)).body
    assert.deepEqual(shown.target_application, target)
    await ann.gateway.close()
  })

  test('quick links keep title, description, custom id and a picture, for their application only', async () => {
    const path = `/applications/${platform.game.applicationId}/quick-links`
    const image = `data:image/png;base64,${PNG}`
    const body = { custom_id: 'level-3', title: 'Play', description: 'Level 3', image }
    const { status, body: made } = await bots.game.api.post<Wire>(`${path}/`, body)
    assert.equal(status, 200)
    const { image: _, ...kept } = body
    assert.deepEqual({ ...made, ...kept }, made)
    const { body: read } = await people.eve.api.get(`${path}/${made.link_id}`)
    assert.deepEqual(read, made)
    assert.equal((await fetch(`${platform.cdn}/${made.asset_path}.png`)).status, 200)
    assert.equal((await bots.tool.api.post<Wire>(path, body)).body.code, 20012)
    assert.equal(
      (await people.eve.api.get(`/applications/${platform.tool.applicationId}/quick-links/${made.link_id}`)).status,
      404,
    )
    for (const fault of [{ title: '' }, { title: 'x'.repeat(33) }, { description: 'x'.repeat(65) }, { image: 'x' }])
      assert.equal((await bots.game.api.post<Wire>(path, { ...body, ...fault })).body.code, 50035)
    assert.equal((await people.eve.api.post(path, body)).status, 403)
  })

  test('custom links belong to the owner of the application, and are read by all', async () => {
    const owner = { api: platform.ann.api }
    const path = `/applications/${platform.game.applicationId}/custom-links`
    const body = { custom_id: 'level-3', title: 'Play', description: 'Level 3', image: `data:image/png;base64,${PNG}` }
    assert.equal((await people.eve.api.post<Wire>(path, body)).body.code, 20012)
    assert.equal((await bots.game.api.post<Wire>(path, body)).status, 403)
    assert.equal((await owner.api.post<Wire>(path, { ...body, title: '' })).body.code, 50035)
    const { body: made } = await owner.api.post<Wire>(path, body)
    const one = `${path}/${made.link_id}`
    assert.equal((await people.eve.api.patch<Wire>(one, { title: 'Mine' })).body.code, 20012)
    const { body: changed } = await owner.api.patch<Wire>(one, { title: 'Replay', image: null })
    assert.deepEqual(changed, { ...made, title: 'Replay', asset_path: null })
    const shared = `/applications/${platform.game.applicationId}/quick-links/${made.link_id}`
    assert.deepEqual((await people.eve.api.get(shared)).body, changed)
    assert.deepEqual((await owner.api.get(path)).body, [changed])
    assert.equal((await owner.api.delete(one)).status, 204)
    assert.equal((await people.eve.api.get(shared)).status, 404)
  })
})
