/** A channel with very many messages, and messages that are made to break the page. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Api, api } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const MESSAGES = 600
/** Requests of the preparation that are under way at once. */
const AT_ONCE = 20
/** Documented bounds of the page, and of movements of what is read. */
const ARTICLES_MAX = 400
const ELEMENTS_MAX = 20_000
const MOVED_MAX_PX = 4
/** Equal readings of a position, two frames apart, after which it counts as settled. */
const SETTLED_READINGS = 10
/** Stops of the tab key from the message box back to a button of the last messages, and from the start to a guild. */
const STOPS_BACK_MAX = 120
const STOPS_TO_GUILD_MAX = 60
const SCRIPT = '<img src=x onerror=alert(1)>'
const RIGHT_TO_LEFT = '\u202Egnp.exe\u202C'

const world = {
  users: {
    alice: { password: 'correct horse' },
    bob: { password: 'battery staple', global_name: `${SCRIPT}\u202Eevil` },
  },
  applications: { ping: { owner: 'alice', bot: { username: 'ping' } } },
  guilds: {
    lab: {
      name: `${SCRIPT} Lab`,
      owner: 'alice',
      members: ['bob'],
      bots: { ping: { permissions: '8' } },
      roles: { odd: { name: SCRIPT } },
      channels: { general: { type: 0 }, hostile: { type: 0 }, emoji: { type: 0 }, random: { type: 0 } },
    },
  },
}

const log = (page: Page) => page.getByRole('log')
const countOf = (page: Page) =>
  page.evaluate(() => ({
    articles: document.querySelectorAll('article').length,
    elements: document.querySelectorAll('*').length,
  }))
const topOf = (page: Page, id: string) =>
  page.evaluate((id) => document.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect().top, id)
/** Returns the message in the middle of the log. */
const middleOf = (page: Page) =>
  log(page).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const row = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[data-message]')
    return row?.getAttribute('data-message') ?? ''
  })

/**
 * Returns the message in the middle of the log and its position, once that has not changed over some frames: rows that
 * scrolling brought in are measured first.
 */
async function settledMiddle(page: Page): Promise<{ id: string; top: number }> {
  let [before, still] = ['', 0]
  for (;;) {
    const id = await middleOf(page)
    const top = await topOf(page, id)
    const now = `${id} ${top}`
    still = now === before ? still + 1 : 0
    if (id !== '' && top !== undefined && still >= SETTLED_READINGS) return { id, top }
    before = now
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
}

/** Scrolls up by screens until the first message is shown, and checks the bounds at each step. */
async function scrollToBeginning(page: Page): Promise<void> {
  const beginning = log(page).getByRole('heading', { name: /^This is the beginning of/ })
  while (!(await beginning.isVisible())) {
    await log(page).evaluate(async (element) => {
      element.scrollTop -= element.clientHeight
      await new Promise(requestAnimationFrame)
    })
    const { articles, elements } = await countOf(page)
    assert.ok(articles <= ARTICLES_MAX && elements <= ELEMENTS_MAX, `${articles} articles, ${elements} elements`)
  }
}

/** Asserts that the log has no element that runs something, and links to web pages only, without a way back. */
async function assertHarmless(page: Page): Promise<void> {
  assert.equal(await page.locator('#root').locator('script, iframe, object, embed, img[src="x"]').count(), 0)
  const links = await log(page)
    .locator('a')
    .evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ href, rel, target }) => ({ href, rel, target })))
  for (const { href, rel, target } of links) {
    assert.match(href, /^https?:/)
    assert.ok(target !== '_blank' || rel.includes('noopener'), href)
  }
}

