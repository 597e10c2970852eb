/** A newcomer is welcomed in a guild, and members plan events, as a discord.js bot and the API see it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import type { MemberObject, ScheduledEventObject } from '@guildhall/protocol'
import { Client, Events, GatewayIntentBits, type GuildScheduledEvent } from 'discord.js'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person, signIn } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { PNG } from './support/picture.ts'

const PASSWORD = 'correct horse'
const EVENT_MAX_MS = 30_000
const TOPICS = ['general', 'rules', 'updates', 'art', 'music', 'games', 'books']

const world = {
  users: { alice: { password: PASSWORD }, bob: { password: PASSWORD } },
  applications: { ping: { name: 'Ping', owner: 'alice', bot: { username: 'ping' } } },
  guilds: {
    lab: {
      owner: 'alice',
      members: [],
      features: ['COMMUNITY'],
      bots: { ping: { permissions: '8' } },
      roles: { artists: { name: 'artists' } },
      channels: Object.fromEntries(TOPICS.map((name) => [name, { type: 0 }])),
    },
  },
}

describe('newcomers and events of a guild', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let bot: Client<true>
  let alice: Person
  let bob: Person
  let page: Page
  let guildId = ''

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    guildId = platform.world?.guilds.lab?.id ?? ''
    const { api, cdn } = platform
    const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildScheduledEvents]
    bot = new Client({ intents, rest: { api, cdn, version: '10' } }) as Client<true>
    const ready = once(bot, Events.ClientReady)
    await bot.login(platform.world?.applications.ping?.bot?.token ?? '')
    await ready
    await welcomeNewcomers()
    ;[alice, bob] = await Promise.all([
      openPerson(browser, platform, { size: 'desk', as: 'alice' }),
      openPerson(browser, platform, { size: 'phone', theme: 'dark' }),
    ])
    page = alice.page
    await page.goto(`/channels/${guildId}/events`)
  })

  after(async () => {
    await bot?.destroy()
    await browser?.close()
    await platform?.close()
  })

  /** Writes the welcome screen and an onboarding with one question. */
  async function welcomeNewcomers(): Promise<void> {
    const lab = platform.world?.guilds.lab
    assert.ok(lab)
    const { channels, roles } = lab
    const general = channels.general?.id
    await fromApi(`/guilds/${guildId}/welcome-screen`, 'PATCH', {
      enabled: true,
      description: 'A place for makers.',
      welcome_channels: [{ channel_id: general, description: 'Say hello' }],
    })
    const option = { title: 'Art', role_ids: [roles.artists?.id], channel_ids: [] }
    const prompt = { id: '1', title: 'What do you like?', required: true, in_onboarding: true, options: [option] }
    const default_channel_ids = TOPICS.map((name) => channels[name]?.id)
    await fromApi(`/guilds/${guildId}/onboarding`, 'PUT', { enabled: true, default_channel_ids, prompts: [prompt] })
  }

  /** Runs a step, and returns the next event of a name that the bot receives. */
  async function eventAfter<T>(name: string, step: () => Promise<unknown>): Promise<T> {
    const received = once(bot, name, { signal: AbortSignal.timeout(EVENT_MAX_MS) })
    await step()
    return (await received).at(-1) as T
  }

  async function fromApi<T>(path: string, method = 'GET', body?: object): Promise<T> {
    const response = await fetch(`${platform.api}/v10${path}`, {
      method,
      headers: {
        authorization: platform.world?.users.alice?.token ?? '',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    assert.equal(response.status, 200, path)
    return (await response.json()) as T
  }

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  test('a newcomer is welcomed, answers the question and gets the role', async () => {
    const general = platform.world?.guilds.lab?.channels.general?.id
    const { code } = await fromApi<{ code: string }>(`/channels/${general}/invites`, 'POST')
    await bob.page.goto(`/invite/${code}`)
    await signIn(bob.page, { username: 'bob', password: PASSWORD })
    await bob.page.getByRole('button', { name: 'Join lab' }).click()
    await bob.page.getByRole('heading', { name: 'Welcome to lab' }).waitFor()
    await bob.page.getByText('A place for makers.').waitFor()
    await bob.page.getByRole('link', { name: '#general Say hello' }).waitFor()
    await assertSound(bob)
    await bob.page.getByRole('button', { name: 'Finish' }).click()
    await bob.page.getByRole('alert').filter({ hasText: 'Choose an answer.' }).waitFor()
    const member = `/guilds/${guildId}/members/${platform.world?.users.bob?.id}`
    assert.deepEqual((await fromApi<MemberObject>(member)).roles, [])
    await bob.page
      .getByRole('group', { name: /^What do you like/ })
      .getByRole('checkbox', { name: 'Art' })
      .check()
    await bob.page.getByRole('button', { name: 'Finish' }).click()
    await bob.page
      .getByRole('status')
      .filter({ hasText: /^Saved/ })
      .waitFor()
    assert.deepEqual((await fromApi<MemberObject>(member)).roles, [platform.world?.guilds.lab?.roles.artists?.id])
    await bob.page.getByRole('link', { name: 'Go to the channels' }).click()
    await bob.page.getByRole('textbox', { name: 'Message #general' }).waitFor()
    await bob.page.getByRole('button', { name: 'Open navigation' }).click()
    await bob.page.getByRole('link', { name: 'Channels and roles' }).waitFor()
  })

  /** Cancels, restores and moves single dates of the open event, which begins on 6 May 2030 and repeats weekly. */
  async function changeDates(): Promise<void> {
    const dates = page.getByRole('region', { name: 'Dates' })
    const date = (text: string) => dates.getByRole('listitem').filter({ hasText: text })
    const stored = async () => {
      const [event] = await fromApi<ScheduledEventObject[]>(`/guilds/${guildId}/scheduled-events`)
      return event?.guild_scheduled_event_exceptions.map((one) => [one.is_canceled, one.scheduled_start_time])
    }
    await date('May 13').getByRole('button', { name: 'Cancel' }).click()
    await date('May 13').getByText('Cancelled').waitFor()
    assert.match(await page.locator(':focus').innerText(), /^Restore/)
    assert.deepEqual(await stored(), [[true, null]])
    await date('May 6').getByRole('button', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move date' })
    await dialog.getByLabel('Start').fill('2030-05-07T21:00')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await dialog.getByText('Must be later than the start.').first().waitFor()
    await dialog.getByLabel('End').fill('2030-05-07T22:30')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await date('May 7').getByText('Moved from').waitFor()
    assert.deepEqual(await stored(), [
      [false, '2030-05-07T21:00:00.000000+00:00'],
      [true, null],
    ])
    await assertSound(alice)
    await bob.page.getByText(/^Tuesday, May 7, 2030/).waitFor()
    await date('May 7').getByRole('button', { name: 'Restore' }).click()
    await date('May 13').getByRole('button', { name: 'Restore' }).click()
    await date('May 6').getByRole('button', { name: 'Move' }).waitFor()
    await date('May 13').getByRole('button', { name: 'Move' }).waitFor()
    assert.deepEqual(await stored(), [])
    await dates.getByRole('button', { name: 'Show more dates' }).click()
    await date('June 24').waitFor()
  }

  test('an event is planned, people are interested, and it is started and ended', async () => {
    await press('Create event')
    const dialog = page.getByRole('dialog', { name: 'Create event' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Open studio')
    await dialog.getByRole('textbox', { name: 'Location' }).fill('The old mill')
    await dialog.getByLabel('Start').fill('2030-05-06T18:00')
    await dialog.getByLabel('End').fill('2030-05-06T20:00')
    await dialog.getByRole('combobox', { name: 'Repeats' }).selectOption('Every week on Monday')
    await dialog.getByLabel('Cover image').setInputFiles({ name: 'mill.png', mimeType: 'image/png', buffer: PNG })
    const event = await eventAfter<GuildScheduledEvent>(Events.GuildScheduledEventCreate, () =>
      dialog.getByRole('button', { name: 'Create' }).click(),
    )
    assert.deepEqual([event.name, event.entityMetadata?.location], ['Open studio', 'The old mill'])
    assert.deepEqual(event.recurrenceRule?.byWeekday, [0])
    assert.ok(event.image)
    await page.getByRole('heading', { name: 'Open studio' }).waitFor()
    await assertSound(alice)
    // The bot emits interest only of users that it knows.
    await bot.users.fetch(platform.world?.users.bob?.id ?? '')
    await bob.page.getByRole('link', { name: 'Events 1' }).click()
    await eventAfter(Events.GuildScheduledEventUserAdd, () =>
      bob.page.getByRole('article', { name: 'Open studio' }).getByRole('button', { name: 'Interested' }).click(),
    )
    await page.getByRole('region', { name: 'Interested people' }).getByText('bob').waitFor()
    await assertSound(bob)
    await press('Edit event')
    const renamed = await eventAfter<GuildScheduledEvent>(Events.GuildScheduledEventUpdate, async () => {
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Open house')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    })
    assert.equal(renamed.name, 'Open house')
    await changeDates()
    const started = await eventAfter<GuildScheduledEvent>(Events.GuildScheduledEventUpdate, () => press('Start event'))
    assert.equal(started.isActive(), true)
    await bob.page.getByRole('article', { name: 'Open house' }).getByText('Live now').waitFor()
    await press('End event')
    await page.getByRole('dialog').getByRole('button', { name: 'End event' }).click()
    await page.getByRole('button', { name: 'Cancel event' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click()
    await bob.page.getByText('Nothing is planned.').waitFor()
    await assertSound(bob)
  })
})
