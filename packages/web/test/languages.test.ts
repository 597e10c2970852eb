/** The app in other languages: words, plurals and dates of one language, and the mirrored layout of Arabic. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import type { Locator, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { launchBrowser, openPerson } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const PASSWORD = 'correct horse'
/** A name in Latin letters that is cut wherever a name stands in one line. */
const LONG_NAME = 'The first of very long names that nothing but a message has room for in one line'
const world = {
  users: {
    anna: { password: PASSWORD, locale: 'de' },
    alice: { password: PASSWORD },
    berta: { password: PASSWORD },
    amir: { password: PASSWORD, locale: 'ar' },
    long: { global_name: LONG_NAME.slice(0, 32) },
  },
  guilds: {
    lab: { owner: 'anna', members: ['alice', 'amir', 'berta'], channels: { general: { type: 0 } } },
    cut: {
      name: LONG_NAME,
      owner: 'amir',
      members: ['alice', 'long'],
      channels: {
        group: { type: 4, name: LONG_NAME },
        'first-of-very-long-names-that-no-list-has-room-for-in-one-line': {
          type: 0,
          parent: 'group',
          topic: LONG_NAME,
        },
      },
    },
  },
}

const language = (page: Page) => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])

describe('languages of the app', { skip: NO_BROWSER }, () => {
  let browser: Awaited<ReturnType<typeof launchBrowser>>
  let platform: Awaited<ReturnType<typeof startPlatform>>
  const general = () => platform.world?.guilds.lab?.channels.general?.id
  const conversation = () => `/channels/${platform.world?.guilds.lab?.id}/${general()}`
  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world })])
    const alice = api(platform.api, platform.world?.users.alice?.token)
    const messages = `/channels/${general()}/messages`
    await alice.post(messages, { content: 'Hello, all!' })
    const embeds = [{ title: 'Done.', description: 'It took 4 minutes.', fields: [{ name: 'Time', value: '4 min' }] }]
    await alice.post(messages, { embeds })
    const answers = ['Yes', 'No'].map((text) => ({ poll_media: { text } }))
    await alice.post(messages, { poll: { question: { text: 'Tea?' }, answers, duration: 24 } })
  })
  after(async () => {
    await browser?.close()
    await platform?.close()
  })

  test('settings are in the language of the person, not in that of the browser', async () => {
    await using anna = await openPerson(browser, platform, { as: 'anna' })
    await anna.page.goto('/settings/account')
    await anna.page.getByRole('navigation', { name: 'Einstellungen' }).waitFor()
    await anna.page.getByRole('textbox', { name: 'Aktuelles Passwort' }).waitFor()
    assert.deepEqual(await language(anna.page), ['de', 'ltr'])
    assert.deepEqual(anna.problems, [])
  })

  test('lists of choices of a guild are in the language of the person', async () => {
    await using anna = await openPerson(browser, platform, { as: 'anna' })
    const { page } = anna
    const settings = `/guilds/${platform.world?.guilds.lab?.id}/settings`
    await page.goto(`${settings}/overview`)
    const chosen = (name: string) => page.getByRole('combobox', { name }).locator('option:checked').textContent()
    assert.equal(await chosen('Standard-Benachrichtigungen'), 'Alle Nachrichten')
    assert.equal(await chosen('Filter für anstößige Inhalte'), 'Nicht filtern')
    await page.goto(`${settings}/members`)
    assert.equal(await chosen('Nicht hier seit'), '30 Tage')
    assert.deepEqual(anna.problems, [])
  })

  test('a choice of the language changes the page at once and is kept', async () => {
    await using alice = await openPerson(browser, platform, { as: 'alice' })
    const { page } = alice
    await page.goto('/settings/language')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
    await page.getByRole('combobox', { name: 'Sprache' }).waitFor()
    await page.reload()
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English')
    await page.getByRole('combobox', { name: 'Language' }).waitFor()
    assert.deepEqual(await language(page), ['en', 'ltr'])
    assert.deepEqual(alice.problems, [])
  })

  test('the app follows the browser until the person chooses a language', async () => {
    {
      await using berta = await openPerson(browser, platform, { as: 'berta', locale: 'de-AT' })
      const { page } = berta
      await page.goto('/settings/language')
      const choice = page.getByRole('combobox', { name: 'Sprache' })
      assert.equal(await choice.inputValue(), '')
      await choice.selectOption('English')
      await page.getByRole('combobox', { name: 'Language' }).waitFor()
      assert.deepEqual(berta.problems, [])
    }
    await using berta = await openPerson(browser, platform, { as: 'berta', locale: 'de-AT' })
    await berta.page.goto('/settings/language')
    await berta.page.getByRole('combobox', { name: 'Language' }).selectOption({ index: 0 })
    await berta.page.getByRole('combobox', { name: 'Sprache' }).waitFor()
    assert.deepEqual(await language(berta.page), ['de', 'ltr'])
  })

  test('dates and plurals of a conversation are German for a German person', async () => {
    await using anna = await openPerson(browser, platform, { as: 'anna', locale: 'en-US' })
    const { page } = anna
    await page.goto(conversation())
    const poll = page.getByRole('article').filter({ hasText: 'Tea?' })
    await poll.getByText('0 Stimmen', { exact: true }).waitFor()
    await poll.getByRole('radio', { name: 'Yes' }).check()
    await poll.getByRole('button', { name: 'Abstimmen' }).click()
    await poll.getByText('1 Stimme', { exact: true }).first().waitFor()
    const day = await page.evaluate(() => new Intl.DateTimeFormat('de', { dateStyle: 'long' }).format())
    await page
      .getByRole('separator', { name: day })
      .or(page.getByText(day, { exact: true }))
      .first()
      .waitFor()
    assert.match((await poll.getByRole('time').first().getAttribute('title')) ?? '', WEEKDAY)
    assert.deepEqual(anna.problems, [])
  })

  test('Arabic mirrors a conversation and the settings, and nothing overflows', async () => {
    await using amir = await openPerson(browser, platform, { as: 'amir' })
    const { page } = amir
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      for (const path of [conversation(), '/settings/language', '/settings/privacy']) {
        await page.goto(path)
        await page.locator('html[dir=rtl]').waitFor()
        await page.locator('main, [role=log]').first().waitFor()
        assert.equal(await overflow(page), 0, `${path} at ${width} pixels`)
      }
    }
    assert.deepEqual(await language(page), ['ar', 'rtl'])
    assert.ok(await page.locator('.lucide-arrow-left').evaluate((icon) => getComputedStyle(icon).scale === '-1 1'))
    const knob = page.getByRole('switch').first()
    assert.equal(await knobSide(knob), 'left')
    await knob.click()
    await knob.and(page.locator(':not(:checked)')).waitFor()
    assert.equal(await knobSide(knob), 'right')

    await page.goto(conversation())
    const members = await boxOf(page.getByRole('complementary', { name: 'الأعضاء' }))
    const log = await boxOf(page.getByRole('log'))
    const channels = await boxOf(page.getByRole('navigation', { name: 'القنوات' }))
    assert.ok(members.x + members.width <= log.x, 'the members stand left of the messages')
    assert.ok(log.x + log.width <= channels.x, 'the channels stand right of the messages')
    const text = page.getByRole('article').getByText('Hello, all!', { exact: true })
    assert.equal(await text.evaluate((element) => getComputedStyle(element).unicodeBidi), 'plaintext')
    for (const words of ['It took 4 minutes.', '4 min']) {
      const embedded = page.getByRole('article').getByText(words, { exact: true })
      assert.equal(await embedded.evaluate((element) => getComputedStyle(element).unicodeBidi), 'plaintext', words)
    }
    assert.deepEqual(amir.problems, [])
  })

  test('names in Latin letters that Arabic pages cut keep their beginning, and stand at the side of the page', async () => {
    await using amir = await openPerson(browser, platform, { as: 'amir', size: 'desk' })
    const { page } = amir
    const guildId = platform.world?.guilds.cut?.id
    await page.goto(`/channels/${guildId}`)
    await page.getByRole('complementary', { name: 'الأعضاء' }).getByText('alice').waitFor()
    const inGuild = await namesInLines(page)
    assert.deepEqual(inGuild.beheaded, [])
    assert.ok(inGuild.cut >= 5, `${inGuild.cut} names are cut`)
    assert.deepEqual(inGuild.away, [])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/guilds/${guildId}/settings/members`)
    await page.getByRole('main').getByText('amir').first().waitFor()
    const inSettings = await namesInLines(page)
    assert.deepEqual([inSettings.beheaded, inSettings.away], [[], []])
    await page.goto(`/guilds/${guildId}/settings/audit-log`)
    await page.getByRole('combobox', { name: 'عضو' }).click()
    await page
      .getByRole('option')
      .filter({ hasText: LONG_NAME.slice(0, 32) })
      .click()
    const bidi = await page.getByRole('combobox', { name: 'عضو' }).evaluate((box) => getComputedStyle(box).unicodeBidi)
    assert.equal(bidi, 'plaintext')
    assert.deepEqual(amir.problems, [])
  })

  test('arrow keys follow the direction of the page: at the edge of the channel list, and in menus', async () => {
    await using amir = await openPerson(browser, platform, { as: 'amir', size: 'desk' })
    const { page } = amir
    await page.goto(conversation())
    const edge = page.getByRole('separator', { name: 'عرض قائمة القنوات' })
    const before = Number(await edge.getAttribute('aria-valuenow'))
    await edge.press('ArrowLeft')
    assert.ok(Number(await edge.getAttribute('aria-valuenow')) > before)
    await page.getByRole('article').filter({ hasText: 'Hello, all!' }).hover()
    await page.getByRole('button', { name: 'المزيد' }).first().click()
    const menu = page.getByRole('menu')
    assert.equal(await menu.getAttribute('dir'), 'rtl')
    assert.deepEqual(amir.problems, [])
  })
})

/** Weekdays in German, which tooltips of times name. */
const WEEKDAY = /^(Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag), /

/**
 * Returns the texts in Latin letters that stand in one line and would be cut: how many are, which of them lost their
 * first letter, and which stand elsewhere than at the right side of their element.
 */
function namesInLines(page: Page): Promise<{ cut: number; beheaded: string[]; away: string[] }> {
  return page.evaluate(() => {
    const found = { cut: 0, beheaded: [] as string[], away: [] as string[] }
    for (const element of document.querySelectorAll('*')) {
      const text = element.textContent ?? ''
      const { textOverflow, display } = getComputedStyle(element)
      const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
      if (textOverflow !== 'ellipsis' || display === 'inline' || !node || !/^#?[a-zA-Z]/.test(text)) continue
      const box = element.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(element)
      const isCut = element.scrollWidth > element.clientWidth
      if (!isCut && box.right - range.getBoundingClientRect().right > 40) found.away.push(text)
      range.setStart(node, 0)
      range.setEnd(node, 1)
      if (isCut) found.cut += 1
      if (isCut && range.getBoundingClientRect().left < box.left - 1) found.beheaded.push(text)
    }
    return found
  })
}

/** Returns by how many pixels a page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

/** Returns the side on which the knob of a switch stands, by its inset and shift from there. */
function knobSide(control: Locator): Promise<'left' | 'right'> {
  return control.evaluate((element) => {
    const { left, width, translate } = getComputedStyle(element, '::after')
    const middle = Number.parseFloat(left) + Number.parseFloat(width) / 2 + (Number.parseFloat(translate) || 0)
    return middle < element.clientWidth / 2 ? 'left' : 'right'
  })
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  assert.ok(box)
  return box
}
