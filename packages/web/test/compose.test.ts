/** People send more than text: polls, files, recordings, stickers, forwards. A bot sees what arrived. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AttachmentFlags, MessageFlags, type NewsChannel } from 'discord.js'
import type { Page } from 'playwright-core'
import { articles, type Lab, messageBox, startBotLab } from './support/bot-lab.ts'
import { assertSound, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const FILE_MAX_BYTES = 20 * 1024 * 1024
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Opens an entry of the menu of a message. */
async function choose(page: Page, text: string | RegExp, entry: string): Promise<void> {
  const article = articles(page, text).last()
  await article.hover()
  await article.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Pastes or drops files as the browser does. */
async function handOver(page: Page, selector: string, event: 'paste' | 'drop', names: readonly string[]) {
  await page.locator(selector).evaluate(
    (target, { event, names }) => {
      const data = new DataTransfer()
      for (const name of names) data.items.add(new File(['x'], name, { type: 'image/png' }))
      const shared = { bubbles: true, cancelable: true }
      target.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { ...shared, clipboardData: data })
          : new DragEvent('drop', { ...shared, dataTransfer: data }),
      )
    },
    { event, names },
  )
}

describe('sending more than text', { skip: NO_BROWSER }, () => {
  let lab: Lab
  let alice: Person
  let bob: Person
  const newest = async () => (await lab.channel.messages.fetch({ limit: 1, cache: false })).first()

  before(async () => {
    lab = await startBotLab()
    ;[alice, bob] = await Promise.all([lab.open('alice'), lab.open('bob')])
  })
  after(() => lab?.close())

  test('a poll is created, voted on, ended, and its voters are listed', async () => {
    const { page } = alice
    await page.getByRole('button', { name: 'More ways to send' }).click()
    await page.getByRole('menuitem', { name: 'Create poll' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create poll' })
    await dialog.getByRole('button', { name: 'Post' }).click()
    await dialog.getByRole('alert').getByText('A poll needs a question.').waitFor()
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Lunch?')
    await dialog.getByRole('textbox', { name: 'Answer 1' }).fill('Soup')
    await dialog.getByRole('textbox', { name: 'Answer 2' }).fill('Cake')
    await dialog.getByRole('button', { name: 'Emoji of answer 1' }).click()
    await page.getByLabel('Search emoji').fill('fire')
    await page.getByLabel('Search emoji').press('Enter')
    await dialog.getByLabel('Duration').selectOption('72')
    await dialog.getByRole('switch', { name: 'Allow several answers' }).check()
    await assertSound(alice)
    await dialog.getByRole('button', { name: 'Post' }).click()
    const poll = articles(bob.page, 'Lunch?')
    await poll.getByRole('checkbox', { name: 'Soup' }).check()
    await poll.getByRole('checkbox', { name: 'Cake' }).check()
    await poll.getByRole('button', { name: 'Vote' }).click()
    await poll.getByRole('button', { name: 'Remove vote' }).waitFor()
    const sent = (await newest())?.poll
    assert.equal(sent?.question.text, 'Lunch?')
    assert.equal(sent.allowMultiselect, true)
    assert.deepEqual(
      sent.answers.map(({ text, emoji }) => [text, emoji?.name]),
      [
        ['Soup', '🔥'],
        ['Cake', undefined],
      ],
    )
    const hours = ((sent.expiresTimestamp ?? 0) - Date.now()) / 3_600_000
    assert.ok(hours > 71 && hours <= 72.1, String(hours))

    await articles(page, 'Lunch?').getByRole('button', { name: 'Show results' }).click()
    await articles(page, 'Lunch?').getByRole('button', { name: 'Show voters' }).click()
    const voters = page.getByRole('dialog', { name: 'Voters' })
    await voters.getByRole('button', { name: 'Cake 1' }).click()
    await voters.getByRole('listitem').filter({ hasText: 'Bob Builder' }).waitFor()
    await voters.getByRole('button', { name: 'Close' }).click()
    await choose(page, 'Lunch?', 'End poll')
    await page.getByRole('dialog').getByRole('button', { name: 'End poll' }).click()
    await articles(bob.page, 'closed the poll “Lunch?”').waitFor()
    await articles(bob.page, 'Lunch?').first().getByText('Closed', { exact: true }).waitFor()
  })

  test('files are described, marked as spoiler, removed and sent together', async () => {
    const { page } = alice
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        { name: 'cat.png', mimeType: 'image/png', buffer: PIXEL },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('the notes') },
        { name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('not this') },
      ])
    const files = page.getByRole('list', { name: 'Files to send' })
    await files.getByRole('button', { name: 'Remove wrong.txt' }).click()
    await files.getByRole('button', { name: 'Describe cat.png' }).click()
    const dialog = page.getByRole('dialog', { name: 'Describe cat.png' })
    await dialog.getByRole('textbox', { name: 'Description' }).fill('A cat on a wall')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await files.getByRole('button', { name: 'Mark notes.txt as spoiler' }).click()
    await assertSound(alice)
    await messageBox(page).fill('two files')
    await messageBox(page).press('Enter')
    const shown = articles(bob.page, 'two files')
    await shown.getByRole('img', { name: 'A cat on a wall' }).waitFor()
    await shown.getByRole('button', { name: 'Spoiler', exact: true }).click()
    await shown.getByRole('link', { name: 'notes.txt' }).waitFor()
    const attachments = [...((await newest())?.attachments.values() ?? [])]
    assert.deepEqual(
      attachments.map(({ name, description, flags }) => [name, description, flags.has(AttachmentFlags.IsSpoiler)]),
      [
        ['cat.png', 'A cat on a wall', false],
        ['notes.txt', null, true],
      ],
    )
  })

  test('pictures are pasted and dropped; a file above the limit is refused before it is sent', async () => {
    const { page } = alice
    await handOver(page, 'textarea', 'paste', ['pasted.png'])
    await handOver(page, 'main header', 'drop', ['dropped.png'])
    const files = page.getByRole('list', { name: 'Files to send' })
    await files.getByText('pasted.png').waitFor()
    await files.getByText('dropped.png').waitFor()
    await page.locator('textarea').evaluate((box, size) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(size + 1)], 'huge.bin'))
      box.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }))
    }, FILE_MAX_BYTES)
    await page.getByRole('alert').getByText('huge.bin has 20.0 MB. A file may have at most 20.0 MB.').waitFor()
    assert.equal(await files.getByRole('listitem').count(), 2)
    await messageBox(page).press('Enter')
    await articles(bob.page, 'dropped.png').getByRole('link', { name: 'pasted.png' }).waitFor()
  })

  test('a message is forwarded with a comment', async () => {
    const { page } = bob
    await lab.post(page, { content: 'worth sharing' })
    await choose(page, 'worth sharing', 'Forward')
    const dialog = page.getByRole('dialog', { name: 'Forward message' })
    await dialog.getByRole('button', { name: 'Forward' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('combobox', { name: 'Forward to' }).fill('rand')
    await dialog.getByRole('option', { name: /^random/ }).click()
    await dialog.getByRole('combobox', { name: 'Forward to' }).press('Tab')
    await dialog.getByRole('textbox', { name: 'Comment (optional)' }).fill('look at this')
    await dialog.getByRole('button', { name: 'Forward' }).click()
    const log = page.getByRole('log', { name: 'Messages in random' })
    await log.getByRole('article').filter({ hasText: 'look at this' }).waitFor()
    const texts = await log.getByRole('article').allInnerTexts()
    assert.match(texts[0] ?? '', /Forwarded\s+worth sharing/)
    assert.match(texts[1] ?? '', /look at this/)
    await page.getByRole('link', { name: 'general', exact: true }).click()
  })

  test('stickers of the standard packs and silent messages are sent', async () => {
    const { page } = alice
    await page.getByRole('button', { name: 'Stickers' }).click()
    const picker = page.getByRole('dialog', { name: 'Stickers' })
    await picker.getByLabel('Search stickers').fill('love')
    await assertSound(alice)
    await picker.getByRole('button', { name: 'Heart' }).click()
    await articles(bob.page, 'Heart').waitFor()
    assert.deepEqual(
      (await newest())?.stickers.map(({ name }) => name),
      ['Heart'],
    )
    await messageBox(page).fill('@silent nobody wakes up')
    await messageBox(page).press('Enter')
    await articles(bob.page, 'nobody wakes up').waitFor()
    assert.equal((await newest())?.flags.has(MessageFlags.SuppressNotifications), true)
    await messageBox(page).fill('nor now')
    await page.getByRole('button', { name: 'More ways to send' }).click()
    await page.getByRole('menuitem', { name: 'Send without notification' }).click()
    await articles(bob.page, 'nor now').waitFor()
    assert.equal((await newest())?.flags.has(MessageFlags.SuppressNotifications), true)
  })

  test('a voice message is recorded, sent, played and moved through', async () => {
    const { page } = alice
    await page.getByRole('button', { name: 'Record a voice message' }).click()
    const dialog = page.getByRole('dialog', { name: 'Voice message' })
    await dialog.getByText('0:01').waitFor()
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await dialog.getByRole('button', { name: 'Play voice message' }).waitFor()
    await assertSound(alice)
    await dialog.getByRole('button', { name: 'Send' }).click()
    const shown = bob.page.getByRole('log').getByRole('article').last()
    await shown.getByRole('button', { name: 'Play voice message' }).click()
    await shown.getByRole('button', { name: 'Pause' }).waitFor()
    const position = shown.getByRole('slider', { name: 'Position' })
    await position.press('End')
    await shown.getByRole('button', { name: 'Play voice message' }).waitFor()
    const message = await newest()
    const recording = message?.attachments.first()
    assert.equal(message?.flags.has(MessageFlags.IsVoiceMessage), true)
    assert.match(recording?.contentType ?? '', /^audio\//)
    assert.ok((recording?.duration ?? 0) > 0)
    assert.ok(Buffer.from(recording?.waveform ?? '', 'base64').length > 0)
  })

  test('a message is published, and embeds of a message are removed', async () => {
    const { page } = alice
    const news = lab.bot.channels.cache.find((channel) => 'name' in channel && channel.name === 'news') as NewsChannel
    await page.getByRole('link', { name: /^news/ }).click()
    await messageBox(page, 'news').fill('big news')
    await messageBox(page, 'news').press('Enter')
    await choose(page, 'big news', 'Publish')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal((await news.messages.fetch({ limit: 1 })).first()?.flags.has(MessageFlags.Crossposted), true)
    await page.getByRole('link', { name: 'general', exact: true }).click()
    const { message } = await lab.post(page, { content: 'with embed', embeds: [{ description: 'the embed' }] })
    await choose(page, 'with embed', 'Remove embeds')
    await page.getByText('the embed').waitFor({ state: 'detached' })
    assert.equal((await message.fetch(true)).flags.has(MessageFlags.SuppressEmbeds), true)
  })

  test('a message that the server refuses stays with Retry and Delete', async () => {
    const { page } = alice
    let refuse = true
    await page.route('**/messages', (route) =>
      refuse && route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { code: 20028, message: 'Slow down' } })
        : route.continue(),
    )
    await messageBox(page).fill('at the second try')
    await messageBox(page).press('Enter')
    const failed = articles(page, 'at the second try')
    await failed.getByRole('alert').getByText('Slow down').waitFor()
    refuse = false
    await failed.getByRole('button', { name: 'Retry' }).click()
    await articles(bob.page, 'at the second try').waitFor()
    refuse = true
    await messageBox(page).fill('never')
    await messageBox(page).press('Enter')
    await articles(page, 'never').getByRole('button', { name: 'Delete' }).click()
    await articles(page, 'never').waitFor({ state: 'detached' })
    await page.unroute('**/messages')
    for (const person of [alice, bob]) await assertSound(person)
  })
})
