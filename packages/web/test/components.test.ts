/** People use the components of messages of a discord.js bot. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type AnySelectMenuInteraction,
  type ButtonInteraction,
  ChannelType,
  type MessageCreateOptions,
  MessageFlags,
} from 'discord.js'
import { articles, type Lab, startBotLab } from './support/bot-lab.ts'
import { type Person, seriousFaults } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

/** Returns a message of older components: rows of buttons, or of one select. */
function rows(content: string, ...components: object[][]): MessageCreateOptions {
  return { content, components: components.map((row) => ({ type: 1, components: row })) } as MessageCreateOptions
}

const button = (label: string, custom_id: string, more: object = {}) => ({
  type: 2,
  style: 2,
  label,
  custom_id,
  ...more,
})
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const COLOURS = ['red', 'green', 'blue'].map((value) => ({ label: value, value, description: `As ${value} as can be` }))

describe('components of messages in the app', { skip: NO_BROWSER }, () => {
  let lab: Lab
  let alice: Person

  before(async () => {
    lab = await startBotLab()
    alice = await lab.open('alice', { size: 'desk' })
  })

  after(() => lab?.close())

  test('a button is pressed, waits for the bot, and shows what the bot makes of it', async () => {
    const { page } = alice
    const { article } = await lab.post(
      page,
      rows('pick one', [button('One', 'one'), button('Two', 'two', { style: 1 })]),
    )
    const received = lab.next<ButtonInteraction>()
    await article.getByRole('button', { name: 'One', exact: true }).click()
    const pressed = await received
    assert.equal(pressed.customId, 'one')
    await article.locator('[aria-busy=true]').getByText('One').waitFor()
    await pressed.update(rows('picked one', [button('Again', 'again')]) as never)
    await article.getByRole('button', { name: 'Again', exact: true }).waitFor()
    await article.getByText('picked one').waitFor()
    assert.equal(await article.getByRole('button', { name: 'One', exact: true }).count(), 0)
  })

  test('a button without a response fails visibly, and can be pressed again', async () => {
    const { page } = alice
    const { article } = await lab.post(page, rows('silent', [button('Silent', 'silent')]))
    const received = lab.next<ButtonInteraction>()
    await article.getByRole('button', { name: 'Silent' }).click()
    await received
    lab.passResponseTime()
    await article.getByText('This interaction failed', { exact: true }).waitFor()
    const again = lab.next<ButtonInteraction>()
    await article.getByRole('button', { name: 'Silent' }).click()
    await (await again).reply({ content: 'heard', flags: MessageFlags.Ephemeral })
    const answer = articles(page, 'heard')
    await answer.getByText('Only you can see this').waitFor()
    assert.equal(await article.getByText('This interaction failed').count(), 0)
    await answer.getByRole('button', { name: 'Dismiss message', exact: true }).click()
    await answer.waitFor({ state: 'detached' })
  })

  test('links lead away without an opener, and disabled buttons and foreign schemes do nothing', async () => {
    const { article } = await lab.post(
      alice.page,
      rows('links', [
        { type: 2, style: 5, label: 'Docs', url: 'https://example.com/docs' },
        { type: 2, style: 5, label: 'App', url: 'discord://-/settings' },
        button('Off', 'off', { disabled: true }),
        button('Fine', 'fine', { style: 3, emoji: { name: '🔥' } }),
        button('Gone', 'gone', { style: 4 }),
      ]),
    )
    const link = article.getByRole('link', { name: 'Docs', exact: true })
    assert.equal(await link.getAttribute('href'), 'https://example.com/docs')
    assert.match((await link.getAttribute('rel')) ?? '', /noopener.*noreferrer/)
    assert.equal(await article.getByRole('link', { name: 'App' }).count(), 0)
    for (const name of ['App', 'Off']) assert.ok(await article.getByRole('button', { name, exact: true }).isDisabled())
    assert.ok(await article.getByRole('button', { name: 'Fine', exact: true }).isEnabled())
  })

  test('a premium button says that nothing is sold here', async () => {
    const sku = lab.filled.applications.ping?.skus?.plan?.id
    const { article } = await lab.post(alice.page, rows('buy', [{ type: 2, style: 6, sku_id: sku }]))
    await article.getByRole('button', { name: 'Upgrade' }).click()
    const dialog = alice.page.getByRole('dialog', { name: 'Upgrade ping' })
    await dialog.getByRole('button', { name: 'OK' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('a select of one value sends it at once', async () => {
    const select = { type: 3, custom_id: 'colour', placeholder: 'Colour', options: COLOURS }
    const { article } = await lab.post(alice.page, rows('one colour', [select]))
    const received = lab.next<AnySelectMenuInteraction>()
    await article.getByRole('combobox', { name: 'Colour', exact: true }).click()
    await article.getByRole('option', { name: /^green/ }).click()
    const chosen = await received
    assert.deepEqual(chosen.values, ['green'])
    await chosen.deferUpdate()
    await article.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    assert.equal(await article.getByRole('combobox').inputValue(), 'green')
  })

  for (const [how, leave] of [
    ['Escape', () => alice.page.keyboard.press('Escape')],
    ['Tab', () => alice.page.keyboard.press('Tab')],
    ['a press elsewhere', () => alice.page.getByRole('log').click({ position: { x: 700, y: 8 } })],
  ] as const) {
    test(`a select of several values sends them when ${how} closes its list`, async () => {
      const options = COLOURS.map((option) => ({ ...option, default: option.value === 'red' }))
      const select = { type: 3, custom_id: 'several', placeholder: 'Several', min_values: 1, max_values: 2, options }
      const { article } = await lab.post(alice.page, rows(`several by ${how}`, [select]))
      const box = article.getByRole('combobox', { name: 'Several', exact: true })
      assert.equal(await box.inputValue(), 'red')
      // Opening and closing alone sends nothing.
      await box.click()
      await leave()
      await article.getByRole('listbox').waitFor({ state: 'detached' })
      assert.equal(await article.locator('[aria-busy=true]').count(), 0)
      const received = lab.next<AnySelectMenuInteraction>()
      await box.click()
      await article.getByRole('option', { name: /^blue/ }).click()
      assert.equal(await article.getByRole('option', { name: /^green/ }).getAttribute('aria-disabled'), 'true')
      await leave()
      const chosen = await received
      assert.deepEqual(chosen.values, ['red', 'blue'])
      await chosen.deferUpdate()
      await article.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    })
  }

  test('selects of users, roles, mentionables and channels offer what is here', async () => {
    const { guilds, users } = lab.filled
    const roles = await lab.channel.guild.roles.fetch()
    const crew = roles.find(({ name }) => name === 'crew')?.id
    const cases = [
      [5, 'Person', 'bob', users.bob?.id, {}],
      [6, 'Role', 'crew', crew, {}],
      [7, 'Anyone', 'crew', crew, {}],
      [8, 'Place', 'lounge', guilds.lab?.channels.lounge?.id, { channel_types: [ChannelType.GuildVoice] }],
    ] as const
    const selects = cases.map(([type, placeholder, , , more]) => [
      { type, custom_id: placeholder, placeholder, ...more },
    ])
    const { article } = await lab.post(alice.page, rows('entities', ...selects))
    for (const [type, placeholder, name, id] of cases) {
      const received = lab.next<AnySelectMenuInteraction>()
      await article.getByRole('combobox', { name: placeholder, exact: true }).click()
      if (type === 8) assert.equal(await article.getByRole('option').count(), 1)
      await article.getByRole('option', { name: new RegExp(`^${name}`) }).click()
      const chosen = await received
      assert.equal(chosen.componentType, type)
      assert.deepEqual(chosen.values, [id])
      await chosen.deferUpdate()
    }
  })

  test('a select is searched by typing and used by keyboard alone', async () => {
    const { article } = await lab.post(
      alice.page,
      rows('typed', [{ type: 5, custom_id: 'typed', placeholder: 'Typed' }]),
    )
    const received = lab.next<AnySelectMenuInteraction>()
    const box = article.getByRole('combobox', { name: 'Typed' })
    await box.focus()
    await box.press('ArrowDown')
    await article.getByRole('option', { name: /^alice/ }).waitFor()
    await box.pressSequentially('builder')
    await article.getByRole('option', { name: /^alice/ }).waitFor({ state: 'detached' })
    await box.press('Enter')
    const chosen = await received
    assert.deepEqual(chosen.values, [lab.filled.users.bob?.id])
    await chosen.deferUpdate()
  })

  test('newer components are laid out, and spoilers are not in the page until they are opened', async () => {
    const file = { attachment: Buffer.from('a,b\n1,2\n'), name: 'table.csv' }
    const picture = { media: { url: 'attachment://dot.png' }, description: 'A dot' }
    const text = (content: string) => ({ type: 10, content })
    const { article } = await lab.post(alice.page, {
      flags: MessageFlags.IsComponentsV2,
      files: [file, { attachment: PIXEL, name: 'dot.png' }],
      components: [
        text('## Layout\nof **all** parts'),
        {
          type: 17,
          accent_color: 0x22aa66,
          components: [
            { type: 9, components: [text('A section'), text('of two texts')], accessory: button('Go', 'go') },
            { type: 14, divider: true, spacing: 2 },
            { type: 9, components: [text('With a picture')], accessory: { type: 11, ...picture } },
            { type: 12, items: [picture, { ...picture, description: 'Another dot', spoiler: true }] },
            { type: 13, file: { url: 'attachment://table.csv' } },
            { type: 1, components: [button('Below', 'below', { style: 1 })] },
          ],
        },
        { type: 17, spoiler: true, components: [text('A secret')] },
      ],
    } as never)
    await article.getByRole('heading', { name: 'Layout' }).waitFor()
    assert.equal(await article.getByRole('img', { name: 'A dot', exact: true }).count(), 2)
    assert.equal(await article.getByRole('img', { name: 'Another dot' }).count(), 0)
    const link = article.getByRole('link', { name: 'table.csv', exact: true })
    assert.equal(await link.count(), 1)
    assert.match((await link.getAttribute('href')) ?? '', /table\.csv/)
    assert.equal(await article.getByText('A secret').count(), 0)
    const spoilers = article.getByRole('button', { name: 'Spoiler', exact: true })
    await spoilers.last().click()
    await article.getByText('A secret').waitFor()
    await spoilers.first().click()
    await article.getByRole('img', { name: 'Another dot' }).waitFor()
    const received = lab.next<ButtonInteraction>()
    await article.getByRole('button', { name: 'Go', exact: true }).click()
    await (await received).deferUpdate()
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`components have no serious faults in the ${theme} theme`, async () => {
      await using bob = await lab.open('bob', { theme })
      await bob.page.getByRole('combobox', { name: 'Colour', exact: true }).click()
      assert.deepEqual(await seriousFaults(bob.page, '[role=log]'), [])
      assert.deepEqual(bob.problems, [])
    })
  }

  test('using components writes no error', () => assert.deepEqual(alice.problems, []))
})
