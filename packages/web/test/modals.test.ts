/** People fill in the modals of a discord.js bot. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ButtonInteraction, ChatInputCommandInteraction, ModalSubmitInteraction } from 'discord.js'
import type { Locator } from 'playwright-core'
import { articles, type Lab, messageBox, startBotLab } from './support/bot-lab.ts'
import { type Person, seriousFaults } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const label = (name: string, component: object, more: object = {}) => ({ type: 18, label: name, component, ...more })
const options = ['Red', 'Green', 'Blue'].map((name) => ({
  label: name,
  value: name.toLowerCase(),
  description: `${name} it is`,
}))

/** Every component of a modal, in forms that fit: a modal has five at most. */
const texts = {
  title: 'Texts and files',
  custom_id: 'texts',
  components: [
    { type: 10, content: 'Fill in **all** of it' },
    label('Name', { type: 4, custom_id: 'name', style: 1, min_length: 3 }, { description: 'As it is written' }),
    label('Story', { type: 4, custom_id: 'story', style: 2, required: false, value: 'Once' }),
    label('Proof', { type: 19, custom_id: 'proof', max_values: 2, file_types: ['.txt'] }),
    label('I agree', { type: 23, custom_id: 'agree' }),
  ],
}
const choices = {
  title: 'Choices',
  custom_id: 'choices',
  components: [
    label('Colour', { type: 3, custom_id: 'colour', options }),
    label('One', { type: 21, custom_id: 'one', options }),
    label('Some', { type: 22, custom_id: 'some', options, max_values: 2 }),
  ],
}
const entities = {
  title: 'Entities',
  custom_id: 'entities',
  components: [
    label('Person', { type: 5, custom_id: 'person', max_values: 2 }),
    label('Role', { type: 6, custom_id: 'role' }),
    label('Anyone', { type: 7, custom_id: 'anyone', required: false }),
    label('Place', { type: 8, custom_id: 'place', channel_types: [2] }),
  ],
}

