/** A person creates, orders and configures channels in the app. A bot tells what it receives of it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import {
  type CategoryChannel,
  ChannelType,
  Client,
  type ClientEvents,
  Events,
  type ForumChannel,
  GatewayIntentBits,
  type Guild,
  type GuildChannel,
  type NewsChannel,
  PermissionFlagsBits,
  type TextChannel,
  type VoiceChannel,
} from 'discord.js'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const PASSWORD = 'correct horse'
/** Time in which an event reaches the bot, or its test fails. */
const EVENT_MAX_MS = 30_000

const world = {
  users: { alice: { password: PASSWORD }, bob: { password: PASSWORD } },
  applications: { ping: { name: 'Ping', owner: 'alice', bot: { username: 'ping' } } },
  guilds: {
    lab: {
      owner: 'alice',
      members: ['bob'],
      bots: { ping: { permissions: '8' } },
      roles: { crew: { name: 'crew' } },
      channels: {
        general: { type: 0 },
        random: { type: 0 },
        lounge: { type: 2 },
        work: { type: 4 },
        plans: { type: 0, parent: 'work' },
      },
    },
  },
}

describe('channel settings', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let bot: Client<true>
  let guild: Guild
  let alice: Person
  let page: Page

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    const { api, cdn, world: filled } = platform
    bot = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api, cdn, version: '10' } }) as Client<true>
    const ready = once(bot, Events.ClientReady)
    await bot.login(filled?.applications.ping?.bot?.token ?? '')
    await ready
    guild = bot.guilds.cache.get(filled?.guilds.lab?.id ?? '') as Guild
    alice = await openPerson(browser, platform, { as: 'alice' })
    page = alice.page
    await page.goto(`/channels/${guild.id}`)
  })

  after(async () => {
    await bot?.destroy()
    await browser?.close()
    await platform?.close()
  })

  const next = async <E extends keyof ClientEvents>(event: E) =>
    (await once(bot, event, { signal: AbortSignal.timeout(EVENT_MAX_MS) })) as ClientEvents[E]
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name, exact: true })
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  const channel = <C extends GuildChannel>(name: string) =>
    guild.channels.cache.find((known) => known.name === name) as C | undefined
  const saved = () =>
    page
      .getByRole('status')
      .filter({ hasText: /^Saved/ })
      .waitFor()
  const settings = async (name: string, section = '') => {
    await page.goto(`/guilds/${guild.id}/channels/${channel(name)?.id}/${section}`)
    await page.getByRole('heading', { level: 1 }).filter({ hasText: name }).waitFor()
  }

  test('channels of every type are created, also private ones', async () => {
    for (const [type, name, expected] of [
      ['Announcement', 'news', ChannelType.GuildAnnouncement],
      ['Stage', 'hall', ChannelType.GuildStageVoice],
      ['Forum', 'help', ChannelType.GuildForum],
      ['Media', 'photos', ChannelType.GuildMedia],
      ['Category', 'attic', ChannelType.GuildCategory],
    ] as const) {
      await press('Guild menu')
      await item('Create channel').click()
      const dialog = page.getByRole('dialog', { name: 'Create channel' })
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
      await dialog.getByRole('combobox', { name: 'Type' }).selectOption(type)
      const created = next(Events.ChannelCreate)
      await dialog.getByRole('button', { name: 'Create', exact: true }).click()
      assert.equal((await created)[0].type, expected)
      await dialog.waitFor({ state: 'detached' })
    }
    await press('Menu of work')
    await item('Create channel').click()
    const dialog = page.getByRole('dialog', { name: 'Create channel' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('secret')
    await dialog.getByRole('switch', { name: 'Private channel' }).check()
    await dialog.getByRole('combobox', { name: 'Visible to' }).click()
    await page.getByRole('option', { name: /^crew/ }).click()
    await page.keyboard.press('Escape')
    await assertSound(alice)
    const created = next(Events.ChannelCreate)
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    const [secret] = await created
    const crew = guild.roles.cache.find(({ name }) => name === 'crew')
    assert.equal(secret.parent?.name, 'work')
    assert.equal(secret.permissionsFor(guild.roles.everyone)?.has('ViewChannel'), false)
    assert.equal(crew && secret.permissionsFor(crew)?.has('ViewChannel'), true)
  })

  test('channels move by dragging and by their menu', async () => {
    const names = () => guild.channels.cache.filter(({ type }) => type === ChannelType.GuildText)
    const moved = next(Events.ChannelUpdate)
    await link('random').dragTo(link('general'))
    await moved
    await page.waitForFunction(() => {
      const links = [...document.querySelectorAll('nav[aria-label="Channels"] a')].map((link) => link.textContent)
      return links.indexOf('random') < links.indexOf('general')
    })
    assert.ok(names().size >= 3)
    await link('general').click({ button: 'right' })
    await assertSound(alice)
    await item('Move to category').click()
    const into = next(Events.ChannelUpdate)
    await page.getByRole('menuitemradio', { name: 'work' }).click()
    assert.equal(((await into)[1] as TextChannel).parent?.name, 'work')
    // The bot may hear of it before the page does, and a drag to the same place would change nothing.
    await page.getByRole('region', { name: 'work' }).getByRole('link', { name: 'general', exact: true }).waitFor()
    await link('lounge').focus()
    const out = next(Events.ChannelUpdate)
    await link('general').dragTo(link('random'))
    assert.equal(((await out)[1] as TextChannel).parent, null)
  })

  test('a text channel, a voice channel and a forum are configured', async () => {
    await link('random').click()
    await page.getByRole('link', { name: 'Channel settings' }).click()
    await page.getByRole('textbox', { name: 'Topic' }).fill('Anything goes.')
    await page.getByRole('combobox', { name: 'Slowmode', exact: true }).selectOption('30')
    await page.getByRole('switch', { name: 'Age-restricted' }).check()
    const text = next(Events.ChannelUpdate)
    await press('Save')
    await saved()
    const random = (await text)[1] as TextChannel
    assert.deepEqual([random.topic, random.rateLimitPerUser, random.nsfw], ['Anything goes.', 30, true])
    await assertSound(alice)

    await settings('lounge')
    await page.getByRole('spinbutton', { name: 'Bitrate in kbit/s' }).fill('96')
    await page.getByRole('spinbutton', { name: 'User limit' }).fill('7')
    const voice = next(Events.ChannelUpdate)
    await press('Save')
    await saved()
    const lounge = (await voice)[1] as VoiceChannel
    assert.deepEqual([lounge.bitrate, lounge.userLimit], [96_000, 7])
    await assertSound(alice)

    await settings('help')
    await press('Add tag')
    await page.getByRole('textbox', { name: 'Tag 1' }).fill('solved')
    await press('Emoji of tag 1')
    await page.getByRole('searchbox', { name: 'Search emoji' }).fill('fire')
    await page.keyboard.press('Enter')
    await press('Choose emoji')
    await page.getByRole('searchbox', { name: 'Search emoji' }).fill('fire')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Layout' }).selectOption('Gallery')
    await page.getByRole('combobox', { name: 'Order of posts' }).selectOption('Date of the post')
    const forum = next(Events.ChannelUpdate)
    await press('Save')
    await saved()
    const help = (await forum)[1] as ForumChannel
    assert.deepEqual(
      help.availableTags.map(({ name, emoji }) => [name, emoji?.name]),
      [['solved', '🔥']],
    )
    assert.equal(help.defaultReactionEmoji?.name, '🔥')
    assert.deepEqual([help.defaultForumLayout, help.defaultSortOrder], [2, 1])
    await assertSound(alice)
  })

  test('permissions of a role have three states, and follow the category when synced', async () => {
    await settings('plans', 'permissions')
    await page.getByText('Permissions are the same as those of work.').waitFor()
    await page.getByRole('combobox', { name: 'Add a role or member' }).click()
    await page.getByRole('option', { name: /^crew/ }).click()
    await page.getByRole('link', { name: 'crew' }).click()
    const states = (name: string) => page.getByRole('group', { name, exact: true })
    await states('Send Messages').getByRole('radio', { name: 'Deny' }).check()
    await states('Attach Files').getByRole('radio', { name: 'Allow' }).check()
    const changed = next(Events.ChannelUpdate)
    await press('Save')
    await saved()
    const plans = (await changed)[1] as TextChannel
    const crew = guild.roles.cache.find(({ name }) => name === 'crew')?.id ?? ''
    const overwrite = plans.permissionOverwrites.cache.get(crew)
    assert.equal(overwrite?.deny.bitfield, PermissionFlagsBits.SendMessages)
    assert.equal(overwrite?.allow.bitfield, PermissionFlagsBits.AttachFiles)
    await assertSound(alice)
    await page.getByText('Permissions differ from those of work.').waitFor()
    await states('Embed Links').getByRole('radio', { name: 'Deny' }).check()
    const synced = next(Events.ChannelUpdate)
    await press('Sync with category')
    assert.equal(((await synced)[1] as TextChannel).permissionOverwrites.cache.size, 0)
    await page.getByText('Permissions are the same as those of work.').waitFor()
    // The saved permissions follow the category. The choice that the person has not saved stays.
    await states('Send Messages').getByRole('radio', { name: 'Neutral', checked: true }).waitFor()
    await states('Embed Links').getByRole('radio', { name: 'Deny', checked: true }).waitFor()
  })

  test('an announcement channel is followed, and a category is deleted without its channels', async () => {
    await settings('news', 'webhooks')
    await page.getByRole('combobox', { name: 'Channel that receives messages' }).selectOption('random (lab)')
    await press('Follow')
    await saved()
    await assertSound(alice)
    const webhooks = await (channel<TextChannel>('random') as TextChannel).fetchWebhooks()
    assert.equal(webhooks.first()?.sourceChannel?.id, channel<NewsChannel>('news')?.id)
    await settings('work')
    await press('Delete category')
    const deleted = next(Events.ChannelDelete)
    await page.getByRole('dialog', { name: 'Delete work?' }).getByRole('button', { name: 'Delete category' }).click()
    assert.equal(((await deleted)[0] as CategoryChannel).name, 'work')
    await link('plans').waitFor()
  })

  test('a member without permissions has no settings of channels', async () => {
    await using bob = await openPerson(browser, platform, { size: 'phone', theme: 'dark', as: 'bob' })
    await bob.page.goto(`/guilds/${guild.id}/channels/${channel('random')?.id}/`)
    await bob.page.getByText('You need a permission such as Manage Channels to change this channel.').waitFor()
    await assertSound(bob)
  })
})
