/** People use the app by keyboard, and leave and find their place in what they have read. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { articles, type Lab, messageBox, startBotLab } from './support/bot-lab.ts'
import { assertSound, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

async function say(page: Page, text: string, channel = 'general'): Promise<void> {
  await messageBox(page, channel).fill(text)
  await messageBox(page, channel).press('Enter')
}

describe('keyboard and places in the app', { skip: NO_BROWSER }, () => {
  let lab: Lab
  let alice: Person
  let bob: Person

  before(async () => {
    lab = await startBotLab()
    ;[alice, bob] = await Promise.all([lab.open('alice'), lab.open('bob', { channel: 'random' })])
  })
  after(() => lab?.close())

  test('the channel list is made wider by keyboard and pointer, and stays so', async () => {
    const { page } = alice
    const edge = page.getByRole('separator', { name: 'Width of the channel list' })
    const width = () => edge.getAttribute('aria-valuenow').then(Number)
    const usual = await width()
    await edge.press('ArrowRight')
    assert.equal(await width(), usual + 16)
    await edge.hover()
    const { x = 0 } = (await edge.boundingBox()) ?? {}
    await page.mouse.down()
    await page.mouse.move(x + 60, 300, { steps: 3 })
    await page.mouse.up()
    assert.ok((await width()) > usual + 40)
    const chosen = await width()
    await page.reload()
    await edge.waitFor()
    assert.equal(await width(), chosen)
    await edge.press('End')
    await edge.press('ArrowRight')
    assert.equal(await width(), 400)
    await edge.dblclick()
    assert.equal(await width(), usual)
  })

  test('the quick switcher goes to channels, those with unread messages first', async () => {
    const { page } = alice
    await say(bob.page, 'news for alice', 'random')
    await page.getByRole('link', { name: 'random, unread' }).waitFor()
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Go to' })
    const options = dialog.getByRole('option')
    assert.match(await options.first().innerText(), /^random/)
    await assertSound(alice)
    await dialog.getByRole('combobox').fill('gener')
    await dialog.getByRole('option', { name: /^general/ }).waitFor()
    await page.keyboard.press('Enter')
    await messageBox(page).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Enter')
    await messageBox(page, 'random').waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await messageBox(page).waitFor()
  })

  test('keys lead through channels and guilds, and open panels', async () => {
    const { page } = alice
    // The browser takes up the interception of choosers some time after the first listener asked for it.
    const chosen = Promise.withResolvers<void>()
    page.on('filechooser', () => chosen.resolve())
    await page.keyboard.press('Alt+ArrowDown')
    await messageBox(page, 'random').waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await messageBox(page).waitFor()
    await say(bob.page, 'more news', 'random')
    await page.getByRole('link', { name: 'random, unread' }).waitFor()
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await messageBox(page, 'random').waitFor()
    await page.keyboard.press('Control+Alt+ArrowUp')
    await page.getByRole('heading', { name: 'Friends', level: 1 }).waitFor()
    await page.keyboard.press('Control+Alt+ArrowDown')
    await messageBox(page, 'random').waitFor()
    await page.keyboard.press('Control+p')
    await page.getByRole('region', { name: 'Pinned messages' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Pinned messages' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+f')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Search…')
    await page.keyboard.press('Control+e')
    await page.getByLabel('Search emoji').fill('fire')
    await page.keyboard.press('Enter')
    assert.equal(await messageBox(page, 'random').inputValue(), '🔥')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Message #random')
    await page.keyboard.press('Control+Shift+u')
    await chosen.promise
    await page.keyboard.press('Control+/')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.getByText('Mark the guild as read').waitFor()
    await assertSound(alice)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await messageBox(page, 'random').fill('')
  })

  test('keys format the text, and the up arrow edits the last message', async () => {
    const { page } = alice
    const box = messageBox(page, 'random')
    await box.fill('plain bold')
    await box.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(6, 10))
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Control+i')
    assert.equal(await box.inputValue(), 'plain ***bold***')
    await page.keyboard.press('Control+i')
    await page.keyboard.press('Control+u')
    assert.equal(await box.inputValue(), 'plain **__bold__**')
    await page.keyboard.press('Control+z')
    assert.equal(await box.inputValue(), 'plain **bold**')
    await box.press('Enter')
    await articles(bob.page, 'plain bold').waitFor()
    await box.press('ArrowUp')
    const editor = page.getByRole('textbox', { name: 'Edit message' })
    assert.equal(await editor.inputValue(), 'plain **bold**')
    await editor.fill('changed')
    await editor.press('Enter')
    await articles(bob.page, 'changed').getByText('(edited)').waitFor()
    await editor.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Message #random')
  })

  test('a message is marked as unread, and Escape marks the channel as read', async () => {
    const { page } = alice
    const article = articles(page, 'more news')
    await article.hover()
    await article.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Mark as unread' }).click()
    await page.getByRole('link', { name: 'random, unread' }).waitFor()
    await page.getByText('New', { exact: true }).waitFor()
    await messageBox(page, 'random').press('Escape')
    await page.getByRole('link', { name: 'random', exact: true }).waitFor()
    await page.getByRole('link', { name: 'general', exact: true }).click()
    await messageBox(page).waitFor()
    await say(bob.page, 'yet more', 'random')
    await page.getByRole('link', { name: 'random, unread' }).waitFor()
    await page.keyboard.press('Shift+Escape')
    await page.getByRole('link', { name: 'random', exact: true }).waitFor()
  })

  test('a channel with many new messages offers a jump to the first of them', async () => {
    const { page } = alice
    const random = lab.bot.channels.cache.find((channel) => 'name' in channel && channel.name === 'random')
    assert.ok(random?.isSendable())
    for (let number = 1; number <= 70; number += 1) await random.send(`new ${number}`)
    await page.getByRole('link', { name: 'random, unread' }).click()
    await articles(page, 'new 70').waitFor()
    await page.getByRole('button', { name: 'Jump to first unread' }).click()
    await page.getByText('New', { exact: true }).waitFor()
    await articles(page, /new 1$/).waitFor()
    await page.getByRole('button', { name: 'Jump to first unread' }).waitFor({ state: 'detached' })
    await assertSound(alice)
    await page.getByRole('button', { name: 'Jump to present' }).click()
    await articles(page, 'new 70').waitFor()
  })
})