describe('modals in the app', { skip: NO_BROWSER }, () => {
  let lab: Lab
  let alice: Person

  before(async () => {
    lab = await startBotLab([{ name: 'form', description: 'Opens a form' }])
    alice = await lab.open('alice', { size: 'desk' })
  })

  after(() => lab?.close())

  /** Opens a modal by a button of the bot. */
  async function openModal(modal: { title: string }, page = alice.page): Promise<Locator> {
    const components = [{ type: 1, components: [{ type: 2, style: 1, label: 'Open', custom_id: 'open' }] }]
    const { article } = await lab.post(page, { content: `open ${modal.title}`, components } as never)
    const pressed = lab.next<ButtonInteraction>()
    await article.getByRole('button', { name: 'Open', exact: true }).click()
    await (await pressed).showModal(modal as never)
    const dialog = page.getByRole('dialog', { name: modal.title, exact: true })
    await dialog.waitFor()
    return dialog
  }

  const submit = (dialog: Locator) => dialog.getByRole('button', { name: 'Submit', exact: true }).click()

  test('[MOD-9] [MOD-11] texts, a file and a checkbox are filled in and reach the bot', async () => {
    const dialog = await openModal(texts)
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
    assert.equal(await name.evaluate((field) => field === document.activeElement), true)
    assert.equal(await dialog.locator('strong').innerText(), 'all')
    await name.fill('Al')
    const requests: string[] = []
    alice.page.on('request', (request) => requests.push(request.url()))
    await submit(dialog)
    await dialog.locator('[aria-invalid=true]').first().waitFor()
    assert.equal(await name.getAttribute('aria-invalid'), 'true')
    assert.equal(await dialog.getByLabel('Proof', { exact: true }).getAttribute('aria-invalid'), 'true')
    assert.equal(await name.inputValue(), 'Al')
    assert.deepEqual(
      requests.filter((url) => url.includes('/interactions')),
      [],
    )
    await name.fill('Alice')
    const story = dialog.getByRole('textbox', { name: 'Story', exact: true })
    assert.equal(await story.inputValue(), 'Once')
    await story.fill('Once\nupon a time')
    const proof = dialog.getByLabel('Proof', { exact: true })
    await proof.setInputFiles({ name: 'wrong.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') })
    await submit(dialog)
    assert.equal(await proof.getAttribute('aria-invalid'), 'true')
    await proof.setInputFiles([
      { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('first') },
      { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('second') },
    ])
    await dialog.getByRole('checkbox', { name: 'I agree', exact: true }).check()
    const received = lab.next<ModalSubmitInteraction>()
    await submit(dialog)
    const { fields, ...submitted } = await received
    await dialog.waitFor({ state: 'detached' })
    assert.ok(submitted)
    assert.equal(fields.getTextInputValue('name'), 'Alice')
    assert.equal(fields.getTextInputValue('story'), 'Once\nupon a time')
    const files = [...(fields.getUploadedFiles('proof') ?? new Map()).values()]
    assert.deepEqual(
      files.map((file) => file.name),
      ['one.txt', 'two.txt'],
    )
    assert.equal(await (await fetch(files[1].url)).text(), 'second')
    assert.equal((fields.getField('agree') as unknown as { value: boolean }).value, true)
  })

  test('a select, a radio group and a group of checkboxes reach the bot', async () => {
    const { page } = alice
    const dialog = await openModal(choices)
    await submit(dialog)
    const one = dialog.getByRole('radiogroup', { name: 'One', exact: true })
    const some = dialog.getByRole('group', { name: 'Some', exact: true })
    await one.and(page.locator('[aria-invalid=true]')).waitFor()
    assert.equal(await some.getAttribute('aria-invalid'), 'true')
    const colour = dialog.getByRole('combobox', { name: 'Colour', exact: true })
    assert.equal(await colour.getAttribute('aria-invalid'), 'true')
    await colour.click()
    await page.getByRole('option', { name: /^Green/ }).click()
    await one.getByRole('radio', { name: /^Blue/ }).check()
    await some.getByRole('checkbox', { name: /^Red/ }).check()
    await some.getByRole('checkbox', { name: /^Blue/ }).check()
    assert.ok(await some.getByRole('checkbox', { name: /^Green/ }).isDisabled())
    assert.equal(await dialog.locator('[aria-invalid=true]').count(), 0)
    const received = lab.next<ModalSubmitInteraction>()
    await submit(dialog)
    const submitted = await received
    const values = submitted.components.map((row) => {
      const { component } = row as unknown as { component: { value?: string; values?: string[] } }
      return component.values ? [...component.values] : component.value
    })
    assert.deepEqual(values, [['green'], 'blue', ['red', 'blue']])
    await submitted.reply('taken')
    await articles(page, 'taken').waitFor()
  })

  test('users, roles, mentionables and channels reach the bot, and Escape closes a list before the dialog', async () => {
    const { page } = alice
    const { users, guilds } = lab.filled
    const dialog = await openModal(entities)
    const person = dialog.getByRole('combobox', { name: 'Person', exact: true })
    await person.click()
    await page.getByRole('option', { name: /^bob/ }).click()
    await page.getByRole('option', { name: /^carol/ }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('option', { name: /^carol/ }).waitFor({ state: 'detached' })
    assert.equal(await person.inputValue(), 'bob, carol')
    await dialog.getByRole('combobox', { name: 'Role', exact: true }).click()
    await page.getByRole('option', { name: /^crew/ }).click()
    await dialog.getByRole('combobox', { name: 'Place', exact: true }).click()
    await page.getByRole('option', { name: /^lounge/ }).click()
    const received = lab.next<ModalSubmitInteraction>()
    await submit(dialog)
    const { fields } = await received
    assert.deepEqual([...(fields.getSelectedUsers('person')?.keys() ?? [])], [users.bob?.id, users.carol?.id])
    assert.equal(fields.getSelectedRoles('role')?.first()?.name, 'crew')
    assert.deepEqual((fields.getField('anyone') as unknown as { values: string[] }).values, [])
    assert.equal(fields.getSelectedChannels('place')?.first()?.id, guilds.lab?.channels.lounge?.id)
  })

  test('a modal of a command is used by keyboard alone, and Escape gives it up', async () => {
    const { page } = alice
    const opens = async () => {
      await messageBox(page).pressSequentially('/form')
      const received = lab.next<ChatInputCommandInteraction>()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await (await received).showModal(texts as never)
      const dialog = page.getByRole('dialog', { name: 'Texts and files', exact: true })
      await dialog.waitFor()
      return dialog
    }
    const first = await opens()
    await page.keyboard.press('Escape')
    await first.waitFor({ state: 'detached' })
    const row = { type: 1, components: [{ type: 4, custom_id: 'old', style: 1, label: 'Older', required: true }] }
    await messageBox(page).pressSequentially('/form')
    const received = lab.next<ChatInputCommandInteraction>()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await (await received).showModal({ title: 'Older form', custom_id: 'older', components: [row] } as never)
    await page.getByRole('textbox', { name: 'Older', exact: true }).waitFor()
    await page.keyboard.type('typed')
    const submitted = lab.next<ModalSubmitInteraction>()
    await page.keyboard.press('Enter')
    assert.equal((await submitted).fields.getTextInputValue('old'), 'typed')
  })

  test('a modal that the server refuses keeps what was written', async () => {
    const { page } = alice
    const dialog = await openModal(choices)
    await dialog.getByRole('radio', { name: /^Red/ }).check()
    await dialog.getByRole('checkbox', { name: /^Red/ }).check()
    await dialog.getByRole('combobox', { name: 'Colour' }).click()
    await page.getByRole('option', { name: /^Red/ }).click()
    await page.route('**/interactions', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"message":"Not now","code":50035}' }),
    )
    await submit(dialog)
    await dialog.getByRole('alert').filter({ hasText: 'Not now' }).waitFor()
    assert.ok(await dialog.getByRole('radio', { name: /^Red/ }).isChecked())
    await page.unroute('**/interactions')
    const received = lab.next<ModalSubmitInteraction>()
    const failures = articles(page, 'The application did not respond')
    const before = await failures.count()
    await submit(dialog)
    await received
    lab.passResponseTime()
    await dialog.waitFor({ state: 'detached' })
    // The bot says nothing: the failure is in the log.
    await failures.nth(before).waitFor()
  })

  test('a modal opens only where the person has used the application', async () => {
    await using second = await lab.open('alice')
    const dialog = await openModal(choices, second.page)
    assert.equal(await alice.page.getByRole('dialog').count(), 0)
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`modals have no serious faults in the ${theme} theme`, async () => {
      await using bob = await lab.open('bob', { theme })
      for (const modal of [texts, choices, entities]) {
        const dialog = await openModal(modal, bob.page)
        await submit(dialog)
        await dialog.locator('[aria-invalid=true]').first().waitFor()
        assert.deepEqual(await seriousFaults(bob.page, 'dialog'), [], modal.title)
        await bob.page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }
      assert.deepEqual(bob.problems, [])
    })
  }

  test('using modals writes no error', () => assert.deepEqual(alice.problems, []))
})
