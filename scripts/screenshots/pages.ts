/** The pages that pictures are taken of. */
import type { Page } from 'playwright-core'
import { callPages } from './call.ts'
import type { Scene } from './scene.ts'

export interface Shot {
  readonly name: string
  readonly path: string
  /** Whether it is shown before sign-in. */
  readonly signedOut?: true
  /** Waits until the page has its content, and opens what the picture is of. */
  ready(page: Page): Promise<unknown>
}

const GUILD_SECTIONS = [
  'overview',
  'roles',
  'members',
  'bans',
  'invites',
  'webhooks',
  'integrations',
  'audit-log',
  'emoji',
  'stickers',
  'soundboard',
  'auto-moderation',
  'community',
  'onboarding',
  'requests',
  'widget',
  'vanity-url',
  'template',
]
const CHANNEL_SECTIONS = ['overview', 'permissions', 'invites', 'webhooks']
const PERSON_SECTIONS = ['profile', 'account', 'privacy', 'authorized-apps', 'connections', 'sessions', 'appearance']
const PORTAL_SECTIONS = [
  'general',
  'bot',
  'oauth2',
  'install',
  'interactions',
  'webhooks',
  'commands',
  'emoji',
  'metadata',
  'monetization',
  'activities',
]
const GAME_SECTIONS = ['social-sdk', 'players', 'widget']

const heading = (page: Page) => page.getByRole('heading').first().waitFor()
const log = (name: string) => (page: Page) => page.getByRole('log', { name, exact: true }).waitFor()

/** Opens the navigation where it is folded. */
async function unfold(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Open navigation' })
  if (await button.isVisible()) await button.click()
}

export function pagesOf(scene: Scene): readonly Shot[] {
  return [
    ...clientPages(scene),
    ...accountPages(),
    ...settingsPages(scene),
    ...portalPages(scene),
    ...inspectorPages(scene),
    ...callPages(scene),
  ]
}

