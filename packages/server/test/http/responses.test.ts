/**
 * Responses to interactions by discord.js: collectors, selects, ephemeral and deferred responses, files, and their
 * time limits.
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { type APIInteraction, API as Core, type ToEventProps } from '@discordjs/core'
import { REST } from '@discordjs/rest'
import { api, multipart } from '@guildhall/testing'
import {
  ActionRowBuilder,
  ButtonBuilder,
  type ButtonInteraction,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  ChannelType,
  type ChatInputCommandInteraction,
  Client,
  ComponentType,
  Events,
  GatewayIntentBits,
  type Interaction,
  LabelBuilder,
  MentionableSelectMenuBuilder,
  type MessageActionRowComponentBuilder,
  MessageFlags,
  ModalBuilder,
  RoleSelectMenuBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'
import { connect, dispatch, Invoking, type Wire } from '../support/interactions.ts'

const MIB = 1024 * 1024
const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: {} },
      roles: { crew: {} },
      channels: { general: {}, Voice: { type: 2 } },
    },
  },
}

const test = guildhallTest({ world })
const { platform } = test
let client: Client<true>
let bob: Awaited<ReturnType<typeof connect>>
let ann: Awaited<ReturnType<typeof connect>>
let using: Invoking
const commands = new Map<string, Wire>()

const userId = (name: keyof typeof world.users) => platform[name].id

/** Uses a command and responds to the interaction that the bot receives. */
async function arriving(name = 'go', data: object = {}): Promise<ChatInputCommandInteraction<'cached'>> {
  const interaction = next()
  assert.equal((await using.use(commands.get(name), { ...data })).status, 204)
  return (await interaction) as ChatInputCommandInteraction<'cached'>
}

function next(): Promise<Interaction> {
  return new Promise((resolve) => client.once(Events.InteractionCreate, resolve))
}

const created = async (content: string) => (await bob.gateway.next<Wire>(dispatch('MESSAGE_CREATE', { content }))).d
const updated = async (content: string) => (await bob.gateway.next<Wire>(dispatch('MESSAGE_UPDATE', { content }))).d
const listed = async () =>
  (await bob.api.get<Wire[]>(`/channels/${platform.lab.general.id}/messages`)).body.map(({ id }) => id)
const rowOf = (...components: MessageActionRowComponentBuilder[]) =>
  new ActionRowBuilder<MessageActionRowComponentBuilder>().addComponents(...components)
const button = (id: string) => new ButtonBuilder().setCustomId(id).setLabel(id).setStyle(ButtonStyle.Primary)