describe('a long log', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let alice: Person
  let ping: Api
  let dialogs = 0
  const channel = (key: string) => platform.world?.guilds.lab?.channels[key]?.id ?? ''
  const open = (key: string) => alice.page.goto(`/channels/${platform.world?.guilds.lab?.id}/${channel(key)}`)
  const post = (key: string, body: object) => ping.post<{ id: string }>(`/channels/${channel(key)}/messages`, body)

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    ping = api(platform.api, `Bot ${platform.world?.applications.ping?.bot?.token}`)
    for (let n = 0; n < MESSAGES; n += AT_ONCE) {
      const texts = Array.from({ length: AT_ONCE }, (_, i) =>
        `Message ${n + i} of the **long** log. `.repeat(1 + (i % 7)),
      )
      await Promise.all(texts.map((content) => post('general', { content })))
    }
    alice = await openPerson(browser, platform, { as: 'alice' })
    alice.page.on('dialog', (dialog) => {
      dialogs += 1
      void dialog.dismiss()
    })
    await open('general')
    await log(alice.page).getByRole('article').first().waitFor()
  })

  after(async () => {
    await browser?.close()
    await platform?.close()
  })

  test('every control is a stop of the tab key, also in messages, within the documented number of stops', async () => {
    const { page } = alice
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement
        return { name: element?.getAttribute('aria-label') ?? '', inMessage: element?.closest('article') !== null }
      })
    await page.getByRole('textbox', { name: 'Message #general' }).focus()
    const names = new Set<string>()
    for (
      let stops = 0;
      stops < STOPS_BACK_MAX && !['Reply', 'Add reaction', 'More'].every((name) => names.has(name));
      stops += 1
    ) {
      await page.keyboard.press('Shift+Tab')
      const { name, inMessage } = await focused()
      if (inMessage) names.add(name)
    }
    for (const name of ['Reply', 'Add reaction', 'More']) assert.ok(names.has(name), `${name} among ${[...names]}`)
    await open('general')
    await log(page).getByRole('article').first().waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    let stops = 0
    while (!(await focused()).name.endsWith('Lab') && stops <= STOPS_TO_GUILD_MAX) {
      await page.keyboard.press('Tab')
      stops += 1
    }
    assert.ok(stops <= STOPS_TO_GUILD_MAX, `${stops} stops`)
  })

  test('all messages can be read, and few are rendered at a time', async () => {
    await scrollToBeginning(alice.page)
    await log(alice.page).getByText('Message 0 of the long log.').first().waitFor()
  })

  test('scrolled away from the end, new messages move nothing, and Jump to present leads to them', async () => {
    const { page } = alice
    await log(page).evaluate((element) => {
      element.scrollTop += element.clientHeight * 3
    })
    const { id, top } = await settledMiddle(page)
    const random = page.getByRole('link', { name: /^random/ })
    for (let n = 0; n < 30; n += 1) await post('general', { content: `new ${n}\n`.repeat(1 + (n % 3)) })
    // Events arrive in order: once this one has been shown, so have those before.
    await post('random', { content: 'done' })
    await page.getByRole('link', { name: 'random, unread' }).waitFor()
    assert.ok(Math.abs(((await topOf(page, id)) ?? Number.NaN) - top) <= MOVED_MAX_PX)
    await page.getByRole('button', { name: 'Jump to present' }).click()
    await log(page).getByText('new 29').first().waitFor()
    await page.getByRole('button', { name: 'Jump to present' }).waitFor({ state: 'detached' })
    await random.click()
    await log(page).getByText('done').waitFor()
    assert.deepEqual(alice.problems, [])
  })

  test('4,000 custom emojis over messages stay within the bounds of the page', async () => {
    const { page } = alice
    const emojis = '<:aa:1>'.repeat(280)
    for (let n = 0; n < 30; n += 1) await post('emoji', { content: emojis })
    await post('emoji', { content: '||a||'.repeat(390) })
    await post('emoji', { content: 'the end of emojis' })
    await page.getByRole('link', { name: /^emoji/ }).click()
    await log(page).getByText('the end of emojis').waitFor()
    await scrollToBeginning(page)
    assert.deepEqual(alice.problems, [])
  })

  test('hostile content executes nothing, leads nowhere else and is shown as text', async () => {
    const { page } = alice
    const texts = [
      `${SCRIPT}<script>alert(2)</script><svg onload=alert(3)>`,
      '[click](javascript:alert(3)) <javascript:alert(4)> [d](data:text/html,<script>alert(5)</script>) [v](vbscript:x)',
      '[a](https://example.com"onmouseover=alert(6)) https://example.com/"><img src=x onerror=alert(7)>',
      `\u202Eevil\u202C \u2066x\u2069 ${RIGHT_TO_LEFT}`,
      `Z${'\u0301\u0302\u0310\u0334'.repeat(400)}`,
      ...['*', '[', '|', '_', '`', '<', '> ', '- ', '**a', '> > '].map((unit) => unit.repeat(1_999 / unit.length)),
      'a'.repeat(2_000),
    ]
    for (const content of texts) await post('hostile', { content, allowed_mentions: { parse: [] } })
    const embed = {
      title: SCRIPT,
      description: `${SCRIPT} [x](javascript:alert(8))`,
      url: 'https://example.com/"onclick=alert(9)',
      author: { name: SCRIPT, url: 'https://example.com/<script>' },
      fields: [{ name: SCRIPT, value: '||'.repeat(500) }],
      footer: { text: RIGHT_TO_LEFT },
    }
    await post('hostile', { embeds: [embed] })
    const form = new FormData()
    form.set('files[0]', new Blob(['x'], { type: 'text/html' }), `"><img src=x onerror=alert(10)>${RIGHT_TO_LEFT}.html`)
    form.set('payload_json', JSON.stringify({ content: 'with a file' }))
    const uploaded = await fetch(`${platform.api}/v10/channels/${channel('hostile')}/messages`, {
      method: 'POST',
      headers: { authorization: `Bot ${platform.world?.applications.ping?.bot?.token}` },
      body: form,
    })
    assert.equal(uploaded.status, 200)
    await post('hostile', { content: 'the end of it' })
    await page.getByRole('link', { name: /^hostile/ }).click()
    await log(page).getByText('the end of it').waitFor()
    await log(page)
      .getByRole('link', { name: /onerror=alert/ })
      .last()
      .waitFor()
    await assertHarmless(page)
    await scrollToBeginning(page)
    await log(page).getByText('<script>alert(2)</script>').waitFor()
    await assertHarmless(page)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    await page.getByRole('textbox', { name: 'Message #hostile' }).fill('still at work')
    await page.keyboard.press('Enter')
    await log(page).getByText('still at work').waitFor()
    assert.equal(dialogs, 0)
    assert.deepEqual(alice.problems, [])
  })
})
