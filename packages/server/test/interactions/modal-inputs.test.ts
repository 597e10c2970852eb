/**
 * Every input of a modal by discord.js: built, opened, filled in by a person, read by the application; over HTTP too.
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { API as Core } from '@discordjs/core'
import { REST } from '@discordjs/rest'
import { type Attached, api } from '@guildhall/testing'
import {
  ActionRowBuilder,
  ButtonBuilder,
  type ButtonInteraction,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  CheckboxBuilder,
  CheckboxGroupBuilder,
  Client,
  ComponentType,
  Events,
  FileUploadBuilder,
  GatewayIntentBits,
  type Interaction,
  LabelBuilder,
  MentionableSelectMenuBuilder,
  MessageFlags,
  ModalBuilder,
  type ModalSubmitInteraction,
  RadioGroupBuilder,
  RoleSelectMenuBuilder,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from 'discord.js'
import { EndpointApp, json } from '../support/endpoint-app.ts'
import { guildhallTest } from '../support/fixture.ts'
import { connect, dispatch, Invoking, type Wire } from '../support/interactions.ts'

const world = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: { app: { owner: 'ann', bot: {} }, web: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '8' }, web: {} },
      roles: { crew: {} },
      channels: { general: {}, side: {}, Voice: { type: 2 } },
    },
  },
}

interface Submitted extends Wire {
  data: { components: { type: number; id: number; component: Wire }[]; resolved?: Record<string, Record<string, Wire>> }
  message?: Wire
}

const test = guildhallTest({ world })
const { platform } = test
let client: Client<true>
let bot: Awaited<ReturnType<typeof connect>>
let bob: Awaited<ReturnType<typeof connect>>
let using: Invoking
let buttons: { id: string }

const userId = (name: keyof typeof world.users) => platform[name].id
const next = () => new Promise<Interaction>((resolve) => client.once(Events.InteractionCreate, resolve))
const label = (text = 'Label') => new LabelBuilder().setLabel(text)
const choices = ['a', 'b', 'c'].map((value) => ({ label: value, value }))

/** Opens a modal of these labels by a button, and answers it as the person is shown it. */
async function open(...labels: LabelBuilder[]): Promise<Wire> {
  const pressed = next()
  assert.equal((await using.press(buttons, 'open', 2)).status, 204)
  const modal = new ModalBuilder()
    .setCustomId('m')
    .setTitle('Title')
    .addLabelComponents(...labels)
  await ((await pressed) as ButtonInteraction).showModal(modal)
  await bot.gateway.next('INTERACTION_CREATE')
  return (await bob.gateway.next<Wire>('INTERACTION_MODAL_CREATE')).d
}

const given = (custom_id: string, type: number, answer: object) => ({
  type: 18,
  component: { type, custom_id, ...answer },
})

/** Sends a modal in; what the application gets, raw and by discord.js, or the code of the refusal. */
async function submit(modal: Wire, components: object[], files?: Attached[]) {
  const arriving = next()
  const answer = await using.submit(modal, components, files)
  if (answer.status !== 204) {
    client.removeAllListeners(Events.InteractionCreate)
    return { code: answer.body.code, errors: answer.body.errors }
  }
  const raw = (await bot.gateway.next<Submitted>('INTERACTION_CREATE')).d
  return { raw, fields: ((await arriving) as ModalSubmitInteraction<'cached'>).fields, code: 0 }
}

/** The same for a modal of one input. */
async function fill(built: LabelBuilder, type: number, answer: object, files?: Attached[]) {
  return submit(await open(built), [given('x', type, answer)], files)
}

