/** People get about in the app by keyboard: skip links, all controls by Tab, lists by arrow keys, the navigation. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Api, api } from '@guildhall/testing'
import type { Browser, Locator, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { articles, messageBox } from './support/bot-lab.ts'
import { assertSound, launchBrowser, openPerson, type Person, type PersonOptions } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const PASSWORD = 'correct horse'
const MESSAGES = 240
const MEMBERS = 80
const CHANNELS = 40
/** Messages that are posted side by side. */
const AT_ONCE = 20
/** Stops of the Tab key from the message box back to a button of the last messages, and from the start to a guild. */
const STOPS_MAX = { toMessage: 120, toGuild: 60 }

const member = (index: number) => `member_${String(index).padStart(2, '0')}`
const channel = (index: number) => `channel-${String(index).padStart(2, '0')}`
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const people = Object.fromEntries(numbers(MEMBERS).map((index) => [member(index), { password: PASSWORD }]))

const world = {
  users: { alice: { password: PASSWORD }, ...people },
  applications: { ping: { owner: 'alice', bot: { username: 'ping' } } },
  guilds: {
    lab: {
      name: 'Lab',
      owner: 'alice',
      members: Object.keys(people),
      bots: { ping: { permissions: '8' } },
      channels: {
        general: { type: 0 },
        ...Object.fromEntries(numbers(CHANNELS).map((index) => [channel(index), { type: 0 }])),
      },
    },
    works: { name: 'Works', owner: 'alice', channels: { general: { type: 0 } } },
  },
}

/** Facts of the element with the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return {
      name: element?.getAttribute('aria-label') ?? element?.textContent ?? '',
      tag: element?.localName,
      messageId: element?.closest('[data-message]')?.getAttribute('data-message') ?? null,
      member: element?.closest('[data-member]')?.textContent ?? null,
      inLog: element?.closest('[role=log]') !== null,
      isShown: element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ?? false,
    }
  })

/** Waits until an element has the focus. Lists scroll and load before they focus a row. */
async function untilFocus(locator: Locator): Promise<void> {
  await locator.page().waitForFunction((element) => element === document.activeElement, await locator.elementHandle())
}

/** Leaves the keyboard at the start of the page. */
async function toStart(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
}

async function pressTimes(page: Page, key: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await page.keyboard.press(key)
}

