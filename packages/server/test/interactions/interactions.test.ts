/** Interactions from a person's click to the application's answer and back, with the client libraries that bots use. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { API } from '@discordjs/core'
import { REST } from '@discordjs/rest'
import { type InteractionObject, type MessageObject, Permission } from '@guildhall/protocol'
import { api, type Frame, multipart, type RawGateway } from '@guildhall/testing'
import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  Client,
  Events,
  GatewayIntentBits,
  type Interaction,
  MessageFlags,
  ModalBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'
import { dispatch } from '../support/interactions.ts'
import { guildSession } from '../support/sessions.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '8' } },
      roles: { crew: {} },
      channels: {
        general: {},
        // Seen, but no more.
        quiet: { permission_overwrites: [{ role: '@everyone', deny: String(Permission.SEND_MESSAGES) }] },
        secret: { permission_overwrites: [{ role: '@everyone', deny: String(Permission.VIEW_CHANNEL) }] },
      },
    },
  },
}

const commands = [
  {
    name: 'all',
    description: 'Every kind of option',
    options: [
      { name: 'text', description: 'd', type: ApplicationCommandOptionType.String, required: true, max_length: 5 },
      { name: 'whole', description: 'd', type: ApplicationCommandOptionType.Integer, min_value: 1, max_value: 3 },
      { name: 'number', description: 'd', type: ApplicationCommandOptionType.Number },
      { name: 'yes', description: 'd', type: ApplicationCommandOptionType.Boolean },
      { name: 'who', description: 'd', type: ApplicationCommandOptionType.User },
      { name: 'where', description: 'd', type: ApplicationCommandOptionType.Channel },
      { name: 'role', description: 'd', type: ApplicationCommandOptionType.Role },
      { name: 'any', description: 'd', type: ApplicationCommandOptionType.Mentionable },
      { name: 'file', description: 'd', type: ApplicationCommandOptionType.Attachment, file_types: ['.pdf'] },
    ],
  },
  {
    name: 'tree',
    description: 'Subcommands',
    options: [
      {
        name: 'group',
        description: 'd',
        type: ApplicationCommandOptionType.SubcommandGroup,
        options: [{ name: 'leaf', description: 'd', type: ApplicationCommandOptionType.Subcommand, options: [] }],
      },
    ],
  },
  {
    name: 'find',
    description: 'Completes',
    options: [{ name: 'q', description: 'd', type: ApplicationCommandOptionType.String, autocomplete: true }],
  },
  { name: 'reply', description: 'd' },
  { name: 'hidden', description: 'd' },
  { name: 'later', description: 'd' },
  { name: 'silent', description: 'd' },
  { name: 'form', description: 'd' },
  { name: 'admins', description: 'd', default_member_permissions: '8' },
  { name: 'Look', type: ApplicationCommandType.User },
  { name: 'Quote', type: ApplicationCommandType.Message },
]

const test = guildhallTest({ world })
const { platform } = test
let client: Client<true>
let person: RawGateway
let seen: (interaction: Interaction) => void = () => undefined

const userId = (name: keyof typeof world.users) => platform[name].id
const messages = () => `/channels/${platform.lab.general.id}/messages`

function base(nonce: string) {
  return {
    application_id: platform.app.applicationId,
    guild_id: platform.lab.id,
    channel_id: platform.lab.general.id,
    session_id: person.sessionId,
    nonce,
  }
}

let counter = 0
function nonce(): string {
  counter += 1
  return `nonce-${counter}`
}

async function commandId(name: string): Promise<string> {
  const command = (await client.application.commands.fetch()).find((entry) => entry.name === name)
  assert.ok(command, name)
  return command.id
}

/** Uses a command as bob; answers the response of the request. */
async function use(name: string, data: Record<string, unknown> = {}, files?: Parameters<typeof multipart>[1]) {
  const id = nonce()
  const payload = { ...base(id), type: 2, data: { id: await commandId(name), name, ...data } }
  const answer = await platform.bob.api.post('/interactions', files ? multipart(payload, files) : payload)
  return { nonce: id, ...answer }
}

async function press(message: { id: string }, customId: string, componentType: number, values?: string[]) {
  const id = nonce()
  const data = { component_type: componentType, custom_id: customId, ...(values ? { values } : {}) }
  const answer = await platform.bob.api.post('/interactions', {
    ...base(id),
    type: 3,
    message_id: message.id,
    data,
  })
  return { nonce: id, ...answer }
}

