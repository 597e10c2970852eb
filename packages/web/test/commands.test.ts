/** People use the commands of a discord.js bot. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  ApplicationCommandType,
  type AutocompleteInteraction,
  type ButtonInteraction,
  ChannelType,
  type ChatInputCommandInteraction,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type UserContextMenuCommandInteraction,
} from 'discord.js'
import type { Locator, Page } from 'playwright-core'
import { articles, type Lab, messageBox, startBotLab } from './support/bot-lab.ts'
import { type Person, seriousFaults } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const option = (type: number, name: string, more: object = {}) => ({ type, name, description: `The ${name}`, ...more })
const all = [
  option(3, 'text', { required: true, min_length: 2 }),
  option(4, 'count', { required: true, max_value: 9 }),
  option(5, 'flag', { required: true }),
  option(6, 'person', { required: true }),
  option(7, 'place', { required: true, channel_types: [ChannelType.GuildVoice] }),
  option(8, 'role', { required: true }),
  option(9, 'whom', { required: true }),
  option(10, 'ratio', { required: true }),
  option(11, 'file', { required: true, file_types: ['.txt'] }),
  option(3, 'colour', { required: true, choices: ['red', 'green'].map((name) => ({ name, value: `${name}-value` })) }),
  option(3, 'fruit', { autocomplete: true }),
  option(4, 'size'),
]

const commands = [
  { name: 'ping', description: 'Says pong' },
  { name: 'all', description: 'Takes every kind of option', options: all },
  {
    name: 'tree',
    description: 'Has subcommands',
    options: [
      option(1, 'leaf', { options: [option(3, 'shape')] }),
      option(2, 'root', { options: [option(1, 'deep')] }),
    ],
  },
  {
    name: 'greet',
    description: 'Greets',
    nameLocalizations: { de: 'grüßen' },
    descriptionLocalizations: { de: 'Grüßt jemanden' },
    options: [option(3, 'name', { required: true, nameLocalizations: { de: 'name-de' } })],
  },
  { name: 'Quote', type: ApplicationCommandType.Message },
  { name: 'Inspect', type: ApplicationCommandType.User },
]

const picker = (page: Page) => page.getByRole('listbox', { name: 'Commands', exact: true })
const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

async function choose(page: Page, group: Locator, name: string, wanted: RegExp): Promise<void> {
  await group.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: wanted }).click()
}

describe('commands in the app', { skip: NO_BROWSER }, () => {
  let lab: Lab
  let alice: Person

  before(async () => {
    lab = await startBotLab(commands as never)
    alice = await lab.open('alice', { size: 'desk' })
  })

  after(() => lab?.close())

  test('a command is typed and sent by keyboard alone', async () => {
    const { page } = alice
    const received = lab.next<ChatInputCommandInteraction>()
    await messageBox(page).pressSequentially('/pi')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const used = await received
    assert.equal(used.commandName, 'ping')
    await used.reply('pong')
    const answer = articles(page, 'pong')
    await answer.getByText('/ping', { exact: true }).waitFor()
    assert.equal(await messageBox(page).evaluate((box) => box === document.activeElement), true)
    assert.equal(await messageBox(page).inputValue(), '')
  })

  test('the list names each command with its description, and subcommands one by one', async () => {
    const { page } = alice
    await messageBox(page).pressSequentially('/')
    const options = picker(page).getByRole('option')
    await options.first().waitFor()
    const names = await options.allInnerTexts()
    assert.deepEqual(
      names.map((name) => name.split('\n')[0]?.trim()),
      ['/all', '/greet', '/ping', '/tree leaf', '/tree root deep'],
    )
    assert.equal(await options.first().getAttribute('aria-selected'), 'true')
    const active = await messageBox(page).getAttribute('aria-activedescendant')
    assert.equal(active, await options.first().getAttribute('id'))
    await page.keyboard.press('Escape')
    await picker(page).waitFor({ state: 'detached' })
    await messageBox(page).fill('/tree r')
    await page.keyboard.press('Tab')
    await form(page, '/tree root deep').waitFor()
    await page.keyboard.press('Escape')
    await form(page, '/tree root deep').waitFor({ state: 'detached' })
    assert.equal(await messageBox(page).evaluate((box) => box === document.activeElement), true)
  })

  test('a text that is no command is sent as a message', async () => {
    const { page } = alice
    await messageBox(page).fill('/usr/bin/env')
    await picker(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await articles(page, '/usr/bin/env').waitFor()
  })

  test('every kind of option is filled in and reaches the bot', async () => {
    const { page } = alice
    const { users, guilds } = lab.filled
    await messageBox(page).fill('/all')
    await picker(page)
      .getByRole('option', { name: /^\/all/ })
      .click()
    const group = form(page, '/all')
    await group.getByRole('textbox', { name: 'text', exact: true }).fill('hello')
    await group.getByRole('textbox', { name: 'count', exact: true }).fill('7')
    await group.getByRole('switch', { name: 'flag', exact: true }).check()
    await choose(page, group, 'person', /^bob/)
    await choose(page, group, 'place', /^lounge/)
    await choose(page, group, 'role', /^crew/)
    await choose(page, group, 'whom', /^guests/)
    await group.getByRole('textbox', { name: 'ratio', exact: true }).fill('1.5')
    const buffer = Buffer.from('uploaded text')
    await group.getByLabel('file', { exact: true }).setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer })
    await choose(page, group, 'colour', /^green/)
    await group.getByRole('button', { name: 'Add size', exact: true }).click()
    await group.getByRole('textbox', { name: 'size', exact: true }).fill('3')
    const received = lab.next<ChatInputCommandInteraction>()
    await page.keyboard.press('Enter')
    const { options, ...used } = await received
    assert.equal(options.getString('text'), 'hello')
    assert.equal(options.getInteger('count'), 7)
    assert.equal(options.getBoolean('flag'), true)
    assert.equal(options.getUser('person')?.id, users.bob?.id)
    assert.equal(options.getChannel('place')?.id, guilds.lab?.channels.lounge?.id)
    assert.equal(options.getRole('role')?.name, 'crew')
    assert.equal((options.getMentionable('whom') as { name: string }).name, 'guests')
    assert.equal(options.getNumber('ratio'), 1.5)
    assert.equal(options.getString('colour'), 'green-value')
    assert.equal(options.getInteger('size'), 3)
    const file = options.getAttachment('file')
    assert.equal(file?.name, 'note.txt')
    assert.equal(await (await fetch(file?.url ?? '')).text(), 'uploaded text')
    assert.ok(used)
    await group.waitFor({ state: 'detached' })
  })

  test('missing and wrong options are marked, and nothing is sent', async () => {
    const { page } = alice
    await messageBox(page).fill('/all')
    await picker(page).getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    const group = form(page, '/all')
    const count = group.getByRole('textbox', { name: 'count', exact: true })
    await count.fill('ten')
    assert.equal(await count.getAttribute('aria-invalid'), 'true')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await group.getByRole('button', { name: 'Send', exact: true }).click()
    const text = group.getByRole('textbox', { name: 'text', exact: true })
    await text.and(page.locator('[aria-invalid=true]')).waitFor()
    for (const name of ['person', 'place', 'colour'])
      assert.equal(await group.getByRole('combobox', { name, exact: true }).getAttribute('aria-invalid'), 'true')
    assert.equal(await group.getByLabel('file', { exact: true }).getAttribute('aria-invalid'), 'true')
    assert.equal(await text.evaluate((field) => field === document.activeElement), true)
    assert.deepEqual(
      requests.filter((url) => url.includes('/interactions')),
      [],
    )
    // Escape closes an open list first, and the form then.
    await group.getByRole('combobox', { name: 'colour', exact: true }).click()
    await page.getByRole('option', { name: 'red' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('option', { name: 'red' }).waitFor({ state: 'detached' })
    assert.ok(await group.isVisible())
    await page.keyboard.press('Escape')
    await group.waitFor({ state: 'detached' })
  })

  test('an option is completed by the bot while the person types', async () => {
    const { page } = alice
    await messageBox(page).fill('/all')
    await picker(page).getByRole('option').first().click()
    const group = form(page, '/all')
    await group.getByRole('textbox', { name: 'text', exact: true }).fill('typed before')
    await group.getByRole('button', { name: 'Add fruit', exact: true }).click()
    const fruit = group.getByRole('combobox', { name: 'fruit', exact: true })
    const asked = lab.next<AutocompleteInteraction>()
    await fruit.pressSequentially('ap')
    const typing = await asked
    assert.equal(typing.options.getFocused(), 'ap')
    assert.equal(typing.options.getString('text'), 'typed before')
    await typing.respond([
      { name: 'Apple', value: 'apple-value' },
      { name: 'Apricot', value: 'apricot-value' },
    ])
    await page.getByRole('option', { name: 'Apricot' }).click()
    assert.equal(await fruit.inputValue(), 'Apricot')
    await page.keyboard.press('Escape')
  })

  test('a subcommand is sent with its path', async () => {
    const { page } = alice
    await messageBox(page).fill('/tree leaf')
    await picker(page).getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    const group = form(page, '/tree leaf')
    await group.getByRole('button', { name: 'Add shape', exact: true }).click()
    await group.getByRole('textbox', { name: 'shape', exact: true }).fill('round')
    const received = lab.next<ChatInputCommandInteraction>()
    await group.getByRole('button', { name: 'Send', exact: true }).click()
    const used = await received
    assert.equal(used.options.getSubcommand(), 'leaf')
    assert.equal(used.options.getString('shape'), 'round')
    await used.reply({ content: 'only for you', flags: MessageFlags.Ephemeral })
    const answer = articles(page, 'only for you')
    await answer.getByRole('button', { name: 'Dismiss message', exact: true }).click()
    await answer.waitFor({ state: 'detached' })
  })

  test('a deferred response thinks until it is edited', async () => {
    const { page } = alice
    await messageBox(page).fill('/greet Ann')
    await picker(page).getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await form(page, '/greet').getByRole('textbox', { name: 'name', exact: true }).inputValue(), 'Ann')
    const received = lab.next<ChatInputCommandInteraction>()
    await page.keyboard.press('Enter')
    const used = await received
    await used.deferReply()
    await page.getByText('ping is thinking…', { exact: true }).waitFor()
    await used.editReply('Hello, Ann')
    await articles(page, 'Hello, Ann').waitFor()
    assert.equal(await page.getByText('ping is thinking…').count(), 0)
  })

  test('a command without a response fails visibly and can be sent again', async () => {
    const { page } = alice
    await messageBox(page).fill('/ping')
    await picker(page).getByRole('option').first().waitFor()
    const received = lab.next<ChatInputCommandInteraction>()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await received
    lab.passResponseTime()
    // Commands of other tests had no response either.
    const failed = articles(page, 'The application did not respond').filter({ hasText: 'used /ping' })
    await failed.waitFor()
    const again = lab.next<ChatInputCommandInteraction>()
    await failed.getByRole('button', { name: 'Retry', exact: true }).click()
    await (await again).reply('late, but here')
    await articles(page, 'late, but here').waitFor()
    await failed.waitFor({ state: 'detached' })
  })

  test('commands have their names in the language of the app', async () => {
    await using carol = await lab.open('carol', { locale: 'de-DE' })
    await messageBox(carol.page).fill('/grü')
    const found = carol.page.getByRole('listbox', { name: 'Befehle' }).getByRole('option', { name: /^\/grüßen/ })
    await found.getByText('Grüßt jemanden').waitFor()
    await found.click()
    await form(carol.page, '/grüßen').getByRole('textbox', { name: 'name-de', exact: true }).waitFor()
  })

  test('names of people, channels and emojis are completed in a message', async () => {
    const { page } = alice
    await messageBox(page).pressSequentially('hi @bui')
    await page.getByRole('option', { name: /^bob/ }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await messageBox(page).inputValue(), 'hi @bob ')
    await page.keyboard.type('see #ran')
    await page.getByRole('option', { name: /^random/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(':fire')
    await page.getByRole('option', { name: /^:fire:/ }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await messageBox(page).inputValue(), 'hi @bob see #random 🔥 ')
    // The app shows the message before the platform has stored it.
    const stored = page.waitForResponse((response) => {
      return response.request().method() === 'POST' && response.url().endsWith('/messages')
    })
    await page.keyboard.press('Enter')
    await stored
    const message = articles(page, 'hi @')
    await message.getByRole('link', { name: '#random' }).waitFor()
    const [sent] = (await lab.channel.messages.fetch({ limit: 1 })).values()
    assert.ok(sent?.mentions.users.has(lab.filled.users.bob?.id ?? ''))
  })

  test('message and user commands are in the menus of messages, members and profiles', async () => {
    const { page } = alice
    await messageBox(page).fill('quote me')
    await page.keyboard.press('Enter')
    const article = articles(page, 'quote me').last()
    await article.hover()
    await article.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Apps', exact: true }).click()
    const quoted = lab.next<MessageContextMenuCommandInteraction>()
    await page.getByRole('menuitem', { name: 'Quote', exact: true }).click()
    const quote = await quoted
    assert.equal(quote.targetMessage.content, 'quote me')
    await quote.reply('quoted')
    await articles(page, 'quoted').getByText('Quote', { exact: true }).waitFor()

    const member = page.getByRole('complementary', { name: 'Members' }).getByRole('button', { name: /Bob Builder/ })
    await member.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Apps', exact: true }).press('ArrowRight')
    const inspected = lab.next<UserContextMenuCommandInteraction>()
    await page.getByRole('menuitem', { name: 'Inspect', exact: true }).press('Enter')
    const inspect = await inspected
    assert.equal(inspect.targetId, lab.filled.users.bob?.id)
    await inspect.reply({ content: 'inspected', flags: MessageFlags.Ephemeral })
    await articles(page, 'inspected').waitFor()
    assert.equal(await member.evaluate((button) => button === document.activeElement), true)

    await member.click()
    const again = lab.next<UserContextMenuCommandInteraction>()
    await page.getByRole('dialog').getByRole('button', { name: 'Inspect', exact: true }).click()
    await (await again).reply({ content: 'once more', flags: MessageFlags.Ephemeral })
    await articles(page, 'once more').waitFor()
  })

  test('a message is edited with names in place of mentions', async () => {
    const { page } = alice
    await messageBox(page).fill('ask @bob in #random')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    const article = articles(page, 'ask @').last()
    await article.hover()
    await article.getByRole('button', { name: 'Edit', exact: true }).click()
    const box = page.getByRole('textbox', { name: 'Edit message', exact: true })
    assert.equal(await box.inputValue(), 'ask @bob in #random')
    await box.fill('ask @carol in #random')
    await page.keyboard.press('Enter')
    await articles(page, /ask @carol in #random.*edited/).waitFor()
    const [sent] = (await lab.channel.messages.fetch({ limit: 1 })).values()
    assert.ok(sent?.mentions.users.has(lab.filled.users.carol?.id ?? ''))
  })

  test('a mention of a command opens its form', async () => {
    const { page } = alice
    const greet = (await lab.bot.application.commands.fetch()).find(({ name }) => name === 'greet')
    const { article } = await lab.post(page, { content: `try </greet:${greet?.id}>` })
    await article.getByRole('button', { name: '/greet', exact: true }).click()
    const field = form(page, '/greet').getByRole('textbox', { name: 'name', exact: true })
    assert.equal(await field.evaluate((box) => box === document.activeElement), true)
    await page.keyboard.press('Escape')
  })

  test('commands, buttons and modals work in the direct message with the bot', async () => {
    await using bob = await lab.open('bob')
    const { page } = bob
    const user = await lab.bot.users.fetch(lab.filled.users.bob?.id ?? '')
    const dm = await user.createDM()
    const components = [{ type: 1, components: [{ type: 2, style: 1, label: 'Ask me', custom_id: 'ask' }] }]
    await dm.send({ content: 'hello in private', components } as never)
    await page.goto(`/channels/@me/${dm.id}`)
    const pressed = lab.next<ButtonInteraction>()
    await articles(page, 'hello in private').getByRole('button', { name: 'Ask me' }).click()
    const asked = await pressed
    assert.equal(asked.guildId, null)
    const input = { type: 4, custom_id: 'why', style: 1 }
    await asked.showModal({
      title: 'Ask',
      custom_id: 'm',
      components: [{ type: 18, label: 'Why', component: input }],
    } as never)
    await page.getByRole('textbox', { name: 'Why', exact: true }).fill('because')
    const submitted = lab.next<ModalSubmitInteraction>()
    await page.keyboard.press('Enter')
    await (await submitted).reply('I see')
    await articles(page, 'I see').waitFor()
    const box = page.getByRole('textbox', { name: 'Message @ping', exact: true })
    await box.fill('/ping')
    await picker(page).getByRole('option').first().waitFor()
    const received = lab.next<ChatInputCommandInteraction>()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await (await received).reply('private pong')
    await articles(page, 'private pong').waitFor()
    assert.deepEqual(bob.problems, [])
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`the list and the form have no serious faults in the ${theme} theme`, async () => {
      await using bob = await lab.open('bob', { theme })
      await messageBox(bob.page).fill('/')
      await picker(bob.page).getByRole('option').first().waitFor()
      assert.deepEqual(await seriousFaults(bob.page, 'main'), [])
      await picker(bob.page).getByRole('option').first().click()
      await form(bob.page, '/all').getByRole('button', { name: 'Send' }).click()
      await form(bob.page, '/all').getByRole('combobox', { name: 'person', exact: true }).click()
      assert.deepEqual(await seriousFaults(bob.page, 'main'), [])
      assert.deepEqual(bob.problems, [])
    })
  }

  test('using commands writes no error', () => assert.deepEqual(alice.problems, []))
})
