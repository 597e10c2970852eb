/** A person sets up a community in the settings of a guild, as a discord.js bot and the API see it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import type { GuildObject, GuildOnboardingObject, GuildTemplateObject } from '@guildhall/protocol'
import {
  type AutoModerationRule,
  Client,
  Events,
  GatewayIntentBits,
  type GuildEmoji,
  type SoundboardSound,
  type Sticker,
} from 'discord.js'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { PNG } from './support/picture.ts'

const PASSWORD = 'correct horse'
const EVENT_MAX_MS = 30_000
const TOPICS = ['general', 'rules', 'updates', 'art', 'music', 'games', 'books']

const world = {
  users: { alice: { password: PASSWORD } },
  applications: { ping: { name: 'Ping', owner: 'alice', bot: { username: 'ping' } } },
  guilds: {
    lab: {
      owner: 'alice',
      members: [],
      features: ['VANITY_URL'],
      bots: { ping: { permissions: '8' } },
      roles: { artists: { name: 'artists' }, staff: { name: 'staff' } },
      channels: Object.fromEntries(TOPICS.map((name) => [name, { type: 0 }])),
    },
  },
}

describe('the community of a guild', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let bot: Client<true>
  let alice: Person
  let page: Page
  let guildId = ''

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    guildId = platform.world?.guilds.lab?.id ?? ''
    const { api, cdn } = platform
    const intents = [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildExpressions,
      GatewayIntentBits.AutoModerationConfiguration,
    ]
    bot = new Client({ intents, rest: { api, cdn, version: '10' } }) as Client<true>
    const ready = once(bot, Events.ClientReady)
    await bot.login(platform.world?.applications.ping?.bot?.token ?? '')
    await ready
    alice = await openPerson(browser, platform, { size: 'desk', as: 'alice' })
    page = alice.page
    await page.goto(`/guilds/${guildId}/settings/emoji`)
  })

  after(async () => {
    await bot?.destroy()
    await browser?.close()
    await platform?.close()
  })

  /** Runs a step, and returns the next event of a name that the bot receives. */
  async function eventAfter<T>(name: string, step: () => Promise<unknown>): Promise<T> {
    const received = once(bot, name, { signal: AbortSignal.timeout(EVENT_MAX_MS) }).catch(async () => {
      const alerts = await page.getByRole('alert').allTextContents()
      throw new Error(`the bot received no ${name}; the page says: ${alerts.join(' ')}`)
    })
    await step()
    return (await received).at(-1) as T
  }

  async function fromApi<T>(path: string): Promise<T> {
    const authorization = platform.world?.users.alice?.token ?? ''
    const response = await fetch(`${platform.api}/v10${path}`, { headers: { authorization } })
    assert.equal(response.status, 200, path)
    return (await response.json()) as T
  }

  async function open(section: string): Promise<void> {
    await page.getByRole('link', { name: section, exact: true }).click()
    await page.getByRole('region', { name: section, exact: true }).waitFor()
  }

  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const saved = () =>
    page
      .getByRole('status')
      .filter({ hasText: /^Saved/ })
      .first()
      .waitFor()

  /** Chooses an option of a combobox that takes several. */
  async function choose(field: string, option: string): Promise<void> {
    const combobox = page.getByRole('combobox', { name: field, exact: true })
    await combobox.fill(option)
    await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click()
    await combobox.press('Escape')
  }

  test('an emoji is uploaded, limited to a role, renamed and deleted', async () => {
    const file = { name: 'party parrot.png', mimeType: 'image/png', buffer: PNG }
    await page.getByLabel('Picture').setInputFiles(file)
    assert.equal(await box('Name').inputValue(), 'party_parrot')
    await eventAfter(Events.GuildEmojiCreate, () => press('Add emoji'))
    await page.getByText('1 of 50 still and 0 of 50 animated emojis are used.').waitFor()
    const changed = await eventAfter<GuildEmoji>(Events.GuildEmojiUpdate, async () => {
      await press('Edit party_parrot')
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('parrot')
      await choose('Roles that may use it', 'artists')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    })
    assert.deepEqual([changed.name, changed.roles.cache.map(({ name }) => name)], ['parrot', ['artists']])
    await page.getByText('Only for artists').waitFor()
    await assertSound(alice)
    await eventAfter(Events.GuildEmojiDelete, async () => {
      await press('Delete parrot')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    })
    await page.getByText('No emojis yet.').waitFor()
  })

  test('a sticker and a sound are uploaded and edited', async () => {
    await open('Stickers')
    await page.getByLabel('Picture').setInputFiles({ name: 'wave.png', mimeType: 'image/png', buffer: PNG })
    await box('Name').fill('wave')
    await box('Related emoji').fill('wave')
    await box('Description').fill('A waving hand')
    const sticker = await eventAfter<Sticker>(Events.GuildStickerCreate, () => press('Add sticker'))
    assert.deepEqual([sticker.name, sticker.tags, sticker.description], ['wave', 'wave', 'A waving hand'])
    await page.getByText('1 of 5 stickers are used.').waitFor()
    await assertSound(alice)
    await open('Soundboard')
    const buffer = Buffer.from(await (await fetch(`${platform.cdn}/soundboard-sounds/2`)).arrayBuffer())
    await page.getByLabel('Sound', { exact: true }).setInputFiles({ name: 'bell.ogg', mimeType: 'video/ogg', buffer })
    await box('Name').fill('bell')
    const sound = await eventAfter<SoundboardSound>(Events.GuildSoundboardSoundCreate, () => press('Add sound'))
    assert.equal(sound.name, 'bell')
    const changed = await eventAfter<SoundboardSound>(Events.GuildSoundboardSoundUpdate, async () => {
      await press('Edit bell')
      const dialog = page.getByRole('dialog', { name: 'Edit bell' })
      await dialog.getByRole('slider', { name: 'Volume' }).fill('50')
      await dialog.getByRole('button', { name: 'Choose emoji' }).click()
      // The picker opens above the dialog.
      await page.getByRole('searchbox', { name: 'Search emoji' }).fill('fire')
      await page.getByRole('searchbox', { name: 'Search emoji' }).press('Enter')
      await dialog.getByRole('button', { name: 'Save' }).click()
    })
    assert.deepEqual([changed.volume, changed.emoji?.name], [0.5, '🔥'])
    await page.getByText('Volume 50 %, by alice').waitFor()
    await assertSound(alice)
  })

  test('rules of automatic moderation are made, refused with a reason, changed and turned off', async () => {
    await open('Auto moderation')
    await page.getByRole('link', { name: 'Keywords' }).click()
    await box('Name').fill('Pets')
    await press('Save')
    await page.getByRole('alert').first().waitFor()
    await box('Keywords').fill('cat*\ndog')
    await box('Allowed words').fill('catch')
    await box('Message to the author').fill('No pets.')
    await page.getByRole('combobox', { name: 'Send an alert to' }).selectOption('updates')
    await page.getByRole('combobox', { name: 'Time the member out for' }).selectOption('60 seconds')
    await choose('Roles that are not checked', 'staff')
    await choose('Channels that are not checked', 'art')
    const rule = await eventAfter<AutoModerationRule>(Events.AutoModerationRuleCreate, () => press('Save'))
    assert.deepEqual(rule.triggerMetadata.keywordFilter, ['cat*', 'dog'])
    assert.deepEqual(rule.triggerMetadata.allowList, ['catch'])
    assert.deepEqual(
      rule.actions.map(({ type, metadata }) => [type, metadata.customMessage, metadata.durationSeconds]),
      [
        [1, 'No pets.', null],
        [2, null, null],
        [3, null, 60],
      ],
    )
    assert.equal(rule.exemptRoles.first()?.name, 'staff')
    assert.equal(rule.exemptChannels.size, 1)
    await page.getByRole('region', { name: 'Pets' }).waitFor()
    await assertSound(alice)
    await page.getByRole('link', { name: 'All rules' }).click()
    await page.getByRole('link', { name: 'Mention spam' }).click()
    await box('Name').fill('Mentions')
    await page.getByRole('spinbutton', { name: 'Most mentions in a message' }).fill('5')
    const mentions = await eventAfter<AutoModerationRule>(Events.AutoModerationRuleCreate, () => press('Save'))
    assert.equal(mentions.triggerMetadata.mentionTotalLimit, 5)
    // The bot may hear of the rule before the page does, which asks before it leaves a form that is not saved.
    await page.getByRole('region', { name: 'Mentions' }).waitFor()
    await page.getByRole('link', { name: 'All rules' }).click()
    const off = await eventAfter<AutoModerationRule>(Events.AutoModerationRuleUpdate, () =>
      page.getByRole('switch', { name: 'Mentions is on' }).click(),
    )
    assert.equal(off.enabled, false)
    await page.getByRole('link', { name: 'Mention spam' }).waitFor({ state: 'detached' })
    await assertSound(alice)
  })

  test('the community features are enabled with their channels, and the welcome screen is written', async () => {
    await open('Community')
    await page.getByRole('combobox', { name: 'Rules channel' }).selectOption('rules')
    await page.getByRole('combobox', { name: 'Updates channel' }).selectOption('updates')
    await press('Enable community')
    await page.getByRole('button', { name: 'Disable community' }).waitFor()
    const guild = await fromApi<GuildObject>(`/guilds/${guildId}`)
    assert.ok(guild.features.includes('COMMUNITY'))
    assert.equal(guild.rules_channel_id, platform.world?.guilds.lab?.channels.rules?.id)
    await assertSound(alice)
    await open('Onboarding')
    const screen = page.getByRole('region', { name: 'Welcome screen' })
    await screen.getByRole('switch', { name: 'Enable the welcome screen' }).check()
    await screen.getByRole('textbox', { name: 'Welcome text' }).fill('A place for makers.')
    await screen.getByRole('combobox', { name: 'Add a channel' }).selectOption('general')
    await screen.getByRole('textbox', { name: 'Description of general' }).fill('Say hello')
    await screen.getByRole('button', { name: 'Save' }).click()
    await saved()
    const written = await fromApi<{ description: string; welcome_channels: { description: string }[] }>(
      `/guilds/${guildId}/welcome-screen`,
    )
    assert.deepEqual(
      [written.description, written.welcome_channels[0]?.description],
      ['A place for makers.', 'Say hello'],
    )
  })

  test('an onboarding with too few channels is refused, and one with enough is saved', async () => {
    const part = page.getByRole('region', { name: 'Onboarding', exact: true })
    await part.getByRole('button', { name: 'Add question' }).click()
    await part.getByRole('textbox', { name: 'Question', exact: true }).fill('What do you like?')
    await part.getByRole('switch', { name: 'Needs an answer' }).check()
    await part.getByRole('textbox', { name: 'Answer', exact: true }).fill('Art')
    await choose('Roles that it gives', 'artists')
    await part.getByRole('switch', { name: 'Enable onboarding' }).check()
    await part.getByRole('button', { name: 'Save' }).click()
    await part.getByRole('alert').waitFor()
    for (const topic of TOPICS) await choose('Default channels', topic)
    await part.getByText('7 are chosen.').waitFor()
    await part.getByRole('button', { name: 'Save' }).click()
    await part
      .getByRole('status')
      .filter({ hasText: /^Saved/ })
      .waitFor()
    const onboarding = await fromApi<GuildOnboardingObject>(`/guilds/${guildId}/onboarding`)
    assert.equal(onboarding.enabled, true)
    assert.equal(onboarding.prompts[0]?.options[0]?.title, 'Art')
    assert.equal(onboarding.default_channel_ids.length, TOPICS.length)
    await assertSound(alice)
  })

  test('the widget, the vanity URL and the switches of the guild are saved', async () => {
    await open('Widget')
    await page.getByRole('switch', { name: 'Enable the widget' }).check()
    await page.getByRole('combobox', { name: 'Invite to' }).selectOption('general')
    await press('Save')
    await box('JSON address').waitFor()
    assert.equal((await fetch(await box('JSON address').inputValue())).status, 200)
    await assertSound(alice)
    await open('Vanity URL')
    await box('Code').fill('makers')
    await press('Save')
    await saved()
    assert.equal((await fromApi<GuildObject>(`/guilds/${guildId}`)).vanity_url_code, 'makers')
    await assertSound(alice)
    await open('Community')
    await page.getByRole('switch', { name: 'Pause invites' }).click()
    await page.getByRole('switch', { name: 'Pause invites', checked: true }).waitFor()
    await saved()
    assert.ok((await fromApi<GuildObject>(`/guilds/${guildId}`)).features.includes('INVITES_DISABLED'))
    await page.getByRole('switch', { name: 'Pause invites' }).click()
    await page.getByRole('switch', { name: 'Pause invites', checked: false }).waitFor()
    await saved()
    const { promise: bothPressed, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/guilds/${guildId}`, async (route) => {
      await bothPressed
      await route.continue()
    })
    await page.getByRole('switch', { name: 'Pause invites' }).click()
    await page.getByRole('switch', { name: 'No raid alerts' }).click()
    release()
    await saved()
    await page.unroute(`**/guilds/${guildId}`)
    const { features } = await fromApi<GuildObject>(`/guilds/${guildId}`)
    for (const feature of ['INVITES_DISABLED', 'RAID_ALERTS_DISABLED']) assert.ok(features.includes(feature), feature)
    await open('Membership requests')
    await page.getByText('No requests here.').waitFor()
    await assertSound(alice)
  })

  test('a template is made, synced and used to create a guild', async () => {
    await open('Template')
    await box('Name').fill('Makers')
    await press('Create template')
    const link = await box('Template link').inputValue()
    const listed = await fromApi<GuildTemplateObject[]>(`/guilds/${guildId}/templates`)
    assert.ok(link.endsWith(`/template/${listed[0]?.code}`))
    await assertSound(alice)
    await page.goto(link)
    await box('Name of the new guild').fill('Second lab')
    await assertSound(alice)
    await press('Create guild')
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'music' }).waitFor()
    const mine = await fromApi<GuildObject[]>('/users/@me/guilds')
    assert.ok(mine.some(({ name }) => name === 'Second lab'))
  })
})