describe('responses', () => {
  before(async () => {
    await test.start()
    // Responses come within 3 s by this clock, also those that take a slow machine longer.
    platform.clock.freeze()
    const bot = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: platform.api } })
    const ready = new Promise((resolve) => bot.once(Events.ClientReady, resolve))
    await bot.login(platform.app.token)
    await ready
    client = bot as Client<true>
    const leaf = { name: 'leaf', description: 'd', type: 1 }
    const made = await client.application.commands.set([
      { name: 'go', description: 'd' },
      { name: 'tree', description: 'd', options: [{ name: 'group', description: 'd', type: 2, options: [leaf] }] },
      { name: 'Quote', type: 3 },
    ] as never)
    for (const { id, name } of made.values()) commands.set(name, { id, name } as Wire)
    bob = await connect(platform, platform.bob.token)
    ann = await connect(platform, platform.ann.token)
    using = new Invoking(bob, { application_id: platform.app.applicationId, channel_id: platform.lab.general.id })
  })

  after(async () => {
    await bob.gateway.close()
    await ann.gateway.close()
    await client.destroy()
  })

  test('[SVC-7] awaitMessageComponent, deferUpdate and a later edit', async () => {
    const interaction = await arriving()
    const { resource } = await interaction.reply({
      content: 'press',
      components: [rowOf(button('b'))],
      withResponse: true,
    })
    const message = resource?.message ?? assert.fail()
    const waiting = message.awaitMessageComponent({ componentType: ComponentType.Button, time: 5_000 })
    assert.equal((await using.press(message, 'b', 2)).status, 204)
    const pressed = await waiting
    assert.equal(pressed.user.id, userId('bob'))
    assert.equal(pressed.message.content, 'press', 'its own message, though it may not read others')
    await pressed.deferUpdate()
    await pressed.editReply({ content: 'pressed', components: [] })
    assert.equal((await updated('pressed')).id, message.id)
    assert.equal((await using.press(message, 'b', 2)).body.code, 50035, 'the button is gone')
    assert.equal((await using.press(message, 'b', 3)).body.code, 50035)
  })

  test('[SVC-7] a component interaction accepts a new message as its callback', async () => {
    const interaction = await arriving()
    await interaction.reply({ content: 'source', components: [rowOf(button('b'))] })
    const source = await created('source')
    const pressed = next()
    await using.press(source, 'b', 2)
    await ((await pressed) as ButtonInteraction).reply('answer')
    const answer = await created('answer')
    assert.equal((answer.message_reference as Wire).message_id, source.id)
    assert.equal(answer.interaction, undefined)
    assert.equal((answer.interaction_metadata as Wire).interacted_message_id, source.id)
  })

  test('[SVC-7] [CH-10] each of the five selects delivers the chosen values', async () => {
    const interaction = await arriving()
    const options = ['a', 'b'].map((value) => ({ label: value, value }))
    await interaction.reply({
      content: 'selects',
      components: [
        rowOf(new StringSelectMenuBuilder().setCustomId('string').addOptions(options).setMaxValues(2)),
        rowOf(new UserSelectMenuBuilder().setCustomId('user').addDefaultUsers(userId('ann'))),
        rowOf(new RoleSelectMenuBuilder().setCustomId('role')),
        rowOf(new MentionableSelectMenuBuilder().setCustomId('any').setMaxValues(2)),
        rowOf(new ChannelSelectMenuBuilder().setCustomId('channel').setChannelTypes(ChannelType.GuildVoice)),
      ],
    })
    const message = await created('selects')
    const choose = async (id: string, type: number, values: string[]) => {
      const chosen = next()
      const answer = await using.press(message, id, type, values)
      if (answer.status !== 204) return answer.body.code
      const select = await chosen
      if (!select.isAnySelectMenu()) assert.fail()
      assert.deepEqual(select.values, values)
      await select.deferUpdate()
      return select
    }
    await choose('string', 3, ['b', 'a'])
    const people = await choose('user', 5, [userId('ann')])
    assert.ok(typeof people === 'object' && people.isUserSelectMenu())
    assert.deepEqual([people.users.firstKey(), people.members.firstKey()], [userId('ann'), userId('ann')])
    const roles = await choose('role', 6, [platform.lab.crew.id])
    assert.ok(typeof roles === 'object' && roles.isRoleSelectMenu())
    assert.equal(roles.roles.first()?.name, 'crew')
    const any = await choose('any', 7, [platform.lab.crew.id, userId('bob')])
    assert.ok(typeof any === 'object' && any.isMentionableSelectMenu())
    assert.deepEqual([any.users.firstKey(), any.roles.firstKey()], [userId('bob'), platform.lab.crew.id])
    const channels = await choose('channel', 8, [platform.lab.Voice.id])
    assert.ok(typeof channels === 'object' && channels.isChannelSelectMenu())
    assert.equal(channels.channels.first()?.id, platform.lab.Voice.id)

    assert.equal(await choose('channel', 8, [platform.lab.general.id]), 50035, 'of another type')
    assert.equal(await choose('user', 5, ['1']), 50035, 'nobody')
    assert.equal(await choose('user', 5, []), 50035, 'too few')
    assert.equal(await choose('string', 3, ['a', 'a']), 50035, 'twice')
    client.removeAllListeners(Events.InteractionCreate)
  })

  test('[SVC-8] a button opens a modal, and its submit updates the message', async () => {
    const interaction = await arriving()
    await interaction.reply({ content: 'form', components: [rowOf(button('open'))] })
    const message = await created('form')
    const pressed = next()
    await using.press(message, 'open', 2)
    const opener = (await pressed) as ButtonInteraction
    const text = new TextInputBuilder().setCustomId('text').setStyle(TextInputStyle.Short)
    const label = new LabelBuilder().setLabel('Text').setTextInputComponent(text)
    await opener.showModal(new ModalBuilder().setCustomId('m').setTitle('T').addLabelComponents(label))
    const modal = (await bob.gateway.next<Wire>('INTERACTION_MODAL_CREATE')).d
    const waiting = opener.awaitModalSubmit({ time: 5_000 })
    await using.submit(modal, [{ type: 18, component: { type: 4, custom_id: 'text', value: 'hello' } }])
    const submitted = await waiting
    assert.ok(submitted.isFromMessage())
    assert.equal(submitted.fields.getTextInputValue('text'), 'hello')
    await submitted.update({ content: 'filled', components: [] })
    assert.equal((await updated('filled')).id, message.id)
  })

  test('ephemeral responses support components, follow-ups and edits, visible to their person only', async () => {
    const interaction = await arriving()
    const before = await listed()
    await ann.gateway.none('MESSAGE_CREATE', async () => {
      await interaction.reply({ content: 'hidden', components: [rowOf(button('b'))], flags: MessageFlags.Ephemeral })
      await interaction.followUp({ content: 'hidden too', flags: MessageFlags.Ephemeral })
    })
    const message = await created('hidden')
    const more = await created('hidden too')
    assert.deepEqual(await listed(), before)
    const asAnn = new Invoking(ann, { application_id: platform.app.applicationId, channel_id: platform.lab.general.id })
    assert.equal((await asAnn.press(message, 'b', 2)).body.code, 10008)

    const pressed = next()
    await using.press(message, 'b', 2)
    await ann.gateway.none('MESSAGE_UPDATE', async () => {
      await ((await pressed) as ButtonInteraction).update({ content: 'seen', components: [] })
    })
    assert.equal((await updated('seen')).flags, MessageFlags.Ephemeral)
    await interaction.editReply({ content: 'again', message: more.id })
    assert.equal((await updated('again')).id, more.id)
    await ann.gateway.none('MESSAGE_DELETE', () => interaction.deleteReply(more.id))
    await bob.gateway.next(dispatch('MESSAGE_DELETE', { id: more.id }))
    await assert.rejects(interaction.fetchReply(more.id), { code: 10008 })
  })

  test('a deferred response keeps its visibility, and the next follow-up fills it', async () => {
    const interaction = await arriving()
    const { resource, interaction: told } = await interaction.deferReply({
      flags: MessageFlags.Ephemeral,
      withResponse: true,
    })
    assert.deepEqual([told.responseMessageLoading, told.responseMessageEphemeral], [true, true])
    const message = await interaction.followUp('no longer thinking')
    assert.equal(message.id, resource?.message?.id)
    assert.equal(message.flags.bitfield, MessageFlags.Ephemeral)
    assert.equal((await updated('no longer thinking')).id, message.id)
    const second = await interaction.followUp('public')
    assert.notEqual(second.id, message.id)
    assert.equal((await created('public')).flags, 0)
    assert.equal((await ann.gateway.next<Wire>(dispatch('MESSAGE_CREATE', { content: 'public' }))).d.id, second.id)
  })

  test('a public response is an ordinary message, named after the full command', async () => {
    const interaction = await arriving('tree', {
      options: [{ name: 'group', type: 2, options: [{ name: 'leaf', type: 1 }] }],
    })
    await interaction.reply('public answer')
    const message = await created('public answer')
    assert.equal((message.interaction as Wire).name, 'tree group leaf')
    assert.deepEqual(
      [message.application_id, message.webhook_id, message.type],
      [platform.app.applicationId, platform.app.applicationId, 20],
    )
    assert.ok((await listed()).includes(message.id))
    await interaction.deleteReply()
    await bob.gateway.next(dispatch('MESSAGE_DELETE', { id: message.id }))
    assert.equal((await listed()).includes(message.id), false)
  })

  test('[SVC-6] a bot without MESSAGE_CONTENT reads the target of a message command', async () => {
    const { body: target } = await bob.api.post<Wire>(`/channels/${platform.lab.general.id}/messages`, {
      content: 'what I said',
    })
    const arrived = next()
    await using.use(commands.get('Quote'), { type: 3, target_id: target.id })
    const interaction = await arrived
    assert.ok(interaction.isMessageContextMenuCommand())
    assert.equal(interaction.targetMessage.content, 'what I said')
    await interaction.reply('quoted')
    assert.equal((await created('quoted')).type, 23)
    assert.equal((await using.use(commands.get('Quote'), { type: 3 })).body.code, 50035)
    assert.equal((await using.use(commands.get('Quote'), { type: 3, target_id: '1' })).body.code, 10008)
  })

  test('[LIM-4] responses and follow-ups accept files of 20 MiB each', async () => {
    const answer = (bytes: number) => multipart({ type: 4, data: {} }, [{ name: 'a.bin', data: new Uint8Array(bytes) }])
    const followup = (bytes: number) => multipart({}, [{ name: 'b.bin', data: new Uint8Array(bytes) }])
    const anyone = api(platform.api)
    const callback = ({ id, token }: { id: string; token: string }, bytes: number) =>
      anyone.post<Wire>(`/interactions/${id}/${token}/callback`, answer(bytes))
    const over = await callback(await arriving(), 20 * MIB + 1)
    assert.deepEqual([over.status, over.body.code], [413, 40005])
    const interaction = await arriving()
    assert.equal((await callback(interaction, 20 * MIB)).status, 204)
    const path = `/webhooks/${platform.app.applicationId}/${interaction.token}`
    const more = await anyone.post<Wire>(path, followup(20 * MIB + 1))
    assert.deepEqual([more.status, more.body.code], [413, 40005])
    assert.equal((await anyone.post(path, followup(20 * MIB))).status, 200)
    assert.equal(interaction.attachmentSizeLimit, 20 * MIB)
    const reply = await interaction.fetchReply()
    assert.deepEqual(
      reply.attachments.map(({ name, size }) => [name, size]),
      [['a.bin', 20 * MIB]],
    )
    const replaced = await anyone.patch<{ attachments: { filename: string }[] }>(
      `${path}/messages/@original`,
      multipart({ attachments: [] }, [{ name: 'c.txt', data: 'text' }]),
    )
    assert.deepEqual(
      replaced.body.attachments.map(({ filename }) => filename),
      ['c.txt'],
    )
  })

  test('a response in time causes no failure, and the token works for 15 minutes', async () => {
    const interaction = await arriving()
    platform.clock.advance(2_900)
    await interaction.deferReply()
    const { id } = interaction
    await bob.gateway.next(dispatch('INTERACTION_SUCCESS', { id }))
    await bob.gateway.none(dispatch('INTERACTION_FAILURE', { id }), async () => platform.clock.advance(1_000))
    platform.clock.advance(14 * 60_000)
    await interaction.editReply('just in time')
    platform.clock.advance(60_000)
    await assert.rejects(interaction.editReply('too late'), { code: 50027 })
    await assert.rejects(interaction.fetchReply(), { code: 50027 })
    assert.equal((await updated('just in time')).content, 'just in time')
  })

  test('[SVC-4] one of many concurrent responses is accepted, and one of many submits', async () => {
    const dm = (await bob.api.post<Wire>('/users/@me/channels', { recipient_id: client.user.id })).body
    const inDm = using.in(dm.id)
    const arrived = next()
    await inDm.use(commands.get('go'))
    const { id, token } = (await arrived) as ChatInputCommandInteraction
    const text = { type: 18, label: 'L', component: { type: 4, style: 1, custom_id: 'text' } }
    const modal = { type: 9, data: { custom_id: 'm', title: 'T', components: [text] } }
    const callback = () => api(platform.api).post<Wire>(`/interactions/${id}/${token}/callback`, modal)
    const codes = (await Promise.all(Array.from({ length: 8 }, callback))).map(
      ({ status, body }) => body?.code ?? status,
    )
    assert.deepEqual(
      codes.sort((a, b) => a - b),
      [204, ...Array(7).fill(40060)],
    )

    const shown = (await bob.gateway.next<Wire>(dispatch('INTERACTION_MODAL_CREATE', { id }))).d
    const submit = () => inDm.submit(shown, [{ type: 18, component: { type: 4, custom_id: 'text', value: 'v' } }])
    const submits = (await Promise.all(Array.from({ length: 8 }, submit))).map(
      ({ status, body }) => body?.code ?? status,
    )
    assert.deepEqual(
      submits.sort((a, b) => a - b),
      [204, ...Array(7).fill(10062)],
    )
  })

  test('[SVC-4] @discordjs/core responds to a command', async () => {
    const core = new Core(new REST({ api: platform.api }).setToken(platform.app.token))
    const raw = new Promise<APIInteraction>((resolve) => {
      const hear = (packet: { t: string; d: ToEventProps<APIInteraction>['data'] }) => {
        if (packet.t !== 'INTERACTION_CREATE') return
        client.off(Events.Raw, hear)
        resolve(packet.d)
      }
      client.on(Events.Raw, hear)
    })
    await using.use(commands.get('go'))
    const { id, token, application_id } = await raw
    const answered = await core.interactions.reply(id, token, { content: 'core', with_response: true })
    assert.equal(answered?.interaction.response_message_id, (await created('core')).id)
    await assert.rejects(core.interactions.reply(id, token, { content: 'twice' }), { code: 40060 })
    await core.interactions.editReply(application_id, token, { content: 'core edited' })
    assert.equal((await core.interactions.getOriginalReply(application_id, token)).content, 'core edited')
    const more = await core.interactions.followUp(application_id, token, { content: 'core more' })
    await core.interactions.deleteReply(application_id, token, more?.id)
    await core.interactions.deleteReply(application_id, token)
    await assert.rejects(core.interactions.getOriginalReply(application_id, token), { code: 10008 })
  })
})
