/** People write to each other in the app, and a bot takes part. Names of parts: the public list for the web app. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits } from 'discord.js'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

/** Time until the end of a timeout, in which its text is shown. */
const TIMEOUT_MS = 5_000

const world = {
  users: { alice: { password: 'correct horse' }, bob: { password: 'battery staple' } },
  applications: { ping: { owner: 'alice', bot: { username: 'ping' }, intents: ['MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      owner: 'alice',
      members: ['bob'],
      bots: { ping: { permissions: '8' } },
      channels: { general: { type: 0, topic: 'Anything' }, random: { type: 0 } },
    },
  },
}

const log = (page: Page) => page.getByRole('log')
const article = (page: Page, text: string | RegExp) => log(page).getByRole('article').filter({ hasText: text })
const box = (page: Page, name = 'Message #general') => page.getByRole('textbox', { name, exact: true })

async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Enter')
}

describe('messages in the app', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let bot: Client
  let alice: Person
  let bob: Person

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    const { api, cdn, world: filled } = platform
    assert.ok(filled?.guilds.lab)
    const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits
    bot = new Client({ intents: [Guilds, GuildMessages, MessageContent], rest: { api, cdn, version: '10' } })
    const ready = new Promise((resolve) => bot.once(Events.ClientReady, resolve))
    await bot.login(filled.applications.ping?.bot?.token ?? '')
    await ready
    const { id, channels } = filled.guilds.lab
    for (const name of ['alice', 'bob'] as const) {
      const person = await openPerson(browser, platform, { size: 'desk', as: name })
      await person.page.goto(`/channels/${id}/${channels.general?.id}`)
      await box(person.page).waitFor()
      if (name === 'alice') alice = person
      else bob = person
    }
  })

  after(async () => {
    await bot?.destroy()
    await browser?.close()
    await platform?.close()
  })

  test('a message of one person reaches the other and the bot, and the reply of the bot both', async () => {
    bot.once(Events.MessageCreate, (message) => void message.reply(`heard: ${message.content}`))
    await say(alice.page, 'hello **world**')
    assert.equal(await box(alice.page).inputValue(), '')
    for (const { page } of [alice, bob]) {
      const heard = article(page, 'heard: hello')
      await heard.waitFor()
      assert.equal(await heard.getByText('APP', { exact: true }).count(), 1)
      assert.match((await heard.getByRole('heading').textContent()) ?? '', /^ping APP /)
      assert.ok((await heard.innerText()).includes('hello world'), 'the reply shows the message it replies to')
      assert.equal(await article(page, 'hello world').locator('strong').first().innerText(), 'world')
    }
  })

  test('a person edits, reacts to and deletes a message', async () => {
    await say(alice.page, 'with a tpyo')
    const own = article(alice.page, 'with a tpyo')
    await own.hover()
    await own.getByRole('button', { name: 'Edit', exact: true }).click()
    const editor = alice.page.getByRole('textbox', { name: 'Edit message' })
    await editor.fill('without a typo')
    await editor.press('Enter')
    const edited = article(bob.page, 'without a typo')
    await edited.getByText('(edited)').waitFor()
    await edited.hover()
    await edited.getByRole('button', { name: 'Add reaction' }).click()
    const picker = bob.page.getByRole('dialog', { name: 'Emoji' })
    await picker.getByLabel('Search emoji').fill('fire')
    await picker.getByLabel('Search emoji').press('Enter')
    const reaction = article(alice.page, 'without a typo').getByRole('button', { name: /🔥/ })
    await reaction.click()
    await bob.page.locator('button[aria-pressed="true"]', { hasText: '2' }).waitFor()
    const mine = article(alice.page, 'without a typo')
    await mine.hover()
    await mine.getByRole('button', { name: 'More' }).click()
    await alice.page.getByRole('menuitem', { name: 'Delete' }).click()
    await alice.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await article(bob.page, 'without a typo').waitFor({ state: 'detached' })
  })

  test('a message is pinned, found among the pinned messages and by search, and jumped to', async () => {
    await say(alice.page, 'a rare zebra')
    const zebra = article(alice.page, 'a rare zebra')
    await zebra.hover()
    await zebra.getByRole('button', { name: 'More' }).click()
    await alice.page.getByRole('menuitem', { name: 'Pin message' }).click()
    await alice.page.getByRole('dialog').getByRole('button', { name: 'Pin', exact: true }).click()
    await article(bob.page, 'pinned a message').waitFor()
    await bob.page.getByRole('button', { name: 'Pinned messages' }).click()
    const pins = bob.page.getByRole('region', { name: 'Pinned messages' })
    await pins.getByRole('article').filter({ hasText: 'a rare zebra' }).waitFor()
    const search = alice.page.getByRole('searchbox', { name: 'Search…' })
    await search.fill('zebra')
    await search.press('Enter')
    const results = alice.page.getByRole('region', { name: 'Search results' })
    const found = results.getByRole('article').filter({ hasText: 'zebra' })
    await found.getByRole('button', { name: 'Jump' }).first().click()
    await zebra.waitFor()
  })

  test('a file is uploaded and downloaded again', async () => {
    await alice.page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('the notes') })
    await box(alice.page).press('Enter')
    const link = article(bob.page, 'notes.txt').getByRole('link', { name: 'notes.txt' })
    const address = await link.getAttribute('href')
    assert.match(address ?? '', /\/cdn\/attachments\//)
    assert.equal(await (await fetch(address ?? '')).text(), 'the notes')
  })

  test('unread marks, a mention and typing are shown', async () => {
    const random = bob.page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: /^random/ })
    await alice.page.getByRole('link', { name: 'random', exact: true }).click()
    await box(alice.page, 'Message #random').fill('first')
    await box(alice.page, 'Message #random').press('Enter')
    await bob.page.getByRole('link', { name: 'random, unread' }).waitFor()
    const bobId = platform.world?.users.bob?.id
    await box(alice.page, 'Message #random').fill(`<@${bobId}> look`)
    await box(alice.page, 'Message #random').press('Enter')
    await bob.page.getByRole('link', { name: 'random, 1 mention' }).waitFor()
    await random.click()
    await bob.page.getByRole('link', { name: 'random', exact: true }).waitFor()
    await box(bob.page, 'Message #random').pressSequentially('typing now')
    await alice.page.getByText('bob is typing…').waitFor()
    await box(bob.page, 'Message #random').fill('')
    for (const { page } of [alice, bob]) await page.getByRole('link', { name: 'general', exact: true }).click()
  })

  test('a timeout closes the message box with its end, at which the box opens again without an event', async () => {
    const { guilds, users } = platform.world ?? assert.fail()
    const owner = api(platform.api, users.alice?.token)
    const until = new Date(Date.now() + TIMEOUT_MS).toISOString()
    const member = `/guilds/${guilds.lab?.id}/members/${users.bob?.id}`
    const { status } = await owner.patch(member, { communication_disabled_until: until })
    assert.equal(status, 200)
    await bob.page.getByText(/^You are timed out until /).waitFor()
    assert.equal(await box(bob.page).count(), 0)
    await box(bob.page).waitFor()
    await say(bob.page, 'back again')
    await article(alice.page, 'back again').waitFor()
  })

  test('a draft survives a reload, and a message sent without a connection arrives later', async () => {
    await box(alice.page).fill('half a thought')
    const isTable = (request: { url(): string }) => request.url().includes('/assets/operation-table-')
    await alice.page.route('**/assets/operation-table-*.js', (route) => route.abort(), { times: 1 })
    const failed = alice.page.waitForEvent('requestfailed', isTable)
    await alice.page.reload()
    await failed
    await box(alice.page).waitFor()
    assert.equal(await box(alice.page).inputValue(), 'half a thought')
    await alice.context.setOffline(true)
    await box(alice.page).press('Enter')
    await article(alice.page, 'half a thought').waitFor()
    assert.equal(await article(bob.page, 'half a thought').count(), 0)
    await alice.context.setOffline(false)
    await article(bob.page, 'half a thought').waitFor()
    // The confirmation may come before the log has loaded what is around the message.
    await article(alice.page, 'half a thought').waitFor()
    assert.equal(await article(alice.page, 'half a thought').count(), 1)
  })

  test('a message sent before the log could be loaded is shown, and the log is loaded with the next connection', async () => {
    const { page, context } = alice
    await say(page, 'before the reload')
    await article(bob.page, 'before the reload').waitFor()
    const asked = Promise.withResolvers<void>()
    // The first request never has a response.
    await page.route(/\/messages\?limit=/, () => asked.resolve(), { times: 1 })
    await page.reload()
    await box(page).waitFor()
    await asked.promise
    await context.setOffline(true)
    await say(page, 'into the dark')
    await article(page, 'into the dark').waitFor()
    assert.equal(await article(page, 'before the reload').count(), 0)
    await context.setOffline(false)
    await article(bob.page, 'into the dark').waitFor()
    await article(page, 'before the reload').waitFor()
    await article(page, 'into the dark').waitFor()
  })

  test('events that arrive while the log is loading are shown', async () => {
    const { page } = bob
    const channel = bot.channels.cache.find((one) => 'name' in one && one.name === 'general')
    assert.ok(channel?.isSendable())
    const gone = await channel.send('soon gone')
    const changed = await channel.send('as it was')
    const read = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    await page.route(/\/messages\?limit=/, async (route) => {
      const response = await route.fetch()
      read.resolve()
      await released.promise
      await route.fulfill({ response })
    })
    const connected = page.waitForEvent('websocket')
    await page.reload()
    const socket = await connected
    await read.promise
    const arrived = socket.waitForEvent('framereceived', ({ payload }) => payload.includes('while it loads'))
    await gone.delete()
    await changed.edit('as it is')
    await channel.send('while it loads')
    await arrived
    released.resolve()
    await article(page, 'while it loads').waitFor()
    assert.equal(await article(page, 'as it is').count(), 1)
    assert.equal(await article(page, 'soon gone').count(), 0)
    await page.unroute(/\/messages\?limit=/)
  })

  test('hostile messages run nothing and freeze nothing', async () => {
    const texts = [
      '<img src=x onerror=alert(1)><script>alert(2)</script>',
      '[click](javascript:alert(3)) <javascript:alert(4)> javascript:alert(5)',
      '\u202Eevil\u202C \u2066x\u2069',
      '**'.repeat(900),
      '> '.repeat(900),
      'a'.repeat(2_000),
      '||'.repeat(1_000),
    ]
    const channel = bot.channels.cache.find((one) => 'name' in one && one.name === 'general')
    assert.ok(channel?.isSendable())
    let dialogs = 0
    bob.page.on('dialog', (dialog) => {
      dialogs += 1
      void dialog.dismiss()
    })
    for (const content of texts) await channel.send({ content, allowedMentions: { parse: [] } })
    await channel.send('the end of it')
    await article(bob.page, 'the end of it').waitFor()
    assert.equal(dialogs, 0)
    assert.equal(await log(bob.page).locator('script, iframe, object').count(), 0)
    const hrefs = await log(bob.page)
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    assert.ok(
      hrefs.every((href) => /^(https?:|\/)/.test(href ?? '')),
      hrefs.join(),
    )
  })

  test('the pages of both people are sound', async () => {
    await assertSound(alice)
    await assertSound(bob)
  })
})