describe('the app by keyboard', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let alice: Person
  let ping: Api
  const guild = () => platform.world?.guilds.lab
  const messages = () => `/channels/${guild()?.channels.general?.id}/messages`
  const say = async (content: string) => (await ping.post<{ id: string }>(messages(), { content })).body
  const open = async (options: PersonOptions = {}) => {
    const person = await openPerson(browser, platform, { ...options, as: 'alice' })
    await person.page.goto(`/channels/${guild()?.id}/${guild()?.channels.general?.id}`)
    await articles(person.page, 'the newest').waitFor()
    return person
  }

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    ping = api(platform.api, `Bot ${platform.world?.applications.ping?.bot?.token}`)
    for (let n = 0; n < MESSAGES; n += AT_ONCE) {
      await Promise.all(numbers(AT_ONCE).map((index) => say(`Message ${n + index} of the log.`)))
    }
    await say('the newest')
    alice = await open({ size: 'desk' })
  })

  after(async () => {
    await browser?.close()
    await platform?.close()
  })

  test('skip links are the first stops, are shown on focus, and lead past the navigation', async () => {
    const { page } = alice
    for (const [text, stops] of [
      ['Skip to messages', 1],
      ['Skip to message box', 2],
      ['Skip to channels', 3],
    ] as const) {
      await toStart(page)
      await pressTimes(page, 'Tab', stops)
      const { name, isShown } = await focused(page)
      assert.deepEqual({ name, isShown }, { name: text, isShown: true })
      assert.ok(((await page.getByRole('link', { name: text, exact: true }).boundingBox())?.width ?? 0) > 80)
      if (text === 'Skip to message box') await assertSound(alice)
      await page.keyboard.press('Enter')
      const there = await focused(page)
      if (text === 'Skip to messages') assert.match(there.name, /the newest/)
      else assert.match(there.name, text === 'Skip to message box' ? /^Message #general$/ : /^general/)
    }
    assert.doesNotMatch(page.url(), /#/)
  })

  test('a page without messages has a skip link to its content', async () => {
    const { page } = alice
    const { context } = alice
    const friends = await context.newPage()
    await friends.goto('/channels/@me')
    await friends.getByRole('heading', { name: 'Friends', level: 1 }).waitFor()
    await friends.keyboard.press('Tab')
    assert.equal((await focused(friends)).name, 'Skip to content')
    await friends.keyboard.press('Enter')
    assert.equal((await focused(friends)).tag, 'main')
    await friends.close()
    await page.bringToFront()
  })

  test('each control of messages is a stop, and the last ones are near the message box', async () => {
    const { page } = alice
    await messageBox(page).focus()
    const names: string[] = []
    const messages = new Set<string | null>()
    while (messages.size < 3) {
      await page.keyboard.press('Shift+Tab')
      const { inLog, name, messageId } = await focused(page)
      if (inLog) messages.add(messageId)
      names.push(name)
      assert.ok(names.length <= STOPS_MAX.toMessage, `stops: ${names}`)
    }
    for (const name of ['More', 'Add reaction', 'Reply'])
      assert.ok(names.filter((stop) => stop === name).length >= 2, `${name} in ${names}`)
    assert.equal(await page.getByRole('log').locator('button[tabindex="-1"]:not([aria-hidden])').count(), 0)
  })

  test('a guild is near the start of the page', async () => {
    const { page } = alice
    await toStart(page)
    for (let stops = 1; (await focused(page)).name !== 'Works'; stops += 1) {
      await page.keyboard.press('Tab')
      assert.ok(stops <= STOPS_MAX.toGuild)
    }
  })

  test('arrow keys, Home and End move among messages, also beyond those that are rendered', async () => {
    const { page } = alice
    const { body: newestFirst } = await ping.get<{ id: string }[]>(`${messages()}?limit=100`)
    const ids = newestFirst.toReversed()
    const at = async (index: number) => {
      await untilFocus(page.locator(`[data-message="${ids.at(index)?.id}"] > article`))
      const { messageId, tag } = await focused(page)
      assert.deepEqual({ messageId, tag }, { messageId: ids.at(index)?.id, tag: 'article' })
    }
    await page.getByRole('link', { name: 'Skip to messages' }).press('Enter')
    await at(-1)
    await page.keyboard.press('ArrowDown')
    await at(-1)
    await pressTimes(page, 'ArrowUp', 3)
    await at(-4)
    await page.keyboard.press('Tab')
    assert.equal((await focused(page)).name, 'Reply')
    await page.keyboard.press('ArrowUp')
    await at(-5)
    for (let index = -6; index >= -40; index -= 1) {
      await page.keyboard.press('ArrowUp')
      await at(index)
    }
    await page.keyboard.press('End')
    await at(-1)
    // Older messages are loaded as the log is scrolled up, so that Home may need more than one press.
    const first = page.getByRole('log').getByRole('article').filter({ hasText: 'Message 0 of the log.' })
    while (!(await first.evaluateAll((found) => found.some((article) => article === document.activeElement)))) {
      await page.keyboard.press('Home')
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    await page.keyboard.press('End')
    await at(-1)
  })

  test('the focus stays in the log when messages come, are deleted and are no longer rendered', async () => {
    const { page } = alice
    const one = await say('one of three')
    const two = await say('two of three')
    const three = await say('three of three')
    const article = (id: string) => page.locator(`[data-message="${id}"] > article`)
    await page.getByRole('link', { name: 'Skip to messages' }).focus()
    // A log that the focus has left leads to its newest message again.
    await page.locator(`[data-message="${three.id}"] > article[tabindex="0"]`).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await untilFocus(article(two.id))
    const four = await say('and a fourth')
    await article(four.id).waitFor()
    assert.equal((await focused(page)).messageId, two.id)
    await ping.delete(`${messages()}/${two.id}`)
    await untilFocus(article(three.id))
    await page.keyboard.press('ArrowUp')
    await untilFocus(article(one.id))
    await page.getByRole('log').evaluate(async (log) => {
      while (log.scrollTop > 0 && log.contains(document.activeElement) && document.activeElement !== log) {
        log.scrollTop -= log.clientHeight
        await new Promise(requestAnimationFrame)
      }
    })
    assert.equal(await article(one.id).count(), 0)
    assert.equal((await focused(page)).inLog, true)
    await page.keyboard.press('ArrowDown')
    await untilFocus(article(three.id))
    await messageBox(page).focus()
    await page.locator(`[data-message="${four.id}"] > article[tabindex="0"]`).waitFor()
    await page.keyboard.press('Shift+Tab')
    while (!(await focused(page)).inLog) await page.keyboard.press('Shift+Tab')
    assert.equal((await focused(page)).messageId, four.id, 'the way back from the box begins with the newest message')
  })

  test('arrow keys move among members, who are stops, and the focus stays on a member that is scrolled away', async () => {
    const { page } = alice
    const list = page.getByRole('list', { name: 'Members' })
    await list.getByRole('button', { name: 'alice' }).waitFor()
    await list.getByRole('button', { name: 'alice' }).focus()
    await page.keyboard.press('Home')
    const first = (await focused(page)).member
    await page.keyboard.press('ArrowDown')
    const second = (await focused(page)).member
    assert.notEqual(second, first)
    await page.keyboard.press('Shift+Tab')
    assert.equal((await focused(page)).member, first)
    await page.keyboard.press('End')
    await untilFocus(list.getByRole('button', { name: 'ping' }))
    await pressTimes(page, 'ArrowUp', 2)
    await untilFocus(list.getByRole('button', { name: member(MEMBERS - 2) }))
    await page.keyboard.press('PageUp')
    await untilFocus(list.getByRole('button', { name: member(MEMBERS - 12) }))
    await list.evaluate((rows) => rows.parentElement?.scrollTo({ top: 0 }))
    await list.getByRole('button', { name: 'alice' }).waitFor()
    assert.equal((await focused(page)).member, member(MEMBERS - 12))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal((await focused(page)).member, member(MEMBERS - 12))
  })

  test('arrow keys move among links of guilds and channels, each of which is a stop as well', async () => {
    const { page } = alice
    await page.getByRole('link', { name: 'Skip to channels' }).press('Enter')
    await page.keyboard.press('ArrowDown')
    assert.equal((await focused(page)).name, channel(0))
    await page.keyboard.press('Tab')
    assert.equal((await focused(page)).name, channel(1))
    await page.keyboard.press('End')
    assert.equal((await focused(page)).name, channel(CHANNELS - 1))
    await page.keyboard.press('Home')
    assert.match((await focused(page)).name, /^general/)
    await page.getByRole('link', { name: 'Direct messages' }).focus()
    await pressTimes(page, 'ArrowDown', 2)
    assert.equal((await focused(page)).name, 'Works')
    await page.keyboard.press('End')
    assert.equal((await focused(page)).name, 'Add a guild')
  })

  test('choosing the open channel leads to its message box', async () => {
    const { page } = alice
    await page.getByRole('link', { name: /^general/ }).press('Enter')
    assert.equal((await focused(page)).name, 'Message #general')
  })

  test('on a phone, choosing the open channel or Escape closes the navigation', async () => {
    await using phone = await open({ size: 'phone', theme: 'dark' })
    const { page } = phone
    const navigation = page.getByRole('navigation', { name: 'Channels' })
    const button = page.getByRole('button', { name: 'Open navigation' })
    await button.click()
    await navigation.getByRole('link', { name: /^general/ }).click()
    await navigation.waitFor({ state: 'hidden' })
    await button.click()
    await page.getByRole('navigation', { name: 'Guilds' }).getByRole('link', { name: 'Lab' }).click()
    await navigation.waitFor({ state: 'hidden' })
    await button.click()
    await navigation.getByRole('link', { name: channel(3) }).focus()
    await page.keyboard.press('Escape')
    await navigation.waitFor({ state: 'hidden' })
    await untilFocus(button)
    await toStart(page)
    await pressTimes(page, 'Tab', 2)
    assert.equal((await focused(page)).name, 'Skip to message box')
    await page.keyboard.press('Tab')
    assert.equal((await focused(page)).name, 'Open navigation')
    await assertSound(phone)
  })
})
