/** A person configures a guild in the app. The HTTP API and a bot tell what has changed. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { Client, type ClientEvents, Events, GatewayIntentBits, type Guild } from 'discord.js'
import type { Browser, Locator, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { PNG } from './support/picture.ts'

const PASSWORD = 'correct horse'
/** Time in which an event reaches the bot, or its test fails. */
const EVENT_MAX_MS = 30_000
const { Guilds, GuildMembers, GuildModeration, GuildWebhooks, GuildInvites } = GatewayIntentBits

const world = {
  users: { alice: { password: PASSWORD }, bob: { password: PASSWORD }, carol: { password: PASSWORD }, dave: {} },
  applications: {
    ping: { name: 'Ping', owner: 'alice', bot: { username: 'ping' }, intents: ['GUILD_MEMBERS'] },
  },
  guilds: {
    lab: {
      owner: 'alice',
      features: ['ENHANCED_ROLE_COLORS'],
      members: ['bob', 'carol'],
      bots: { ping: { permissions: '8' } },
      roles: {
        lead: { name: 'lead', permissions: '268435456', members: ['bob'] },
        crew: { name: 'crew' },
        guests: { name: 'guests' },
      },
      channels: { general: { type: 0 }, lounge: { type: 2 } },
    },
  },
}

describe('guild settings', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let bot: Client<true>
  let guild: Guild
  let alice: Person
  let page: Page

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    const { api, cdn, world: filled } = platform
    bot = new Client({
      intents: [Guilds, GuildMembers, GuildModeration, GuildWebhooks, GuildInvites],
      rest: { api, cdn, version: '10' },
    }) as Client<true>
    const ready = once(bot, Events.ClientReady)
    await bot.login(filled?.applications.ping?.bot?.token ?? '')
    await ready
    await bot.application.commands.set([{ name: 'roll', description: 'Rolls a die' }], filled?.guilds.lab?.id ?? '')
    guild = bot.guilds.cache.get(filled?.guilds.lab?.id ?? '') as Guild
    alice = await openPerson(browser, platform, { as: 'alice' })
    page = alice.page
    await page.goto(`/guilds/${guild.id}/settings/`)
  })

  after(async () => {
    await bot?.destroy()
    await browser?.close()
    await platform?.close()
  })

  const next = <E extends keyof ClientEvents>(event: E) =>
    once(bot, event, { signal: AbortSignal.timeout(EVENT_MAX_MS) }) as Promise<ClientEvents[E]>
  const open = async (section: string, heading = section) => {
    await page.getByRole('navigation').getByRole('link', { name: section, exact: true }).click()
    const region = page.getByRole('region', { name: heading, exact: true })
    await region.waitFor()
    return region
  }
  const press = (name: string, inside: Page | Locator = page) =>
    inside.getByRole('button', { name, exact: true }).click()
  const saved = () =>
    page
      .getByRole('status')
      .filter({ hasText: /^Saved/ })
      .waitFor()

  test('the overview changes name, system messages and rules of the guild', async () => {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Observatory')
    await page.getByRole('textbox', { name: 'Description' }).fill('We look up.')
    await page.getByRole('combobox', { name: 'System messages channel' }).selectOption('general')
    await page.getByRole('checkbox', { name: 'When a member boosts the guild' }).uncheck()
    await page.getByRole('combobox', { name: 'AFK channel' }).selectOption('lounge')
    await page.getByRole('combobox', { name: 'Verification level' }).selectOption('2')
    const update = next(Events.GuildUpdate)
    await press('Save')
    await saved()
    const [, after] = await update
    assert.equal(after.name, 'Observatory')
    assert.equal(after.description, 'We look up.')
    assert.equal(after.systemChannel?.name, 'general')
    assert.equal(after.systemChannelFlags.has('SuppressPremiumSubscriptions'), true)
    assert.equal(after.afkChannel?.name, 'lounge')
    assert.equal(after.verificationLevel, 2)
    await assertSound(alice)
  })

  test('a role is created with a gradient and permissions, moved by the keyboard, and given to a member', async () => {
    const roles = await open('Roles')
    await press('Create role', roles)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('stars')
    await page.getByRole('combobox', { name: 'Colour' }).selectOption('gradient')
    await page.getByLabel('First colour').fill('#ff0000')
    await page.getByLabel('Second colour').fill('#0000ff')
    await page.getByRole('searchbox', { name: 'Search permissions' }).fill('kick')
    await page.getByRole('switch', { name: 'Kick Members' }).check()
    await assertSound(alice)
    const update = next(Events.GuildRoleUpdate)
    await press('Save')
    await saved()
    const [, role] = await update
    assert.equal(role.name, 'stars')
    assert.deepEqual([role.colors.primaryColor, role.colors.secondaryColor], [0xff0000, 0x0000ff])
    assert.ok(role.permissions.has('KickMembers'))

    await page.getByRole('combobox', { name: 'Add a member' }).click()
    await page.getByRole('option', { name: /^carol/ }).click()
    await page.getByRole('button', { name: 'Remove carol' }).waitFor()
    const carol = guild.members.cache.find(({ user }) => user.username === 'carol')?.id ?? ''
    assert.ok((await guild.members.fetch({ user: carol, force: true })).roles.cache.has(role.id))

    await open('Roles')
    const order = () => page.getByRole('list', { name: 'Roles' }).getByRole('link').allTextContents()
    const before = await order()
    const moved = next(Events.GuildRoleUpdate)
    await page.getByRole('button', { name: 'Move up stars' }).press('Enter')
    await moved
    const index = before.indexOf('stars')
    const expected = before.toSpliced(index, 1).toSpliced(index - 1, 0, 'stars')
    await page.waitForFunction(
      (names) =>
        [...document.querySelectorAll('ol[aria-label="Roles"] a')].map((link) => link.textContent).join() === names,
      expected.join(),
    )
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    assert.equal(focused, 'Move up stars')
    assert.deepEqual(
      (await guild.roles.fetch(undefined, { force: true }))
        .sort((one, other) => other.position - one.position)
        .map(({ name }) => name),
      expected,
    )
    await page
      .getByRole('listitem')
      .filter({ hasText: 'guests' })
      .dragTo(page.getByRole('listitem').filter({ hasText: 'lead' }))
    await page.waitForFunction(() => document.querySelectorAll('ol[aria-label="Roles"] a')[1]?.textContent === 'guests')
    await assertSound(alice)
  })

  test('a member gets a nickname and a timeout, is kicked, banned and unbanned, with reasons', async () => {
    await open('Members')
    await page.getByRole('searchbox', { name: 'Search members' }).fill('carol')
    await press('Manage carol')
    const dialog = page.getByRole('dialog', { name: 'Manage carol' })
    await dialog.getByRole('textbox', { name: 'Nickname' }).fill('Caro')
    const renamed = next(Events.GuildMemberUpdate)
    await press('Save nickname', dialog)
    assert.equal((await renamed)[1].nickname, 'Caro')
    const named = page.getByRole('dialog', { name: 'Manage Caro' })
    await named.getByRole('combobox', { name: 'Length' }).selectOption('3600')
    const timed = next(Events.GuildMemberUpdate)
    await press('Time out', named)
    assert.ok((await timed)[1].isCommunicationDisabled())
    await named.getByText('This member cannot write until').waitFor()
    await assertSound(alice)
    await named.getByRole('textbox', { name: 'Reason for the removal' }).fill('spam & <b>ads</b>')
    const banned = next(Events.GuildBanAdd)
    await press('Ban Caro', named)
    assert.equal((await banned)[0].user.username, 'carol')
    await open('Bans')
    await page.getByText('spam & <b>ads</b>').waitFor()
    const unbanned = next(Events.GuildBanRemove)
    await press('Unban carol')
    await unbanned
    await page.getByText('Nobody is banned.').waitFor()
    await assertSound(alice)
  })

  test('a user is banned by id, and members who are not active are counted', async () => {
    await open('Bans')
    await page.getByRole('textbox', { name: 'User ID' }).fill(platform.world?.users.dave?.id ?? '')
    await page.getByRole('textbox', { name: 'Reason' }).fill('raids')
    const banned = next(Events.GuildBanAdd)
    await press('Ban user')
    assert.equal((await banned)[0].user.username, 'dave')
    await page.getByText('raids').waitFor()
    await open('Members')
    await press('Count members')
    await page.getByText('Nobody would be removed.').waitFor()
    await assertSound(alice)
  })

  test('a picture of the guild is uploaded and removed', async () => {
    await open('Overview')
    await page.getByLabel('Icon', { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
    const changed = next(Events.GuildUpdate)
    await press('Save')
    assert.ok((await changed)[1].icon)
    await saved()
    await page.reload()
    const removed = next(Events.GuildUpdate)
    await press('Remove icon')
    await press('Save')
    assert.equal((await removed)[1].icon, null)
  })

  test('an invite and a webhook are created, used and removed', async () => {
    await open('Invites')
    await press('Create invite')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Uses' }).selectOption('5')
    const created = next(Events.InviteCreate)
    await press('Create', dialog)
    const [invite] = await created
    assert.equal(invite.maxUses, 5)
    assert.match(await page.getByRole('textbox', { name: 'Invite link' }).inputValue(), new RegExp(`${invite.code}$`))
    await press('Done')
    const revoked = next(Events.InviteDelete)
    await press(`Revoke ${invite.code}`)
    await revoked

    await open('Webhooks')
    await press('Create webhook')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Feed')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Channel' }).selectOption('general')
    await press('Create', page.getByRole('dialog'))
    await press('Edit Feed')
    const address = await page.getByRole('textbox', { name: 'Address', exact: true }).inputValue()
    const posted = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"content":"hello"}',
    })
    assert.equal(posted.status, 204)
    await assertSound(alice)
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('News')
    await press('Save', page.getByRole('dialog'))
    await press('Delete News')
    await press('Delete', page.getByRole('dialog', { name: 'Delete News?' }))
    await page.getByText('There are no webhooks.').waitFor()
    assert.equal((await guild.fetchWebhooks()).size, 0)
  })

  test('a command is denied to a role, and the audit log tells it in words', async () => {
    await open('Integrations')
    await page.getByRole('link', { name: 'Manage Ping' }).click()
    await press('Permissions of /roll')
    const dialog = page.getByRole('dialog', { name: 'Permissions of /roll' })
    await dialog.getByRole('combobox', { name: 'Add a role or member' }).click()
    await page.getByRole('option', { name: /^crew/ }).click()
    await dialog.getByRole('combobox', { name: 'Permission of crew' }).selectOption('Denied')
    const update = next(Events.ApplicationCommandPermissionsUpdate)
    await press('Save', dialog)
    const [{ permissions }] = await update
    const crew = guild.roles.cache.find(({ name }) => name === 'crew')?.id
    assert.deepEqual(
      permissions.map(({ id, permission }) => [id, permission]),
      [[crew, false]],
    )
    await assertSound(alice)

    await open('Audit log')
    await page.getByText('alice created the role stars').waitFor()
    await page.getByText('Reason: spam & <b>ads</b>').waitFor()
    const entry = page.getByRole('listitem').filter({ hasText: 'alice changed the guild' })
    await entry.getByText(/changes$/).click()
    await entry.getByText('Observatory').waitFor()
    await page.getByRole('combobox', { name: 'Action' }).selectOption('Banned …')
    await page.getByText('alice created the role stars').waitFor({ state: 'detached' })
    await page.getByText('alice banned carol').waitFor()
    await assertSound(alice)
  })

  test('a member sees only what their permissions change, and cannot change roles above', async () => {
    await using bob = await openPerson(browser, platform, { size: 'phone', theme: 'dark', as: 'bob' })
    await bob.page.goto(`/guilds/${guild.id}/settings/`)
    await bob.page.getByRole('region', { name: 'Roles' }).waitFor()
    const sections = await bob.page.getByRole('navigation').getByRole('listitem').allTextContents()
    assert.deepEqual(sections.slice(0, 2), ['Roles', 'Members'])
    assert.ok(['Overview', 'Bans', 'Invites', 'Webhooks', 'Audit log'].every((title) => !sections.includes(title)))
    await bob.page.getByRole('list', { name: 'Roles' }).getByRole('link', { name: 'lead' }).click()
    await bob.page.getByText('This role is not below your highest role.').first().waitFor()
    assert.equal(await bob.page.getByRole('textbox', { name: 'Name', exact: true }).isDisabled(), true)
    await assertSound(bob)
  })

  test('the owner gives the guild to a member', async () => {
    await open('Overview')
    await press('Transfer ownership')
    const dialog = page.getByRole('dialog', { name: 'Transfer Observatory' })
    await dialog.getByRole('combobox', { name: 'New owner' }).fill('bob')
    await dialog.getByRole('option', { name: /^bob/ }).click()
    const given = next(Events.GuildUpdate)
    await press('Transfer to bob', dialog)
    const users = platform.world?.users ?? assert.fail()
    assert.equal((await given)[1].ownerId, users.bob?.id)
    await dialog.waitFor({ state: 'detached' })
    const response = await fetch(`${platform.api}/v10/guilds/${guild.id}`, {
      method: 'PATCH',
      headers: { authorization: users.bob?.token ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ owner_id: users.alice?.id }),
    })
    assert.equal(response.status, 200)
  })

  test('a member is kicked by the menu of their name', async () => {
    await page.goto(`/channels/${guild.id}`)
    await page.getByRole('button', { name: 'Members', exact: true }).click()
    await page
      .getByRole('list', { name: 'Members' })
      .getByRole('button')
      .filter({ hasText: 'bob' })
      .click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Manage member' }).click()
    const dialog = page.getByRole('dialog', { name: 'Manage bob' })
    const crew = dialog.getByRole('checkbox', { name: 'crew' })
    await page.route('**/members/*/roles/*', (route) => route.abort(), { times: 1 })
    await crew.click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('checkbox', { name: 'crew', checked: false }).waitFor()
    // The bot emits changes only of members whom it knows.
    await guild.members.fetch()
    const answer = Promise.withResolvers<void>()
    await page.route('**/members/*/roles/*', (route) => answer.promise.then(() => route.continue()), { times: 1 })
    // The choice shows before the server has answered.
    await crew.check()
    const given = next(Events.GuildMemberUpdate)
    answer.resolve()
    assert.ok((await given)[1].roles.cache.some(({ name }) => name === 'crew'))
    await assertSound(alice)
    const removed = next(Events.GuildMemberRemove)
    await press('Kick bob', dialog)
    assert.equal((await removed)[0].user.username, 'bob')
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`/guilds/${guild.id}/settings/`)
  })

  test('the guild is deleted after its name was confirmed', async () => {
    await open('Overview')
    await press('Delete guild')
    const deleted = next(Events.GuildDelete)
    await press('Delete guild', page.getByRole('dialog', { name: 'Delete Observatory?' }))
    await deleted
    await page.getByRole('button', { name: 'Add a guild' }).waitFor()
    assert.equal(bot.guilds.cache.has(guild.id), false)
  })
})