/** Selects the message that represents a deferred response. */
function isLoading(frame: Frame): frame is Frame<MessageObject> {
  return frame.t === 'MESSAGE_CREATE' && (Number(frame.d.flags) & 128) !== 0
}

function nextInteraction(): Promise<Interaction> {
  return new Promise((resolve) => {
    seen = resolve
  })
}

describe('interactions', () => {
  before(async () => {
    await test.start()
    const { Guilds, GuildMessages, MessageContent, DirectMessages } = GatewayIntentBits
    const bot = new Client({
      intents: [Guilds, GuildMessages, MessageContent, DirectMessages],
      rest: { api: platform.api },
    })
    bot.on(Events.InteractionCreate, (interaction) => void answer(interaction).then(() => seen(interaction)))
    const ready = new Promise((resolve) => bot.once(Events.ClientReady, resolve))
    await bot.login(platform.app.token)
    await ready
    client = bot as Client<true>
    await client.application.commands.set(commands as never)
    person = await guildSession(platform.bob, 0)
  })

  after(async () => {
    await person.close()
    await client.destroy()
  })

  test('[SVC-4] [LIM-4] a slash command delivers every type of option', async () => {
    const arriving = nextInteraction()
    const used = await use(
      'all',
      {
        options: [
          { name: 'text', value: 'hello', type: 3 },
          { name: 'whole', value: 2, type: 4 },
          { name: 'number', value: 1.5, type: 10 },
          { name: 'yes', value: true, type: 5 },
          { name: 'who', value: userId('ann'), type: 6 },
          { name: 'where', value: platform.lab.quiet.id, type: 7 },
          { name: 'role', value: platform.lab.crew.id, type: 8 },
          { name: 'any', value: userId('bob'), type: 9 },
          { name: 'file', value: '0', type: 11 },
        ],
      },
      [{ name: 'a.PDF', data: Buffer.from('pdf') }],
    )
    assert.equal(used.status, 204)
    const interaction = (await arriving) as ChatInputCommandInteraction
    const { options } = interaction
    assert.deepEqual(
      [options.getString('text'), options.getInteger('whole'), options.getNumber('number'), options.getBoolean('yes')],
      ['hello', 2, 1.5, true],
    )
    assert.equal(options.getUser('who')?.id, userId('ann'))
    assert.equal(options.getAttachment('file')?.name, 'a.PDF')
    assert.equal(options.getRole('role')?.name, 'crew')
    assert.equal(options.getMentionable('any') !== null, true)
    assert.equal(interaction.attachmentSizeLimit, 20 * 1024 * 1024)
    assert.equal(interaction.context, 0)
    const created = await person.next(dispatch('INTERACTION_CREATE', { nonce: used.nonce }))
    const done = await person.next(dispatch('INTERACTION_SUCCESS', { nonce: used.nonce }))
    assert.equal(done.d.id, created.d.id)
  })

  test('[CH-10] [CH-14] a resolved channel has permissions of the user and of the bot', async () => {
    const raw = new Promise<InteractionObject>((resolve) =>
      client.on(
        Events.Raw,
        ({ t, d }: { t: string; d: InteractionObject }) => t === 'INTERACTION_CREATE' && resolve(d),
      ),
    )
    const arriving = nextInteraction()
    await use('all', {
      options: [
        { name: 'text', value: 'x' },
        { name: 'where', value: platform.lab.quiet.id },
      ],
    })
    await arriving
    const { data } = await raw
    const channel = data?.resolved?.channels?.[platform.lab.quiet.id]
    assert.equal(channel?.name, 'quiet')
    assert.equal(BigInt(String(channel?.permissions)) & Permission.SEND_MESSAGES, 0n)
    assert.notEqual(BigInt(String(channel?.app_permissions)) & Permission.SEND_MESSAGES, 0n)
  })

  test('POST /interactions rejects options that the command forbids', async () => {
    const cases: [string, Record<string, unknown>, number][] = [
      ['all', {}, 50035],
      ['all', { options: [{ name: 'text', value: 'too long' }] }, 50035],
      [
        'all',
        {
          options: [
            { name: 'text', value: 'x' },
            { name: 'whole', value: 4 },
          ],
        },
        50035,
      ],
      [
        'all',
        {
          options: [
            { name: 'text', value: 'x' },
            { name: 'who', value: '5' },
          ],
        },
        50035,
      ],
      [
        'all',
        {
          options: [
            { name: 'text', value: 'x' },
            { name: 'nope', value: 1 },
          ],
        },
        50035,
      ],
      [
        'all',
        {
          options: [
            { name: 'text', value: 'x' },
            { name: 'where', value: platform.lab.secret.id },
          ],
        },
        50035,
      ],
      [
        'all',
        {
          options: [
            { name: 'text', value: 'x' },
            { name: 'text', value: 'y' },
          ],
        },
        50035,
      ],
      ['reply', { version: '5' }, 50035],
      ['tree', { options: [] }, 50035],
      ['admins', {}, 50013],
    ]
    let arrived = false
    seen = () => {
      arrived = true
    }
    const stale = await use('reply', { version: '5' })
    const { _errors } = (stale.errors as { data: { _errors: unknown } }).data
    assert.deepEqual(_errors, [
      {
        code: 'INTERACTION_APPLICATION_COMMAND_INVALID_VERSION',
        message: 'This command is outdated, please try again in a few minutes',
      },
    ])
    for (const [name, data, code] of cases) {
      const refused = await use(name, data)
      assert.equal(refused.code, code, `${name} ${JSON.stringify(data)}`)
    }
    const png = await use(
      'all',
      {
        options: [
          { name: 'text', value: 'x' },
          { name: 'file', value: '0' },
        ],
      },
      [{ name: 'a.png', data: Buffer.from('x') }],
    )
    assert.equal(png.code, 50123)
    const unknown = await platform.bob.api.post('/interactions', {
      ...base('n'),
      type: 2,
      data: { id: '1', name: 'x' },
    })
    assert.equal(unknown.code, 10063)
    assert.equal(arrived, false)
  })

  test('subcommands and autocomplete reach the application', async () => {
    const arriving = nextInteraction()
    await use('tree', { options: [{ name: 'group', type: 2, options: [{ name: 'leaf', type: 1 }] }] })
    const interaction = (await arriving) as ChatInputCommandInteraction
    assert.deepEqual([interaction.options.getSubcommandGroup(), interaction.options.getSubcommand()], ['group', 'leaf'])

    const id = nonce()
    const typed = await platform.bob.api.post('/interactions', {
      ...base(id),
      type: 4,
      data: {
        id: await commandId('find'),
        name: 'find',
        options: [{ name: 'q', type: 3, value: 'gu', focused: true }],
      },
    })
    assert.equal(typed.status, 204)
    const choices = await person.next<{ choices: { name: string }[]; nonce: string }>(
      'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE',
    )
    assert.deepEqual([choices.d.nonce, choices.d.choices.map((choice) => choice.name)], [id, ['gu!']])
  })

  test('[SVC-7] a button updates its message, and a select delivers the chosen values', async () => {
    await use('reply')
    const created = (await person.next(dispatch('MESSAGE_CREATE', { content: 'buttons' }))).d
    assert.equal(created.interaction_metadata?.name, 'reply')
    assert.equal(created.type, 20)
    assert.equal((await press(created, 'go', 2)).status, 204)
    const updated = await person.next(dispatch('MESSAGE_UPDATE', { id: created.id }))
    assert.equal(updated.d.content, 'pressed go')

    assert.equal((await press(created, 'pick', 3, ['b'])).status, 204)
    const picked = await person.next(dispatch('MESSAGE_UPDATE', { content: 'picked b' }))
    assert.equal(picked.d.id, created.id)
    assert.equal((await press(created, 'people', 5, [userId('ann')])).status, 204)
    await person.next(dispatch('MESSAGE_UPDATE', { content: `people ${userId('ann')}` }))

    assert.equal((await press(created, 'nope', 2)).code, 50035)
    assert.equal((await press(created, 'off', 2)).code, 50035)
    assert.equal((await press(created, 'pick', 3, ['z'])).code, 50035)
    assert.equal((await press(created, 'pick', 3, ['a', 'b', 'c'])).code, 50035)
  })

  test('[SVC-8] [MOD-12] a modal is opened, checked and submitted once', async () => {
    const { nonce: opening } = await use('form')
    const modal = (await person.next(dispatch('INTERACTION_MODAL_CREATE', { nonce: opening }))).d
    assert.equal(modal.title, 'Form')
    const submit = (value: string) =>
      platform.bob.api.post('/interactions', {
        ...base(nonce()),
        type: 5,
        data: {
          id: modal.id,
          custom_id: 'form',
          components: [{ type: 1, components: [{ type: 4, custom_id: 'text', value }] }],
        },
      })
    assert.equal((await submit('')).code, 50035)
    assert.equal((await submit('x'.repeat(11))).code, 50035)
    assert.equal((await submit('fine')).status, 204)
    const answer = await person.next(dispatch('MESSAGE_CREATE', { content: 'got fine' }))
    assert.equal(answer.d.flags, MessageFlags.Ephemeral)
    assert.equal((await submit('again')).code, 10062)
  })

  test('an ephemeral response reaches one user and is not in the channel’s history', async () => {
    const ann = await guildSession(platform.ann, 0)
    let shown: { id: string } | undefined
    await ann.none('MESSAGE_CREATE', async () => {
      await use('hidden')
      shown = (await person.next(dispatch('MESSAGE_CREATE', { content: 'for you' }))).d
    })
    assert.ok(shown)
    const listed = await platform.bob.api.get<MessageObject[]>(messages())
    assert.equal(
      listed.body.some((message) => message.id === shown?.id),
      false,
    )
    await person.next(dispatch('MESSAGE_UPDATE', { content: 'changed' }))
    await person.next(dispatch('MESSAGE_DELETE', { id: shown?.id }))
    await ann.close()
  })

  test('a follow-up completes a deferred response, and later ones create messages', async () => {
    await use('later')
    const loading = (await person.next(isLoading)).d
    const edited = (await person.next(dispatch('MESSAGE_UPDATE', { id: loading.id }))).d
    assert.deepEqual([edited.content, edited.flags & 128], ['done', 0])
    const more = await person.next(dispatch('MESSAGE_CREATE', { content: 'more' }))
    assert.equal(more.d.message_reference?.message_id, loading.id)
  })

  test('[SVC-5] [SVC-6] user and message commands resolve their target', async () => {
    const look = nextInteraction()
    await use('Look', { type: 2, target_id: userId('ann') })
    const user = await look
    assert.ok(user.isUserContextMenuCommand())
    assert.equal(user.targetUser.id, userId('ann'))

    const message = (await platform.bob.api.post<MessageObject>(messages(), { content: 'quote me' })).body
    const quote = nextInteraction()
    await use('Quote', { type: 3, target_id: message.id })
    const target = await quote
    assert.ok(target.isMessageContextMenuCommand())
    assert.equal(target.targetMessage.content, 'quote me')
    await assert.rejects(
      client.application.commands.create({ name: 'Bad', type: ApplicationCommandType.User, description: 'x' } as never),
      { code: 50035 },
    )
  })

  test('an interaction without a response fails after 3 s and rejects a later response', async () => {
    const arriving = nextInteraction()
    const { nonce: id } = await use('silent')
    const interaction = (await arriving) as ChatInputCommandInteraction
    platform.clock.advance(3_100)
    const failure = await person.next('INTERACTION_FAILURE')
    assert.equal(failure.d.nonce, id)
    await assert.rejects(interaction.reply('late'), { code: 10062 })
  })

  test('POST callback accepts one response of a fitting type', async () => {
    const arriving = nextInteraction()
    await use('silent')
    const interaction = (await arriving) as ChatInputCommandInteraction
    const callback = (body: unknown) =>
      api(platform.api).post(`/interactions/${interaction.id}/${interaction.token}/callback`, body)
    for (const type of [1, 6, 7, 8, 10, 12])
      assert.equal((await callback({ type, data: {} })).code, 50035, `type ${type}`)
    assert.equal((await callback({ type: 4, data: {} })).code, 50006)
    const bad = await callback({ type: 4, data: { content: 'x'.repeat(2001) } })
    assert.deepEqual(Object.keys(bad.errors as object), ['data'])
    assert.equal((await callback({ type: 4, data: { content: 'once' } })).status, 204)
    assert.equal((await callback({ type: 4, data: { content: 'twice' } })).code, 40060)
    assert.equal(
      (await api(platform.api).post(`/interactions/${interaction.id}/nonsense/callback`, { type: 5 })).code,
      10062,
    )
    platform.clock.advance(15 * 60_000 + 1)
    assert.equal(
      (
        await api(platform.api).post(`/webhooks/${platform.app.applicationId}/${interaction.token}`, {
          content: 'x',
        })
      ).code,
      50027,
    )
  })

  test('[LIM-10] [LIM-11] @discordjs/core creates and overwrites commands up to the limits', async () => {
    const core = new API(new REST({ api: platform.api }).setToken(platform.app.token)).applicationCommands
    const first = await core.createGuildCommand(platform.app.applicationId, platform.lab.id, {
      name: 'local',
      description: 'one',
    })
    const second = await core.createGuildCommand(platform.app.applicationId, platform.lab.id, {
      name: 'local',
      description: 'two',
    })
    assert.equal(second.id, first.id)
    assert.notEqual(second.version, first.version)
    for (let count = 0; count < 15; count += 1)
      await core.createGuildCommand(platform.app.applicationId, platform.lab.id, { name: `User ${count}`, type: 2 })
    await assert.rejects(
      core.createGuildCommand(platform.app.applicationId, platform.lab.id, { name: 'User 15', type: 2 }),
      { code: 30032 },
    )
    for (let count = 0; count < 15; count += 1)
      await core.createGuildCommand(platform.app.applicationId, platform.lab.id, { name: `Message ${count}`, type: 3 })
    await assert.rejects(
      core.createGuildCommand(platform.app.applicationId, platform.lab.id, { name: 'Message 15', type: 3 }),
      { code: 30032 },
    )
    const edited = await core.editGuildCommand(platform.app.applicationId, platform.lab.id, first.id, {
      description: 'three',
    })
    assert.equal(edited.description, 'three')
    await core.deleteGuildCommand(platform.app.applicationId, platform.lab.id, first.id)
    await assert.rejects(core.getGuildCommand(platform.app.applicationId, platform.lab.id, first.id), { code: 10063 })
    assert.deepEqual(await core.bulkOverwriteGuildCommands(platform.app.applicationId, platform.lab.id, []), [])
  })
})

