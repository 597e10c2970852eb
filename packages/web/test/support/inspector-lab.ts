/** A developer at the inspector, beside a discord.js bot, an application with an endpoint, and a person. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ApplicationCommandObject } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits, type Interaction } from 'discord.js'
import type { Locator, Page } from 'playwright-core'
import { EndpointApp } from '../../../server/test/support/endpoint-app.ts'
import { connect, Invoking } from '../../../server/test/support/interactions.ts'
import { startPlatform } from '../../../server/test/support/platform.ts'
import { launchBrowser, openPerson } from './browser.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: {
    ping: { name: 'Ping', owner: 'ann', bot: {} },
    echo: { name: 'Echo', owner: 'ann', bot: {}, skus: { Sword: { type: 2 } } },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { ping: { permissions: '8' }, echo: { permissions: '0' } },
      channels: { general: {}, lounge: { type: 2 } },
    },
  },
}
/** Text that would run as HTML, and that would turn the direction of the line. */
const HOSTILE = '<img src=x onerror="console.error(1)"> \u202Eevil'
const WAIT_MAX_MS = 30_000

export type InspectorLab = Awaited<ReturnType<typeof startInspectorLab>>
type Platform = Awaited<ReturnType<typeof startPlatform>>
type Options = Parameters<typeof startPlatform>[0]

/** Starts a platform that records, the bot `Ping`, the server of `Echo`, the person bob and a developer's browser. */
export async function startInspectorLab(options: Options = {}) {
  const [browser, platform] = await Promise.all([
    launchBrowser(),
    startPlatform({ world, rateLimits: 'off', tape: true, ...options }),
  ])
  const filled = platform.world ?? assert.fail()
  const application = (name: string) => filled.applications[name] ?? assert.fail()
  const asBot = (name: string) => api(platform.api, `Bot ${application(name).bot?.token}`)
  const bot = await startBot(platform, application('ping').bot?.token)
  const bob = await connect(platform, filled.users.bob?.token)
  const echo = await EndpointApp.start(application('echo').public_key)
  const { status } = await asBot('echo').patch('/applications/@me', { interactions_endpoint_url: echo.url })
  assert.equal(status, 200)
  const developer = await openPerson(browser, platform, { size: 'desk' })
  const { page } = developer
  const channelId = filled.guilds.lab?.channels.general?.id ?? ''

  return {
    browser,
    platform,
    bot,
    bob,
    echo,
    developer,
    page,
    channelId,
    messages: `/channels/${channelId}/messages`,
    application,
    asBot,
    control: api(platform.control.url, `Bearer ${platform.control.key}`),

    ...partsOf(page),

    /** Opens the inspector with its key, as a new page. */
    async open(search = ''): Promise<void> {
      await page.goto('about:blank')
      await page.goto(`/developers/inspector${search}#key=${platform.control.key}`)
      await page.getByText('Live', { exact: true }).waitFor()
    },

    /** Resolves with the next event of the bot. */
    event: (name: string) => heard(bot, name),

    /** Uses a command that an application has just registered. */
    async use(name: string): Promise<void> {
      const { body } = await asBot(name).post<ApplicationCommandObject>(
        `/applications/${application(name).id}/commands`,
        {
          name,
          description: 'Says something',
        },
      )
      const place = { application_id: application(name).id, channel_id: channelId }
      assert.equal((await new Invoking(bob, place).use(body)).status, 204)
    },

    async close(): Promise<void> {
      await bob.gateway.close()
      await bot.destroy()
      await browser.close()
      await platform.close()
      await echo.close()
    },
  }
}

/** Parts of the inspector, by their names. */
export function partsOf(page: Page) {
  const records = page.getByRole('listbox', { name: 'Records' })
  return {
    records,
    row: (text: string | RegExp) => records.getByRole('option').filter({ hasText: text }),
    details: page.getByRole('region', { name: 'Record', exact: true }),
    panel: (name: string) => page.getByRole('region', { name, exact: true }),
    /** A part of a panel. */
    part: (panel: string, name: string) =>
      page.getByRole('region', { name: panel, exact: true }).getByRole('region', { name, exact: true }),
    press: (name: string | RegExp, within: Page | Locator = page) =>
      within.getByRole('button', { name, exact: true }).click(),
  }
}

function heard(bot: Client, name: string): Promise<unknown[]> {
  return once(bot as never, name, { signal: AbortSignal.timeout(WAIT_MAX_MS) })
}

async function startBot(platform: Platform, token: string | undefined): Promise<Client<true>> {
  const bot = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: platform.api, version: '10' } })
  bot.on(Events.InteractionCreate, (interaction: Interaction) => {
    if (interaction.isChatInputCommand()) void interaction.reply(HOSTILE)
  })
  const ready = heard(bot, Events.ClientReady)
  await bot.login(token)
  await ready
  return bot as Client<true>
}
