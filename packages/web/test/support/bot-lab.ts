/** A person at the app in a channel with a discord.js bot, for tests of what people do with bots. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { INTERACTION_RESPONSE_MS } from '@guildhall/protocol'
import {
  type ApplicationCommandDataResolvable,
  Client,
  Events,
  GatewayIntentBits,
  type Interaction,
  type Message,
  type MessageCreateOptions,
  type TextChannel,
} from 'discord.js'
import type { Browser, Locator, Page } from 'playwright-core'
import { startPlatform } from '../../../server/test/support/platform.ts'
import { launchBrowser, openPerson, type Person, type PersonOptions } from './browser.ts'

const PASSWORD = 'correct horse'
/** Time in which an interaction arrives, or its test fails. */
const INTERACTION_MAX_MS = 30_000

const world = {
  users: {
    alice: { password: PASSWORD },
    bob: { password: PASSWORD, global_name: 'Bob Builder' },
    carol: { password: PASSWORD },
  },
  applications: {
    ping: {
      name: 'Ping',
      owner: 'alice',
      intents: ['MESSAGE_CONTENT'],
      bot: { username: 'ping' },
      skus: { plan: {} },
    },
  },
  guilds: {
    lab: {
      owner: 'alice',
      members: ['bob', 'carol'],
      bots: { ping: { permissions: '8' } },
      roles: { crew: { name: 'crew' }, guests: { name: 'guests' } },
      channels: { general: { type: 0 }, random: { type: 0 }, lounge: { type: 2 }, news: { type: 5 } },
    },
  },
}

export type Lab = Awaited<ReturnType<typeof startBotLab>>

/** Starts a platform, a browser and the bot. Commands are those that the bot has. */
export async function startBotLab(commands: readonly ApplicationCommandDataResolvable[] = []) {
  const [browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
  const { api, cdn, world: filled } = platform
  const guild = filled?.guilds.lab
  assert.ok(filled && guild)
  const bot = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api, cdn, version: '10' } }) as Client<true>
  const ready = once(bot, Events.ClientReady)
  await bot.login(filled.applications.ping?.bot?.token ?? '')
  await ready
  await bot.application.commands.set(commands)
  const channel = bot.channels.cache.get(guild.channels.general?.id ?? '') as TextChannel

  return {
    browser: browser as Browser,
    platform,
    bot,
    channel,
    filled,
    guildId: guild.id,

    /** Opens the channel as a person who has just signed in. */
    async open(username: string, options: PersonOptions & { channel?: string } = {}): Promise<Person> {
      const person = await openPerson(browser, platform, { ...options, as: username })
      await person.page.goto(`/channels/${guild.id}/${guild.channels[options.channel ?? 'general']?.id}`)
      await messageBox(person.page, options.channel).waitFor()
      return person
    },

    /** Lets the time pass in which an application must respond. */
    passResponseTime(): void {
      platform.clock.advance(INTERACTION_RESPONSE_MS)
    },

    /** Posts a message of the bot, and returns its article in the log. */
    async post(page: Page, message: MessageCreateOptions): Promise<{ article: Locator; message: Message }> {
      const sent = await channel.send(message)
      const article = articleOf(page, sent.id)
      await article.waitFor()
      return { article, message: sent }
    },

    /** Returns the next interaction that the bot receives. */
    async next<T extends Interaction>(): Promise<T> {
      const signal = AbortSignal.timeout(INTERACTION_MAX_MS)
      const [interaction] = await once(bot, Events.InteractionCreate, { signal })
      return interaction as T
    },

    async close(): Promise<void> {
      await bot.destroy()
      await browser.close()
      await platform.close()
    },
  }
}

/** Returns the message box of a channel, in English or German. */
export function messageBox(page: Page, channel = 'general'): Locator {
  return page.getByRole('textbox', { name: new RegExp(`^(Message|Nachricht an) #${channel}$`) })
}

/** Returns the articles of the log that have a text. */
export function articles(page: Page, text: string | RegExp): Locator {
  return page.getByRole('log').getByRole('article').filter({ hasText: text })
}

/** Returns the article of a message by its id. */
function articleOf(page: Page, messageId: string): Locator {
  return page.locator(`[data-message="${messageId}"]`).getByRole('article')
}