describe('modal inputs', () => {
  before(async () => {
    await test.start()
    const token = platform.app.token
    const started = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: platform.api } })
    const ready = new Promise((resolve) => started.once(Events.ClientReady, resolve))
    await started.login(token)
    await ready
    client = started as Client<true>
    bot = await connect(platform, `Bot ${token}`)
    bob = await connect(platform, platform.bob.token)
    using = new Invoking(bob, { application_id: platform.app.applicationId, channel_id: platform.lab.general.id })
    const row = new ActionRowBuilder<ButtonBuilder>().addComponents(
      new ButtonBuilder().setCustomId('open').setLabel('Open').setStyle(ButtonStyle.Primary),
    )
    buttons = (
      await bot.api.post<Wire>(`/channels/${platform.lab.general.id}/messages`, { components: [row.toJSON()] })
    ).body
  })

  after(async () => {
    await bob.gateway.close()
    await bot.gateway.close()
    await client.destroy()
  })

  test('[SVC-8] [MOD-8] INTERACTION_MODAL_CREATE has the components of the application', async () => {
    const pressed = next()
    await using.press(buttons, 'open', 2)
    const modal = new ModalBuilder()
      .setCustomId('m')
      .setTitle('Title')
      .addTextDisplayComponents(new TextDisplayBuilder().setContent('**Read** this'))
      .addLabelComponents(
        label('Text')
          .setDescription('why')
          .setTextInputComponent(new TextInputBuilder().setCustomId('x').setStyle(TextInputStyle.Paragraph)),
      )
    await ((await pressed) as ButtonInteraction).showModal(modal)
    await bot.gateway.next('INTERACTION_CREATE')
    const shown = (await bob.gateway.next<Wire>('INTERACTION_MODAL_CREATE')).d
    assert.deepEqual(shown.components, [
      { type: 10, id: 1, content: '**Read** this' },
      {
        type: 18,
        id: 2,
        label: 'Text',
        description: 'why',
        component: { type: 4, id: 3, custom_id: 'x', style: 2, required: true },
      },
    ])
    const { raw } = await submit(shown, [given('x', 4, { value: 'line\nline' })])
    assert.deepEqual(raw?.data.components, [
      { type: 10, id: 1 },
      { type: 18, id: 2, component: { type: 4, id: 3, custom_id: 'x', value: 'line\nline' } },
    ])
    assert.equal(raw?.message?.id, buttons.id)
  })

  test('[MOD-4] [MOD-10] a text input checks the submitted text', async () => {
    const short = label().setTextInputComponent(
      new TextInputBuilder().setCustomId('x').setStyle(TextInputStyle.Short).setMinLength(2).setMaxLength(3),
    )
    assert.equal((await fill(short, 4, { value: 'yes' })).fields?.getTextInputValue('x'), 'yes')
    for (const value of ['', 'y', 'long', 'a\nb', 7, ['yes']])
      assert.equal((await fill(short, 4, { value })).code, 50035, `${value}`)
    assert.equal((await fill(short, 3, { values: ['yes'] })).code, 50035, 'as a select')
  })

  test('[MOD-5] [MOD-13] [MOD-15] a string select is by default required', async () => {
    const menu = () => new StringSelectMenuBuilder().setCustomId('x').addOptions(choices)
    const required = label().setStringSelectMenuComponent(menu().setMinValues(1).setMaxValues(2))
    assert.deepEqual((await fill(required, 3, { values: ['c', 'a'] })).fields?.getStringSelectValues('x'), ['c', 'a'])
    for (const values of [[], ['z'], ['a', 'b', 'c'], ['a', 'a'], 'a', [1]])
      assert.equal((await fill(required, 3, { values })).code, 50035, JSON.stringify(values))
    const free = label().setStringSelectMenuComponent(menu().setRequired(false))
    assert.deepEqual((await fill(free, 3, { values: [] })).fields?.getStringSelectValues('x'), [])
  })

  test('[MOD-6] selects accept only users, roles and channels of the guild', async () => {
    const users = label().setUserSelectMenuComponent(new UserSelectMenuBuilder().setCustomId('x'))
    assert.ok((await fill(users, 5, { values: [userId('ann')] })).fields?.getSelectedMembers('x')?.has(userId('ann')))
    assert.equal((await fill(users, 5, { values: [userId('eve')] })).code, 50035, 'who is not in the guild')
    assert.equal((await fill(users, 5, { values: [platform.lab.crew.id] })).code, 50035, 'a role')
    const roles = label().setRoleSelectMenuComponent(new RoleSelectMenuBuilder().setCustomId('x'))
    assert.equal(
      (await fill(roles, 6, { values: [platform.lab.crew.id] })).fields?.getSelectedRoles('x')?.first()?.name,
      'crew',
    )
    assert.equal((await fill(roles, 6, { values: [userId('ann')] })).code, 50035, 'a person')
    const any = label().setMentionableSelectMenuComponent(
      new MentionableSelectMenuBuilder().setCustomId('x').setMaxValues(2),
    )
    const both = (
      await fill(any, 7, { values: [platform.lab.crew.id, userId('bob')] })
    ).fields?.getSelectedMentionables('x')
    assert.deepEqual([both?.roles.firstKey(), both?.users.firstKey()], [platform.lab.crew.id, userId('bob')])
    assert.equal((await fill(any, 7, { values: [userId('eve')] })).code, 50035)
    const channels = label().setChannelSelectMenuComponent(
      new ChannelSelectMenuBuilder().setCustomId('x').setChannelTypes(2),
    )
    const voice = (await fill(channels, 8, { values: [platform.lab.Voice.id] })).fields?.getSelectedChannels('x')
    assert.equal(voice?.firstKey(), platform.lab.Voice.id)
    assert.equal((await fill(channels, 8, { values: [platform.lab.general.id] })).code, 50035, 'of another type')
  })

  test('[MOD-16] [MOD-18] [MOD-19] [LIM-9] uploaded files are delivered as attachments', async () => {
    const upload = (min: number, max: number, required = true) =>
      label().setFileUploadComponent(
        new FileUploadBuilder().setCustomId('x').setMinValues(min).setMaxValues(max).setRequired(required),
      )
    const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name, data: name, type: 'text/plain' }))
    const { fields, raw } = await fill(upload(1, 2), 19, { values: ['0', '2'] }, files)
    assert.deepEqual(
      fields?.getUploadedFiles('x')?.map(({ name, size, ephemeral }) => [name, size, ephemeral]),
      [
        ['a.txt', 5, true],
        ['c.txt', 5, true],
      ],
      'and those that no input names do not come along',
    )
    const [file] = Object.values(raw?.data.resolved?.attachments ?? {})
    assert.equal(await (await fetch(String(file?.url))).text(), 'a.txt')
    const ten = Array.from({ length: 10 }, (_, index) => ({ name: `${index}`, data: 'x' }))
    const all = ten.map((_, index) => `${index}`)
    assert.equal((await fill(upload(1, 10), 19, { values: all }, ten)).fields?.getUploadedFiles('x')?.size, 10)
    const two = ['x', 'y'].map((id) =>
      label().setFileUploadComponent(new FileUploadBuilder().setCustomId(id).setMaxValues(10)),
    )
    const twice = [given('x', 19, { values: all }), given('y', 19, { values: all.map((n) => `1${n}`) })]
    const twenty = [...ten, ...ten]
    const { raw: full } = await submit(await open(...two), twice, twenty)
    assert.equal(Object.keys(full?.data.resolved?.attachments ?? {}).length, 20)
    assert.deepEqual((await fill(upload(0, 3, false), 19, {})).raw?.data.components[0]?.component.values, [])
    for (const values of [[], ['0', '1', '2'], ['0', '0'], ['5'], ['00'], ['-1'], [0]])
      assert.equal((await fill(upload(1, 2), 19, { values }, files)).code, 50035, JSON.stringify(values))
  })

  test('[MOD-21] a submitted file has the size limit of the user and guild', async () => {
    const limit = 20 * 1024 * 1024
    const upload = label().setFileUploadComponent(new FileUploadBuilder().setCustomId('x'))
    const of = (bytes: number) => [{ name: 'big.bin', data: new Uint8Array(bytes) }]
    const { raw } = await fill(upload, 19, { values: ['0'] }, of(limit))
    assert.deepEqual(
      [raw?.attachment_size_limit, Object.values(raw?.data.resolved?.attachments ?? {})[0]?.size],
      [limit, limit],
    )
    assert.equal((await fill(upload, 19, { values: ['0'] }, of(limit + 1))).code, 40005)
  })

  test('[MOD-22] [MOD-23] [MOD-24] [MOD-25] radio group, checkbox group and checkbox check the submitted values', async () => {
    const radio = (required: boolean) =>
      label().setRadioGroupComponent(new RadioGroupBuilder().setCustomId('x').addOptions(choices).setRequired(required))
    assert.equal((await fill(radio(true), 21, { value: 'b' })).fields?.getRadioGroup('x'), 'b')
    assert.equal((await fill(radio(false), 21, {})).raw?.data.components[0]?.component.value, null)
    for (const value of [undefined, null, 'z', ['a', 'b']])
      assert.equal((await fill(radio(true), 21, { value })).code, 50035, `${value}`)
    const boxes = label().setCheckboxGroupComponent(
      new CheckboxGroupBuilder().setCustomId('x').addOptions(choices).setMinValues(1).setMaxValues(2),
    )
    assert.deepEqual((await fill(boxes, 22, { values: ['a', 'b'] })).fields?.getCheckboxGroup('x'), ['a', 'b'])
    for (const values of [[], ['a', 'b', 'c'], ['z'], ['a', 'a']])
      assert.equal((await fill(boxes, 22, { values })).code, 50035, JSON.stringify(values))
    const box = label().setCheckboxComponent(new CheckboxBuilder().setCustomId('x').setDefault(true))
    assert.equal((await fill(box, 23, { value: true })).fields?.getCheckbox('x'), true)
    assert.equal((await fill(box, 23, {})).fields?.getCheckbox('x'), false)
    assert.equal((await fill(box, 23, { value: 'true' })).code, 50035)
  })

  test('a modal is submitted in its channel, without the source message if that was deleted', async () => {
    const text = label().setTextInputComponent(new TextInputBuilder().setCustomId('x').setStyle(TextInputStyle.Short))
    const modal = await open(text)
    const side = new Invoking(bob, { application_id: platform.app.applicationId, channel_id: platform.lab.side.id })
    const answers = [given('x', 4, { value: 'v' })]
    assert.equal((await side.submit(modal, answers)).body.code, 10062)
    const web = new Invoking(bob, { application_id: platform.web.applicationId, channel_id: platform.lab.general.id })
    assert.equal((await web.submit(modal, answers)).body.code, 10062)
    const row = { type: 1, components: [{ type: 2, style: 1, label: 'B', custom_id: 'open' }] }
    const kept = buttons
    buttons = (await bot.api.post<Wire>(`/channels/${platform.lab.general.id}/messages`, { components: [row] })).body
    const later = await open(text)
    await bot.api.delete(`/channels/${platform.lab.general.id}/messages/${buttons.id}`)
    buttons = kept
    const { raw } = await submit(later, answers)
    assert.deepEqual([raw?.type, raw?.message], [5, undefined])
    const callback = `/interactions/${raw?.id}/${raw?.token}/callback`
    assert.equal((await api(platform.api).post<Wire>(callback, { type: 7, data: {} })).body.code, 50035)
    assert.equal((await api(platform.api).post<Wire>(callback, { type: 4, data: { content: 'x' } })).status, 204)
  })

  test('[SVC-7] [SVC-8] @discordjs/core opens a modal and receives its submission', async () => {
    const core = new Core(new REST({ api: platform.api }).setToken(platform.app.token))
    const sent = await core.channels.createMessage(platform.lab.general.id, {
      flags: MessageFlags.IsComponentsV2,
      components: [
        {
          type: ComponentType.Section,
          components: [{ type: ComponentType.TextDisplay, content: 'Press' }],
          accessory: { type: ComponentType.Button, style: ButtonStyle.Danger, label: 'Open', custom_id: 'core' },
        },
      ],
    })
    await using.press(sent, 'core', 2)
    const { id, token } = (await bot.gateway.next<Wire>('INTERACTION_CREATE')).d
    const radio = { type: ComponentType.RadioGroup, custom_id: 'x', options: choices } as const
    const upload = { type: ComponentType.FileUpload, custom_id: 'y', required: false, max_values: 2 } as const
    const inLabel = (component: typeof radio | typeof upload) => ({ type: ComponentType.Label, label: 'L', component })
    await core.interactions.createModal(id, token, {
      custom_id: 'm',
      title: 'T',
      components: [inLabel(radio), inLabel(upload)] as never,
    })
    const modal = (await bob.gateway.next<Wire>('INTERACTION_MODAL_CREATE')).d
    const { raw } = await submit(modal, [given('x', 21, { value: 'c' })])
    assert.deepEqual(
      raw?.data.components.map(({ component }) => component.value ?? component.values),
      ['c', []],
    )
    assert.equal(raw?.message?.id, sent.id)
    await core.interactions.updateMessage(raw?.id ?? '', raw?.token ?? '', {
      flags: MessageFlags.IsComponentsV2,
      components: [{ type: ComponentType.TextDisplay, content: 'Done' }],
    })
    const { components } = await core.channels.getMessage(platform.lab.general.id, sent.id)
    assert.deepEqual(components, [{ type: 10, id: 1, content: 'Done' }])
  })

  test('an endpoint receives the submission signed', async () => {
    const server = await EndpointApp.start(platform.web.publicKey)
    const own = platform.web.api
    assert.equal((await own.patch('/applications/@me', { interactions_endpoint_url: server.url })).status, 200)
    const command = await own.post<Wire>(`/applications/${platform.web.applicationId}/commands`, {
      name: 'form',
      description: 'd',
    })
    const web = new Invoking(bob, { application_id: platform.web.applicationId, channel_id: platform.lab.general.id })
    const inputs = [
      { type: 19, custom_id: 'file', file_types: ['.txt'] },
      { type: 22, custom_id: 'boxes', options: choices, required: false },
    ].map((component) => ({ type: 18, label: 'L', component }))
    server.reply = json({ type: 9, data: { custom_id: 'm', title: 'T', components: inputs } })
    await web.use(command.body)
    const modal = (await bob.gateway.next<Wire>(dispatch('INTERACTION_MODAL_CREATE', { custom_id: 'm' }))).d
    const answers = [given('file', 19, { values: ['0'] }), given('boxes', 22, { values: ['b'] })]
    const refused = await web.submit(modal, answers, [{ name: 'a.png', data: 'x' }])
    assert.equal(refused.body.code, 50123)
    server.reply = json({ type: 4, data: { content: 'taken' } })
    const asked = server.asked.length
    assert.equal((await web.submit(modal, answers, [{ name: 'a.TXT', data: 'x' }])).status, 204)
    await bob.gateway.next(dispatch('MESSAGE_CREATE', { content: 'taken' }))
    const { data } = server.asked[asked]?.interaction as Submitted
    const [file, boxes] = data.components.map(({ component }) => component.values as string[])
    assert.deepEqual(boxes, ['b'])
    assert.equal(data.resolved?.attachments?.[file?.[0] ?? '']?.filename, 'a.TXT')
    await server.close()
  })
})
