/** Groups of friends, threads, posts of forums, and what people show of themselves. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import {
  ChannelType,
  Client,
  Events,
  type ForumChannel,
  GatewayIntentBits,
  type Presence,
  type TextChannel,
} from 'discord.js'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PASSWORD = 'correct horse'
const NAMES = ['alice', 'bob', 'carol'] as const
const world = {
  users: Object.fromEntries(NAMES.map((name) => [name, { password: PASSWORD }])),
  applications: { ping: { owner: 'alice', bot: { username: 'ping' }, intents: ['GUILD_PRESENCES'] } },
  guilds: {
    lab: {
      owner: 'alice',
      members: ['bob', 'carol'],
      bots: { ping: { permissions: '8' } },
      channels: {
        general: { type: 0 },
        ideas: { type: 15 },
      },
    },
  },
}

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const channels = (page: Page) => page.getByRole('navigation', { name: 'Channels' })
const log = (page: Page, name: string) => page.getByRole('log', { name: `Messages in ${name}`, exact: true })

describe('groups, threads and presence in the app', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let bot: Client
  let [alice, bob, carol]: Person[] = []

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    const { api, cdn, world: filled } = platform
    assert.ok(filled)
    const user = (name: string) => filled.users[name] as { id: string; token: string }
    for (const [one, other] of [
      ['alice', 'bob'],
      ['alice', 'carol'],
    ] as const) {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        const response = await fetch(`${api}/v10/users/@me/relationships/${user(to).id}`, {
          method: 'PUT',
          headers: { authorization: user(from).token, 'content-type': 'application/json' },
          body: '{}',
        })
        assert.equal(response.status, 204)
      }
    }
    const { Guilds, GuildPresences } = GatewayIntentBits
    bot = new Client({ intents: [Guilds, GuildPresences], rest: { api, cdn, version: '10' } })
    const ready = once(bot, Events.ClientReady)
    await bot.login(filled.applications.ping?.bot?.token ?? '')
    await ready
    const forum = bot.channels.cache.find((channel) => channel.type === ChannelType.GuildForum) as ForumChannel
    await forum.setAvailableTags([{ name: 'Big' }, { name: 'Small' }])
    ;[alice, bob, carol] = await Promise.all(
      NAMES.map(async (name) => {
        const person = await openPerson(browser, platform, { as: name })
        await person.page.goto('/channels/@me')
        return person
      }),
    )
  })

  after(async () => {
    await bot?.destroy()
    await browser?.close()
    await platform?.close()
  })

  test('a person makes a group of friends, who write in it', async () => {
    const { page } = alice as Person
    await page.getByRole('button', { name: 'New group' }).click()
    const dialog = page.getByRole('dialog', { name: 'New group' })
    await dialog.getByRole('combobox', { name: 'Friends' }).click()
    await assertSound(alice as Person)
    await dialog.getByRole('option', { name: /^bob/ }).click()
    await dialog.getByRole('option', { name: /^carol/ }).click()
    await dialog.getByRole('combobox', { name: 'Friends' }).press('Tab')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await box(page, 'Message bob, carol').fill('hello both')
    await box(page, 'Message bob, carol').press('Enter')
    for (const [person, name] of [
      [bob, 'alice, carol'],
      [carol, 'alice, bob'],
    ] as const) {
      await channels((person as Person).page)
        .getByRole('link', { name: `${name}, 1 mention` })
        .click()
      await log((person as Person).page, name)
        .getByRole('article')
        .filter({ hasText: 'hello both' })
        .waitFor()
    }
  })

  test('a person calls the group: one joins, another declines, and the call ends with the last who leaves', async () => {
    const [one, two, three] = [alice, bob, carol].map((person) => (person as Person).page) as [Page, Page, Page]
    const call = (page: Page) => page.getByRole('region', { name: 'Call', exact: true })
    const incoming = (page: Page) => page.getByRole('region', { name: 'Incoming call' })
    const person = (page: Page, name: string) => call(page).getByRole('listitem').filter({ hasText: name })
    await one.getByRole('button', { name: 'Start call' }).click()
    await person(one, 'carol').getByText('ringing…').waitFor()
    await one.getByRole('region', { name: 'Voice', exact: true }).getByText('In voice').waitFor()
    await incoming(three).getByText('Call from alice, bob').waitFor()
    await assertSound(carol as Person)
    await incoming(three).getByRole('button', { name: 'Decline' }).click()
    await incoming(three).waitFor({ state: 'detached' })
    await person(one, 'carol').waitFor({ state: 'detached' })
    // A page that is opened later shows the call too.
    await two.goto('/channels/@me')
    await incoming(two).getByRole('button', { name: 'Join call' }).click()
    await person(two, 'bob').waitFor()
    await person(three, 'bob').waitFor()
    await assertSound(bob as Person)
    await one.getByRole('button', { name: 'Ring again' }).click()
    await incoming(three).waitFor()
    await incoming(three).getByRole('button', { name: 'Decline' }).click()
    await call(one).getByRole('button', { name: 'Leave call' }).click()
    await person(two, 'alice').waitFor({ state: 'detached' })
    await call(one).getByRole('button', { name: 'Join call' }).waitFor()
    await two.getByRole('button', { name: 'Disconnect' }).click()
    for (const page of [one, two, three]) await call(page).waitFor({ state: 'detached' })
    await log(one, 'bob, carol').getByText('started a call.').waitFor()
  })

  test('a friend gets a nickname that only the person sees', async () => {
    const { page } = alice as Person
    await page.getByRole('link', { name: /^Friends/ }).click()
    await page.getByRole('button', { name: 'Profile of bob' }).click()
    const profile = page.getByRole('dialog')
    await profile.getByRole('button', { name: 'Nickname' }).click()
    await profile.getByRole('textbox', { name: 'Nickname' }).fill('Builder')
    await profile.getByRole('button', { name: 'Save' }).click()
    await profile.getByRole('textbox', { name: 'Nickname' }).waitFor({ state: 'detached' })
    await profile.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Builder' }).getByText('bob').waitFor()
    await channels(page)
      .getByRole('link', { name: /^bob, carol/ })
      .click()
    await box(page, 'Message bob, carol').waitFor()
  })

  test('messages that mention the person are listed, and lead to their place', async () => {
    const { page } = alice as Person
    const general = bot.channels.cache.find((channel) => channel.type === ChannelType.GuildText) as TextChannel
    await general.send('nobody in particular')
    await general.send(`<@${platform.world?.users.alice?.id}>, look at this`)
    await channels(page).getByRole('link', { name: 'Mentions', exact: true }).click()
    const found = page.getByRole('main').getByRole('article')
    await found.filter({ hasText: 'look at this' }).waitFor()
    assert.equal(await found.count(), 1)
    await assertSound(alice as Person)
    await found.getByRole('button', { name: 'Jump' }).click()
    await log(page, 'general').getByRole('article').filter({ hasText: 'look at this' }).waitFor()
    await page.goBack()
    await channels(page)
      .getByRole('link', { name: /^bob, carol/ })
      .click()
    await box(page, 'Message bob, carol').waitFor()
  })

  test('the group is named, someone is removed and added again, and leaves', async () => {
    const { page } = alice as Person
    await page.getByRole('button', { name: 'Group menu' }).click()
    await page.getByRole('menuitem', { name: 'Edit group' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit group' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Trip')
    await dialog.locator('input[type=file]').setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: PIXEL })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await box((bob as Person).page, 'Message Trip').waitFor()
    await log((bob as Person).page, 'Trip')
      .getByText('changed the icon.')
      .waitFor()
    await page.getByRole('button', { name: 'Members' }).click()
    const members = page.getByRole('complementary', { name: 'Members' })
    await members.getByRole('button', { name: 'Remove carol' }).click()
    await channels((carol as Person).page)
      .getByRole('link', { name: /^Trip/ })
      .waitFor({ state: 'detached' })
    assert.equal(await (bob as Person).page.getByRole('button', { name: /^Remove/ }).count(), 0)
    await page.getByRole('button', { name: 'Add people' }).click()
    const adding = page.getByRole('dialog', { name: 'Add people' })
    await adding.getByRole('combobox', { name: 'Friends' }).click()
    await adding.getByRole('option', { name: /^carol/ }).click()
    await adding.getByRole('combobox', { name: 'Friends' }).press('Tab')
    await adding.getByRole('button', { name: 'Add' }).click()
    await members.getByRole('button', { name: 'Remove carol' }).waitFor()
    await channels((carol as Person).page)
      .getByRole('link', { name: /^Trip/ })
      .click()
    await assertSound(alice as Person)
    const { page: carols } = carol as Person
    await carols.getByRole('button', { name: 'Group menu' }).click()
    await carols.getByRole('menuitem', { name: 'Leave group' }).click()
    await carols.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
    await carols.getByRole('heading', { name: 'Friends', level: 1 }).waitFor()
    await members.getByRole('button', { name: 'Remove carol' }).waitFor({ state: 'detached' })
  })

  test('a status and a custom status reach friends and the bot', async () => {
    const { page } = bob as Person
    const changed = (async () => {
      for (;;) {
        const [, presence] = (await once(bot, Events.PresenceUpdate)) as [unknown, Presence]
        if (presence.status === 'dnd' && presence.activities[0]?.state === 'writing') return presence
      }
    })()
    await page.getByTitle('Account', { exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Do not disturb' }).click()
    await page.getByTitle('Account', { exact: true }).click()
    await page.getByRole('menuitem', { name: 'Set custom status' }).click()
    const dialog = page.getByRole('dialog', { name: 'Custom status' })
    await dialog.getByRole('button', { name: 'Emoji of the status' }).click()
    await page.getByLabel('Search emoji').fill('fire')
    await page.getByLabel('Search emoji').press('Enter')
    await dialog.getByRole('textbox', { name: 'Status' }).fill('writing')
    await assertSound(bob as Person)
    await dialog.getByRole('button', { name: 'Save' }).click()
    assert.equal((await changed).activities[0]?.emoji?.name, '🔥')
    await (alice as Person).page.getByRole('link', { name: 'Direct messages' }).click()
    await channels((alice as Person).page)
      .getByRole('link', { name: 'Friends' })
      .click()
    await (alice as Person).page.getByRole('listitem').filter({ hasText: '🔥 writing' }).waitFor()
    await page.reload()
    await page.getByTitle('Account', { exact: true }).click()
    assert.equal(await page.getByRole('menuitemradio', { name: 'Do not disturb' }).getAttribute('aria-checked'), 'true')
    await page.keyboard.press('Escape')
  })

  test('posts of a forum have tags, by which they are filtered', async () => {
    const { page } = alice as Person
    await page.getByRole('link', { name: 'lab' }).click()
    await page.getByRole('link', { name: /^ideas/ }).click()
    for (const [title, tag] of [
      ['Rocket', 'Big'],
      ['Button', 'Small'],
    ] as const) {
      await page.getByRole('button', { name: 'New post' }).click()
      const dialog = page.getByRole('dialog', { name: 'New post' })
      await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
      await dialog.getByRole('textbox', { name: 'Message' }).fill(`about the ${title}`)
      await dialog.getByRole('checkbox', { name: tag }).check()
      await dialog.getByRole('button', { name: 'Post' }).click()
      await log(page, title)
        .getByRole('article')
        .filter({ hasText: `about the ${title}` })
        .waitFor()
      await page.getByRole('link', { name: /^ideas/ }).click()
    }
    const posts = page.getByRole('list', { name: 'Posts' })
    assert.deepEqual(
      await posts
        .getByRole('button')
        .allInnerTexts()
        .then((texts) => texts.map((text) => text.split('\n')[0])),
      ['Button', 'Rocket'],
    )
    await page.getByRole('checkbox', { name: 'Big' }).check()
    await posts.getByRole('button', { name: /^Button/ }).waitFor({ state: 'detached' })
    await assertSound(alice as Person)
    await posts.getByRole('button', { name: /^Rocket/ }).click()
    await page.getByRole('button', { name: 'Thread menu' }).click()
    await page.getByRole('menuitem', { name: 'Edit thread' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit thread' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Moon rocket')
    await dialog.getByRole('checkbox', { name: 'Small' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await log(page, 'Moon rocket').waitFor()
    await page.getByRole('button', { name: 'Thread menu' }).click()
    await page.getByRole('menuitem', { name: 'Lock thread' }).click()
    await page.getByRole('button', { name: 'Thread menu' }).click()
    await page.getByRole('menuitem', { name: 'Unlock thread' }).waitFor()
    await page.getByRole('menuitem', { name: 'Archive thread' }).click()
    await page.getByRole('link', { name: /^ideas/ }).click()
    await page
      .getByRole('region', { name: 'Older posts threads' })
      .getByRole('button', { name: /^Moon rocket/ })
      .click()
    await page.reload()
    await log(page, 'Moon rocket').getByText('about the Rocket').waitFor()
  })

  test('a thread is made without a message, listed, joined and left', async () => {
    const { page } = bob as Person
    await page.getByRole('link', { name: 'lab' }).click()
    await page.getByRole('button', { name: 'Threads' }).click()
    await page.getByRole('region', { name: 'Threads' }).getByRole('button', { name: 'New thread' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('side talk')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await box(page, 'Message #side talk').fill('first')
    await box(page, 'Message #side talk').press('Enter')
    const { page: other } = alice as Person
    await other.getByRole('link', { name: /^general/ }).click()
    await other.getByRole('button', { name: 'Threads' }).click()
    await other
      .getByRole('region', { name: 'Threads' })
      .getByRole('button', { name: /^side talk/ })
      .click()
    await log(other, 'side talk').getByText('first').waitFor()
    await other.getByRole('button', { name: 'Thread menu' }).click()
    await other.getByRole('menuitem', { name: 'Join thread' }).click()
    await channels(other)
      .getByRole('link', { name: /^side talk/ })
      .waitFor()
    await other.getByRole('button', { name: 'Members' }).click()
    const members = other.getByRole('complementary', { name: 'Members' })
    await members.getByRole('listitem').filter({ hasText: 'bob' }).waitFor()
    await assertSound(alice as Person)
    await other.getByRole('button', { name: 'Thread menu' }).click()
    await other.getByRole('menuitem', { name: 'Leave thread' }).click()
    await channels(other)
      .getByRole('link', { name: /^side talk/ })
      .waitFor({ state: 'detached' })
    for (const person of [alice, bob, carol]) assert.deepEqual((person as Person).problems, [])
  })
})
