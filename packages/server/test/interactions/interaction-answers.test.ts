/**
 * Callbacks on the wire: which callback an interaction accepts, its content, its time limit, and how often it may
 * come.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe } from 'node:test'
import { API as Core } from '@discordjs/core'
import { REST } from '@discordjs/rest'
import { Permission } from '@guildhall/protocol'
import { api, multipart } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'
import { connect, dispatch, Invoking, type Wire } from '../support/interactions.ts'

const world = {
  users: { ann: {}, bob: { locale: 'de' } },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: {} },
      channels: {
        general: {},
        silent: { permission_overwrites: [{ role: '@everyone', deny: String(Permission.SEND_MESSAGES) }] },
      },
    },
  },
}

const test = guildhallTest({ world, rateLimits: 'documented' })
const { platform } = test
let bot: Awaited<ReturnType<typeof connect>>
let bob: Awaited<ReturnType<typeof connect>>
let using: Invoking
const commands: Record<string, Wire> = {}

const userId = (name: keyof typeof world.users) => platform[name].id
const anyone = () => api(platform.api)

interface Told extends Wire {
  interaction: Wire
  resource?: { type: number; message: Wire }
}

/** Uses a command; answers what the application receives of it. */
async function arriving(name: string, data: object = {}): Promise<Wire> {
  assert.equal((await using.use(commands[name], { ...data })).status, 204)
  return (await bot.gateway.next<Wire>('INTERACTION_CREATE')).d
}
const callback = (interaction: Wire, body: object, query = '?with_response=true') =>
  anyone().post<Told>(`/interactions/${interaction.id}/${interaction.token}/callback${query}`, body)
const webhook = ({ token }: Wire, path = '') => `/webhooks/${platform.app.applicationId}/${token}${path}`
const codeOf = (answer: { status: number; body: unknown }) => [answer.status, (answer.body as Wire | null)?.code]
const messageOf = ({ body }: { body: Told }) => body.resource?.message ?? assert.fail()
const button = [{ type: 1, components: [{ type: 2, style: 1, label: 'b', custom_id: 'b' }] }]
const modal = {
  custom_id: 'm',
  title: 't',
  components: [{ type: 18, label: 'l', component: { type: 4, custom_id: 'i', style: 1 } }],
}

/** Types into an option; answers the interaction and the nonce that the choices will carry. */
async function typing(option: string, type: number, value: string | number) {
  const sent = await using.send({
    type: 4,
    data: { id: commands.find?.id, name: 'find', options: [{ name: option, type, value, focused: true }] },
  })
  assert.equal(sent.status, 204)
  return { interaction: (await bot.gateway.next<Wire>('INTERACTION_CREATE')).d, nonce: sent.nonce }
}