/** Pages of the client: channels, people and what floats above them. */
function clientPages({ guildId, emptyGuildId, channelIds, dmId, groupId, threadId, eventId }: Scene): Shot[] {
  const inGuild = (id = '') => `/channels/${guildId}/${id}`
  const general = inGuild(channelIds.general)
  const rich = (page: Page) => page.getByRole('log').getByRole('button', { name: 'Run again' }).waitFor()
  const above = (open: (page: Page) => Promise<unknown>) => async (page: Page) => {
    await rich(page)
    await open(page)
  }
  // Drafts are kept from one picture to the next.
  const type = async (page: Page, text: string) => {
    const box = page.getByRole('textbox', { name: 'Message #general' })
    await box.fill('')
    await box.pressSequentially(text)
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
  return [
    { name: 'sign-in', path: '/', signedOut: true, ready: (page) => page.getByLabel('Password').waitFor() },
    { name: 'channel', path: general, ready: rich },
    { name: 'channel-navigation', path: general, ready: above(unfold) },
    {
      name: 'channel-start',
      path: general,
      ready: above((page) => page.getByRole('log').evaluate((log) => log.scrollTo({ top: 0 }))),
    },
    { name: 'channel-empty', path: `/channels/${emptyGuildId}`, ready: heading },
    { name: 'channel-unknown', path: inGuild('1'), ready: (page) => page.getByText('is not here').waitFor() },
    { name: 'dm', path: `/channels/@me/${dmId}`, ready: log('Messages in @bob') },
    {
      name: 'group',
      path: `/channels/@me/${groupId}`,
      ready: (page) => page.getByRole('log').getByRole('article').first().waitFor(),
    },
    {
      name: 'call',
      path: `/channels/@me/${groupId}`,
      async ready(page) {
        const ringing = page.getByRole('region', { name: 'Call', exact: true }).getByText('ringing…').first()
        // A page that is loaded again in a call joins it by itself.
        const start = page.getByRole('button', { name: 'Start call' })
        await start.or(ringing).waitFor()
        if (!(await ringing.isVisible())) await start.click()
        await ringing.waitFor()
      },
    },
    { name: 'thread', path: inGuild(threadId), ready: log('Messages in Where to eat on Friday') },
    {
      name: 'forum',
      path: inGuild(channelIds.questions),
      ready: (page) => page.getByRole('main').getByText('How to sharpen a chisel').waitFor(),
    },
    { name: 'voice', path: inGuild(channelIds.Lounge), ready: log('Messages in Lounge') },
    { name: 'stage', path: inGuild(channelIds['Town hall']), ready: log('Messages in Town hall') },
    {
      name: 'events',
      path: `/channels/${guildId}/events`,
      ready: (page) => page.getByText('Evening of games').waitFor(),
    },
    { name: 'event', path: `/channels/${guildId}/events/${eventId}`, ready: heading },
    { name: 'friends', path: '/channels/@me', ready: heading },
    {
      name: 'mentions',
      path: '/channels/@me/mentions',
      ready: (page) => page.getByText('Bob Builder').first().waitFor(),
    },
    { name: 'switcher', path: general, ready: above((page) => page.keyboard.press('Control+k')) },
    { name: 'emoji', path: general, ready: above((page) => press(page, 'Emoji')) },
    {
      name: 'profile',
      path: general,
      ready: above((page) => page.getByRole('log').getByRole('button', { name: 'Bob Builder' }).first().click()),
    },
    {
      name: 'commands',
      path: general,
      ready: above((page) => type(page, '/')),
    },
    {
      name: 'command-form',
      path: general,
      ready: above(async (page) => {
        await type(page, '/remind')
        await page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first().click()
      }),
    },
    { name: 'pins', path: general, ready: above((page) => press(page, 'Pinned messages')) },
    { name: 'members', path: general, ready: above((page) => press(page, 'Members')) },
    {
      name: 'message-menu',
      path: general,
      ready: above(async (page) => {
        const article = page.getByRole('log').getByRole('article').last()
        await article.hover()
        await article.getByRole('button', { name: 'More' }).click()
      }),
    },
  ]
}

/** Pages of registering and of second factors, and those of operators. */
function accountPages(): Shot[] {
  return [
    { name: 'register', path: '/register', signedOut: true, ready: (page) => page.getByLabel('Password').waitFor() },
    { name: 'forgot', path: '/forgot', signedOut: true, ready: (page) => page.getByRole('textbox').waitFor() },
    { name: 'verify', path: '/verify', signedOut: true, ready: (page) => page.getByRole('alert').waitFor() },
    { name: 'reset', path: '/reset', signedOut: true, ready: (page) => page.getByLabel('New password').waitFor() },
    ...['overview', 'people', 'registrations', 'invites', 'reports', 'mail', 'settings', 'log'].map((section) => ({
      name: `admin-${section}`,
      path: `/admin/${section}`,
      ready: (page: Page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
    })),
    {
      name: 'admin-report',
      path: '/admin/reports',
      async ready(page) {
        await page.getByRole('button', { name: 'Message', exact: true }).first().click()
        await page.getByRole('region', { name: 'Evidence' }).waitFor()
      },
    },
    {
      name: 'admin-raid',
      path: '/admin/overview',
      async ready(page) {
        await page.getByRole('button', { name: 'Raid mode', exact: true }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'authenticator-app',
      path: '/settings/account',
      async ready(page) {
        await page.getByRole('button', { name: 'Set up an authenticator app', exact: true }).click()
        await page.getByRole('img', { name: 'Picture of the code' }).waitFor()
      },
    },
  ]
}

/** Pages of settings: of the person, the guild and a channel. */
function settingsPages({ guildId, channelIds, inviteCode }: Scene): Shot[] {
  const sections = (prefix: string, base: string, paths: readonly string[]) =>
    paths.map((path) => ({ name: `${prefix}-${path}`, path: `${base}/${path}`, ready: heading }))
  return [
    ...sections('settings', '/settings', PERSON_SECTIONS),
    ...sections('guild', `/guilds/${guildId}/settings`, GUILD_SECTIONS),
    ...sections('channel-settings', `/guilds/${guildId}/channels/${channelIds.general}`, CHANNEL_SECTIONS),
    ...sections('forum-settings', `/guilds/${guildId}/channels/${channelIds.questions}`, ['overview']),
    { name: 'invite', path: `/invite/${inviteCode}`, ready: heading },
    { name: 'welcome', path: `/channels/${guildId}/welcome`, ready: heading },
  ]
}

/** The inspector: its list, a record, and each panel. */
function inspectorPages({ platform }: Scene): Shot[] {
  const path = (search: string) => `/developers/inspector${search}#key=${platform.control.key}`
  const option = (page: Page) => page.getByRole('listbox', { name: 'Records' }).getByRole('option').last()
  const listed = (page: Page) => option(page).waitFor()
  const panel = (name: string) => ({
    name: `inspector-${name}`,
    path: path(`?panel=${name}`),
    signedOut: true as const,
    ready: listed,
  })
  return [
    { name: 'inspector', path: path(''), signedOut: true, ready: listed },
    {
      name: 'inspector-record',
      path: path('?kind=request'),
      signedOut: true,
      async ready(page) {
        await option(page).click()
        await page.getByRole('region', { name: 'Response', exact: true }).waitFor()
      },
    },
    {
      name: 'inspector-nothing',
      path: path('?text=nothing-has-this'),
      signedOut: true,
      ready: (page) => page.getByText('No record matches').waitFor(),
    },
    ...['clock', 'faults', 'worlds', 'people'].map(panel),
    {
      name: 'inspector-key',
      path: '/developers/inspector',
      signedOut: true,
      async ready(page) {
        const forget = page.getByRole('button', { name: 'Forget the control key' })
        await forget.or(page.getByLabel('Control key')).waitFor()
        if (await forget.isVisible()) await forget.click()
        await page.getByLabel('Control key').waitFor()
      },
    },
  ]
}

/** Pages of developers, and of OAuth2. */
function portalPages({ applications: { ping, quest } }: Scene): Shot[] {
  const section = (id: string) => (path: string) => ({
    name: `portal-${path}`,
    path: `/developers/applications/${id}/${path}`,
    ready: heading,
  })
  const consent = new URLSearchParams({
    client_id: ping,
    scope: 'bot applications.commands',
    permissions: '2251799813687304',
  })
  const login = new URLSearchParams({
    client_id: ping,
    scope: 'identify email guilds connections',
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1:3000/callback',
  })
  return [
    { name: 'developers', path: '/developers', ready: heading },
    ...PORTAL_SECTIONS.map(section(ping)),
    ...GAME_SECTIONS.map(section(quest)),
    { name: 'consent-bot', path: `/oauth2/authorize?${consent}`, ready: heading },
    { name: 'consent-login', path: `/oauth2/authorize?${login}`, ready: heading },
    { name: 'consent-fault', path: '/oauth2/authorize?client_id=1&scope=identify', ready: heading },
    { name: 'activate', path: '/activate', ready: heading },
  ]
}