/** The bot under test, written like any other bot. */
async function answer(interaction: Interaction): Promise<void> {
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused()
    await interaction.respond([{ name: `${typed}!`, value: typed }])
  } else if (interaction.isButton()) await interaction.update({ content: `pressed ${interaction.customId}` })
  else if (interaction.isAnySelectMenu()) {
    const word = interaction.isStringSelectMenu() ? 'picked' : 'people'
    await interaction.update({ content: `${word} ${interaction.values.join(',')}` })
  } else if (interaction.isModalSubmit()) {
    await interaction.reply({
      content: `got ${interaction.fields.getTextInputValue('text')}`,
      flags: MessageFlags.Ephemeral,
    })
  } else if (interaction.isContextMenuCommand()) await interaction.reply('seen')
  else if (interaction.isChatInputCommand()) await answerCommand(interaction)
}

async function answerCommand(interaction: ChatInputCommandInteraction): Promise<void> {
  switch (interaction.commandName) {
    case 'reply': {
      const button = (id: string) => new ButtonBuilder().setCustomId(id).setLabel(id).setStyle(ButtonStyle.Primary)
      const options = ['a', 'b', 'c'].map((value) => ({ label: value, value }))
      await interaction.reply({
        content: 'buttons',
        components: [
          new ActionRowBuilder<ButtonBuilder>().addComponents(button('go'), button('off').setDisabled(true)),
          new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
            new StringSelectMenuBuilder().setCustomId('pick').addOptions(options).setMaxValues(2),
          ),
          new ActionRowBuilder<UserSelectMenuBuilder>().addComponents(
            new UserSelectMenuBuilder().setCustomId('people'),
          ),
        ],
      })
      return
    }
    case 'hidden':
      await interaction.reply({ content: 'for you', flags: MessageFlags.Ephemeral })
      assert.equal((await interaction.fetchReply()).content, 'for you')
      await interaction.editReply('changed')
      await interaction.deleteReply()
      return
    case 'later':
      await interaction.deferReply()
      await interaction.editReply('done')
      await interaction.followUp('more')
      return
    case 'form': {
      const input = new TextInputBuilder()
        .setCustomId('text')
        .setLabel('Text')
        .setStyle(TextInputStyle.Short)
        .setMaxLength(10)
      const row = new ActionRowBuilder<TextInputBuilder>().addComponents(input)
      await interaction.showModal(new ModalBuilder().setCustomId('form').setTitle('Form').addComponents(row))
      return
    }
    case 'silent':
      return
    default:
      await interaction.reply('ok')
  }
}