describe('interaction responses', () => {
  before(async () => {
    await test.start()
    platform.clock.freeze()
    bot = await connect(platform, `Bot ${platform.app.token}`, 1 << 9)
    bob = await connect(platform, platform.bob.token)
    using = new Invoking(bob, { application_id: platform.app.applicationId, channel_id: platform.lab.general.id })
    const option = (name: string, type: number) => ({ name, description: 'd', type, autocomplete: true })
    const made = await bot.api.put<Wire[]>(`/applications/${platform.app.applicationId}/commands`, [
      { name: 'go', description: 'd' },
      { name: 'find', description: 'd', options: [option('text', 3), option('whole', 4), option('number', 10)] },
      {
        name: 'send',
        description: 'd',
        options: [{ name: 'file', description: 'd', type: 11, file_types: ['image', '.PDF'] }],
      },
      { name: 'Quote', type: 3 },
      { name: 'Look', type: 2 },
    ])
    for (const command of made.body) commands[command.name] = command
  })

  // Limits are by the platform's clock, which stands still: a slow machine would take longer than they allow.
  beforeEach(() => platform.clock.advance(5_000))

  after(async () => {
    await bot.gateway.close()
    await bob.gateway.close()
  })

  test('[SVC-4] POST callback accepts only the callback types that fit the interaction', async () => {
    const command = await arriving('go')
    const message = { content: 'x' }
    const unfit: [string, object][] = [
      ['PONG is for the endpoint', { type: 1 }],
      ['2 and 3 are of old', { type: 2 }],
      ['a component was not used', { type: 6 }],
      ['nor this', { type: 7, data: message }],
      ['nothing is being typed', { type: 8, data: { choices: [] } }],
      ['nothing is sold here', { type: 10 }],
      ['there is no activity', { type: 12 }],
      ['no purchase is asked about', { type: 13, data: { eligible: true } }],
      ['no such type', { type: 99 }],
      ['no type', { data: message }],
    ]
    for (const [name, body] of unfit) assert.deepEqual(codeOf(await callback(command, body)), [400, 50035], name)
    assert.deepEqual(codeOf(await callback(command, { type: 4, data: {} })), [400, 50006], 'nothing in it')
    const { interaction } = await typing('text', 3, 'a')
    for (const type of [4, 5, 6, 7, 9, 12])
      assert.deepEqual(codeOf(await callback(interaction, { type, data: type === 9 ? modal : message })), [400, 50035])
    assert.equal((await callback(command, { type: 9, data: modal }, '')).status, 204)
    await bob.gateway.next('INTERACTION_MODAL_CREATE')
  })

  test('[SVC-4] POST callback accepts one response within 3 s and rejects a second (40060), a late and an unknown one (10062)', async () => {
    const early = await arriving('go')
    const answer = { type: 4, data: { content: 'one' } }
    assert.deepEqual(codeOf(await callback({ ...early, token: 'nonsense' }, answer)), [404, 10062])
    assert.deepEqual(codeOf(await callback({ ...early, id: '1' }, answer)), [404, 10062])
    assert.equal((await callback(early, answer, '')).status, 204)
    for (const second of [answer, { type: 5 }, { type: 9, data: modal }])
      assert.deepEqual(codeOf(await callback(early, second)), [400, 40060])

    const late = await arriving('go')
    platform.clock.advance(3_001)
    assert.deepEqual(codeOf(await callback(late, answer)), [404, 10062])
    assert.deepEqual(codeOf(await anyone().post(webhook(late), { content: 'x' })), [404, 10015], 'never answered')
  })

  test('the interaction webhook works from the initial response until the token expires after 15 minutes', async () => {
    const interaction = await arriving('go')
    const original = webhook(interaction, '/messages/@original')
    const calls = [
      () => anyone().get(original),
      () => anyone().patch(original, { content: 'x' }),
      () => anyone().delete(original),
      () => anyone().post(webhook(interaction), { content: 'x' }),
    ]
    for (const call of calls) assert.deepEqual(codeOf(await call()), [404, 10015])
    await callback(interaction, { type: 4, data: { content: 'lives' } })
    assert.equal((await anyone().get<Wire>(original)).body.content, 'lives')
    platform.clock.advance(15 * 60_000 + 1)
    for (const call of calls) assert.deepEqual(codeOf(await call()), [401, 50027])
    platform.clock.advance(60 * 60_000)
    await arriving('go')
    for (const call of calls) assert.deepEqual(codeOf(await call()), [401, 50027], 'forgotten, and dead all the same')
    assert.deepEqual(codeOf(await anyone().post(`/webhooks/1234/${interaction.token}`, { content: 'x' })), [404, 10015])
  })

  test('POST callback with with_response returns the interaction and the created message', async () => {
    const told = async (interaction: Wire, body: object) => {
      const { status, body: wire } = await callback(interaction, body)
      assert.equal(status, 200)
      const { id, type, ...rest } = wire.interaction
      assert.deepEqual([id, type], [interaction.id, interaction.type])
      return { ...wire, rest: rest as Record<string, unknown> }
    }
    const place = { channel_id: platform.lab.general.id, guild_id: platform.lab.id }
    const message = (id: string | undefined, loading: boolean, ephemeral: boolean) => ({
      response_message_id: id,
      response_message_loading: loading,
      response_message_ephemeral: ephemeral,
      ...place,
    })
    const four = await told(await arriving('go'), { type: 4, data: { content: 'four', components: button } })
    assert.deepEqual([four.resource?.type, four.resource?.message.content], [4, 'four'])
    assert.deepEqual(four.rest, message(four.resource?.message.id, false, false))
    const five = await told(await arriving('go'), { type: 5, data: { flags: 64 } })
    assert.deepEqual(five.rest, message(five.resource?.message.id, true, true))
    const pressed = async () => {
      await using.press({ id: String(four.rest.response_message_id) }, 'b', 2)
      return (await bot.gateway.next<Wire>('INTERACTION_CREATE')).d
    }
    const seven = await told(await pressed(), { type: 7, data: { content: 'seven' } })
    assert.deepEqual([seven.resource?.type, seven.resource?.message.content], [7, 'seven'])
    const six = await told(await pressed(), { type: 6 })
    assert.deepEqual([six.resource, six.rest], [undefined, place])
    const nine = await told(await arriving('go'), { type: 9, data: modal })
    assert.deepEqual([nine.resource, nine.rest], [undefined, place])
    const { interaction } = await typing('text', 3, 'a')
    assert.equal((await told(interaction, { type: 8, data: { choices: [] } })).resource, undefined)
  })

  test('an autocomplete response sends choices of the option’s type in the user’s locale', async () => {
    const choice = (value: unknown, name = 'n') => ({ name, value })
    const cases: [string, number, unknown, boolean][] = [
      ['text', 3, [choice('a')], true],
      ['text', 3, [choice(1)], false],
      ['text', 3, [choice('x'.repeat(101))], false],
      ['text', 3, [choice('a', 'x'.repeat(101))], false],
      ['text', 3, [choice('a', '')], false],
      ['text', 3, Array.from({ length: 25 }, (_, index) => choice('a', `${index}`)), true],
      ['text', 3, Array.from({ length: 26 }, (_, index) => choice('a', `${index}`)), false],
      ['text', 3, [{ name: 'n', value: 'a', name_localizations: { xx: 'n' } }], false],
      ['text', 3, 'none', false],
      ['text', 3, null, true],
      ['whole', 4, [choice(3)], true],
      ['whole', 4, [choice(3.5)], false],
      ['whole', 4, [choice('3')], false],
      ['number', 10, [choice(3.5)], true],
      ['number', 10, [choice('a')], false],
    ]
    for (const [option, type, choices, good] of cases) {
      const { interaction, nonce } = await typing(option, type, type === 3 ? 'a' : 1)
      const answer = await callback(interaction, { type: 8, data: { choices } }, '')
      assert.equal(answer.status, good ? 204 : 400, `${option} ${JSON.stringify(choices)?.slice(0, 60)}`)
      if (!good) assert.equal(answer.body.code, 50035)
      else await bob.gateway.next(dispatch('APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE', { nonce }))
    }
    const { interaction, nonce } = await typing('text', 3, 'a')
    const choices = [
      { name: 'red', value: 'r', name_localizations: { de: 'rot', fr: 'rouge' } },
      { name: 'green', value: 'g', name_localizations: { fr: 'vert' } },
    ]
    await callback(interaction, { type: 8, data: { choices } })
    const shown = await bob.gateway.next<Wire>(dispatch('APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE', { nonce }))
    assert.deepEqual(shown.d.choices, [
      { name: 'red', name_localized: 'rot', value: 'r' },
      { name: 'green', value: 'g' },
    ])
    assert.deepEqual(codeOf(await anyone().post(webhook(interaction), { content: 'x' })), [404, 10015], 'no webhook')
  })

  test('[SVC-6] a response to a message command references the target, and follow-ups reference the response', async () => {
    const { body: target } = await bob.api.post<Wire>(`/channels/${platform.lab.general.id}/messages`, {
      content: 'quote me',
    })
    const interaction = await arriving('Quote', { target_id: target.id })
    const answer = messageOf(await callback(interaction, { type: 4, data: { content: 'quoted' } }))
    assert.equal(answer.type, 23)
    assert.equal((answer.message_reference as Wire).message_id, target.id)
    assert.equal((answer.referenced_message as Wire).content, 'quote me')
    const metadata = answer.interaction_metadata as Wire
    assert.deepEqual(
      [metadata.id, metadata.type, metadata.target_message_id, 'original_response_message_id' in metadata],
      [interaction.id, 2, target.id, false],
    )
    const followup = (await anyone().post<Wire>(webhook(interaction), { content: 'more' })).body
    assert.equal(followup.type, 19)
    assert.equal((followup.message_reference as Wire).message_id, answer.id)
    assert.equal((followup.interaction_metadata as Wire).original_response_message_id, answer.id)
    const look = await arriving('Look', { target_id: userId('ann') })
    const looked = messageOf(await callback(look, { type: 4, data: { content: 'seen' } }))
    assert.deepEqual([looked.type, looked.message_reference], [23, undefined])
    assert.equal(((looked.interaction_metadata as Wire).target_user as Wire).id, userId('ann'))
  })

  test('[SVC-5] POST /interactions rejects a user command without SEND_MESSAGES', async () => {
    const there = using.in(platform.lab.silent.id)
    assert.deepEqual(codeOf(await there.use(commands.Look, { target_id: userId('ann') })), [403, 50013])
    assert.equal((await there.use(commands.go)).status, 204, 'others need no more than commands themselves')
    await bot.gateway.next('INTERACTION_CREATE')
  })

  test('[MOD-20] POST /interactions rejects a file whose name does not have a file type of the option', async () => {
    const invoke = (name: string) =>
      using.use(commands.send, { options: [{ name: 'file', type: 11, value: '0' }] }, [{ name, data: 'x' }])
    for (const name of ['a.txt', 'png', 'a.pdf.exe']) assert.deepEqual(codeOf(await invoke(name)), [400, 50123], name)
    for (const name of ['a.pdf', 'A.PNG', 'a.webp']) {
      assert.equal((await invoke(name)).status, 204, name)
      const { d } = await bot.gateway.next<Wire>('INTERACTION_CREATE')
      const { resolved } = d.data as { resolved: { attachments: Record<string, Wire> } }
      assert.deepEqual(
        Object.values(resolved.attachments).map(({ filename }) => filename),
        [name],
      )
    }
  })

  test('follow-ups have the rate limit of a webhook, per interaction and outside the global limit', async () => {
    const interaction = await arriving('go')
    await callback(interaction, { type: 4, data: { content: 'first' } })
    const post = (of: Wire) => anyone().post<Wire>(webhook(of), { content: 'more' })
    for (let count = 1; count <= 5; count += 1) assert.equal((await post(interaction)).status, 200)
    const { status, headers } = await post(interaction)
    assert.deepEqual([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-global')], [429, '5', null])
    const other = await arriving('go')
    await callback(other, { type: 4, data: { content: 'second' } })
    assert.equal((await post(other)).status, 200)
    platform.clock.advance(2_000)
    assert.equal((await post(interaction)).status, 200)
    // Far more than 50 requests in a second of the platform's clock.
    for (let count = 0; count < 60; count += 1)
      assert.notEqual((await callback({ ...interaction, token: `t${count}` }, { type: 5 })).status, 429)
  })

  test('@discordjs/core posts follow-ups with files and reads, edits and deletes the response', async () => {
    const core = new Core(new REST({ api: platform.api }).setToken('unused'))
    const { id, token } = await arriving('go')
    const response = await core.interactions.reply(id, token, { content: 'by core', with_response: true })
    assert.equal(response.resource?.message?.content, 'by core')
    assert.equal((await core.interactions.getOriginalReply(platform.app.applicationId, token)).content, 'by core')
    assert.equal(
      (await core.interactions.editReply(platform.app.applicationId, token, { content: 'changed' })).content,
      'changed',
    )
    const files = [{ name: 'a.txt', data: Buffer.from('a') }]
    const followup = await core.interactions.followUp(platform.app.applicationId, token, {
      content: 'f',
      files,
      flags: 64,
    })
    assert.deepEqual([followup.attachments[0]?.filename, Number(followup.flags) & 64], ['a.txt', 64])
    assert.equal((await core.webhooks.getMessage(platform.app.applicationId, token, followup.id)).content, 'f')
    await core.interactions.deleteReply(platform.app.applicationId, token, followup.id)
    await assert.rejects(core.webhooks.getMessage(platform.app.applicationId, token, followup.id), { code: 10008 })
    await core.interactions.deleteReply(platform.app.applicationId, token)
    await assert.rejects(core.interactions.getOriginalReply(platform.app.applicationId, token), { code: 10008 })
    await assert.rejects(core.interactions.defer(id, token), { code: 40060 })
    const other = await arriving('go')
    const body = multipart({ type: 4, data: { content: 'm' } }, [{ name: 'b.txt', data: 'b' }])
    const uploaded = messageOf(await callback(other, body))
    assert.deepEqual(
      (uploaded.attachments as Wire[]).map(({ filename }) => filename),
      ['b.txt'],
    )
  })
})
