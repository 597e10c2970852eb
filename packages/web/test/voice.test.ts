/** People in voice and stage channels of the app, as a discord.js bot sees them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { Client, Events, GatewayIntentBits, type StageInstance, type VoiceState } from 'discord.js'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const PASSWORD = 'correct horse'
const UPDATE_VOICE_STATE = 4
const EVENT_MAX_MS = 30_000

const world = {
  users: { alice: { password: PASSWORD }, bob: { password: PASSWORD } },
  applications: { ping: { name: 'Ping', owner: 'alice', bot: { username: 'ping' } } },
  guilds: {
    lab: {
      owner: 'alice',
      members: ['bob'],
      bots: { ping: { permissions: '8' } },
      channels: {
        general: { type: 0 },
        lounge: { type: 2, user_limit: 3 },
        quiet: { type: 2 },
        'town hall': { type: 13 },
      },
    },
  },
}

describe('voice and stage channels', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let bot: Client<true>
  let alice: Person
  let bob: Person
  let guildId = ''
  const channelIds: Record<string, string> = {}

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    const guild = platform.world?.guilds.lab
    guildId = guild?.id ?? ''
    for (const [name, { id }] of Object.entries(guild?.channels ?? {})) channelIds[name] = id
    const { api, cdn } = platform
    const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates]
    bot = new Client({ intents, rest: { api, cdn, version: '10' } }) as Client<true>
    const ready = once(bot, Events.ClientReady)
    await bot.login(platform.world?.applications.ping?.bot?.token ?? '')
    await ready
    ;[alice, bob] = await Promise.all([openAs('alice'), openAs('bob')])
  })

  after(async () => {
    await bot?.destroy()
    await browser?.close()
    await platform?.close()
  })

  async function openAs(username: string): Promise<Person> {
    const person = await openPerson(browser, platform, { size: 'desk', as: username })
    if (username === 'bob') await person.page.addInitScript(holdFrames)
    await person.page.goto(`/channels/${guildId}/${channelIds.general}`)
    await channelsOf(person.page).getByRole('link', { name: 'lounge' }).waitFor()
    return person
  }

  const channelsOf = (page: Page) => page.getByRole('navigation', { name: 'Channels' })
  const peopleIn = (page: Page, channel: string) => channelsOf(page).getByRole('list', { name: `In ${channel}` })
  const panelOf = (page: Page) => page.getByRole('region', { name: 'Voice', exact: true })

  /** Runs a step, and returns the next voice state that the bot receives and that fits. */
  async function voiceAfter(fits: (state: VoiceState) => boolean, step: () => Promise<unknown>): Promise<VoiceState> {
    const signal = AbortSignal.timeout(EVENT_MAX_MS)
    const { promise, resolve, reject } = Promise.withResolvers<VoiceState>()
    const listen = (_: VoiceState, state: VoiceState) => fits(state) && resolve(state)
    bot.on(Events.VoiceStateUpdate, listen)
    signal.addEventListener('abort', () => reject(new Error('the bot received no such voice state')))
    try {
      await step()
      return await promise
    } finally {
      bot.off(Events.VoiceStateUpdate, listen)
    }
  }

  /** Opens the menu of a participant and presses one of its items. */
  async function moderate(
    page: Page,
    channel: string,
    user: string,
    item: string,
    role: 'menuitem' | 'menuitemcheckbox',
  ) {
    await peopleIn(page, channel).getByRole('button', { name: user }).click()
    await page.getByRole(role, { name: item, exact: true }).click()
  }

  test('a person joins by pressing the channel, and mutes, deafens and leaves', async () => {
    const { page } = alice
    const joined = await voiceAfter(
      ({ channelId }) => channelId === channelIds.lounge,
      () => channelsOf(page).getByRole('link', { name: 'lounge' }).click(),
    )
    assert.equal(joined.member?.user.username, 'alice')
    await panelOf(page).getByText('In voice', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Message #lounge' }).waitFor()
    await peopleIn(bob.page, 'lounge').getByRole('button', { name: 'alice' }).waitFor()
    await voiceAfter(
      ({ selfMute, selfDeaf }) => selfMute === true && selfDeaf === true,
      () => panelOf(page).getByRole('button', { name: 'Deafen' }).click(),
    )
    await peopleIn(bob.page, 'lounge').getByRole('button', { name: 'alice deafened, muted' }).waitFor()
    await voiceAfter(
      ({ selfMute, selfDeaf }) => selfMute === false && selfDeaf === false,
      () => panelOf(page).getByRole('button', { name: 'Mute' }).click(),
    )
    await assertSound(alice)
    await voiceAfter(
      ({ channelId }) => channelId === null,
      () => panelOf(page).getByRole('button', { name: 'Disconnect' }).click(),
    )
    await panelOf(page).waitFor({ state: 'detached' })
    await peopleIn(bob.page, 'lounge').waitFor({ state: 'detached' })
  })

  test('[VCI-5] a status is set and cleared, and others see it, also after a reload', async () => {
    const { page } = alice
    await page.getByRole('button', { name: 'Join voice' }).click()
    await page.getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Status' }).fill('Chess night')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await channelsOf(bob.page).getByText('Chess night').waitFor()
    await bob.page.reload()
    await channelsOf(bob.page).getByText('Chess night').waitFor()
    await page.getByText(/^1 of 3 people, started/).waitFor()
    await page.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
    await channelsOf(bob.page).getByText('Chess night').waitFor({ state: 'detached' })
  })

  test('a moderator mutes, moves and disconnects another person', async () => {
    const { page } = alice
    await channelsOf(bob.page).getByRole('link', { name: 'lounge' }).click()
    await panelOf(bob.page).getByText('In voice', { exact: true }).waitFor()
    await voiceAfter(
      ({ serverMute }) => serverMute === true,
      () => moderate(page, 'lounge', 'bob', 'Server mute', 'menuitemcheckbox'),
    )
    await panelOf(bob.page).getByText('A moderator has muted you.').waitFor()
    await voiceAfter(
      ({ channelId }) => channelId === channelIds.quiet,
      async () => {
        await moderate(page, 'lounge', 'bob', 'Move to', 'menuitem')
        await page.getByRole('menuitem', { name: 'quiet', exact: true }).click()
      },
    )
    await panelOf(bob.page).getByRole('link', { name: 'lab / quiet' }).waitFor()
    await voiceAfter(
      ({ channelId, serverMute }) => channelId === channelIds.quiet && serverMute === false,
      () => moderate(page, 'quiet', 'bob', 'Server mute', 'menuitemcheckbox'),
    )
    await moderate(page, 'quiet', 'bob', 'Disconnect', 'menuitem')
    await panelOf(bob.page).waitFor({ state: 'detached' })
    // Bob may do nothing of this.
    await peopleIn(bob.page, 'lounge').getByRole('button', { name: 'alice' }).click()
    await bob.page.getByRole('menuitem', { name: 'Profile' }).waitFor()
    assert.equal(await bob.page.getByRole('menuitem', { name: 'Disconnect' }).count(), 0)
    await bob.page.keyboard.press('Escape')
  })

  test('a sound of the soundboard is played to the people in the channel', async () => {
    await channelsOf(bob.page).getByRole('link', { name: 'lounge' }).click()
    await panelOf(bob.page).getByText('In voice', { exact: true }).waitFor()
    await voiceAfter(
      ({ member, channelId }) => member?.user.bot === true && channelId === channelIds.lounge,
      async () =>
        bot.guilds.cache.get(guildId)?.shard.send({
          op: UPDATE_VOICE_STATE,
          d: { guild_id: guildId, channel_id: channelIds.lounge, self_mute: false, self_deaf: false },
        }),
    )
    const played = once(bot, Events.VoiceChannelEffectSend, { signal: AbortSignal.timeout(EVENT_MAX_MS) })
    const file = bob.page.waitForRequest(/\/cdn\/soundboard-sounds\/1$/)
    await panelOf(alice.page).getByRole('button', { name: 'Soundboard' }).click()
    const board = alice.page.getByRole('dialog', { name: 'Soundboard' })
    await board.getByRole('button', { name: 'quack' }).click()
    const [effect] = await played
    assert.equal(effect.userId, (await userIdOf('alice')).toString())
    await file
    await panelOf(bob.page).getByText('alice played 🦆').waitFor()
    await assertSound(alice)
    await alice.page.keyboard.press('Escape')
  })

  async function userIdOf(username: 'alice' | 'bob'): Promise<string> {
    return platform.world?.users[username]?.id ?? ''
  }

  test('a stage is started, speakers are invited, and it is ended', async () => {
    const { page } = alice
    await channelsOf(page).getByRole('link', { name: 'town hall' }).click()
    const stage = page.getByRole('region', { name: 'Stage', exact: true })
    const started = once(bot, Events.StageInstanceCreate, { signal: AbortSignal.timeout(EVENT_MAX_MS) })
    await stage.getByRole('button', { name: 'Start stage' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Topic' }).fill('Release day')
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    assert.equal(((await started) as [StageInstance])[0].topic, 'Release day')
    await channelsOf(bob.page).getByText('Release day').waitFor()
    await channelsOf(bob.page).getByRole('link', { name: 'town hall' }).click()
    const own = bob.page.getByRole('region', { name: 'Stage', exact: true })
    await voiceAfter(
      ({ requestToSpeakTimestamp, suppress }) => suppress === true && requestToSpeakTimestamp !== null,
      () => own.getByRole('button', { name: 'Request to speak' }).click(),
    )
    const audience = stage.getByRole('region', { name: 'Audience' })
    await audience.getByRole('button', { name: 'bob asks to speak' }).click()
    await page.getByRole('menuitem', { name: 'Invite to speak' }).click()
    await voiceAfter(
      ({ suppress, requestToSpeakTimestamp }) => suppress === false && requestToSpeakTimestamp === null,
      () => own.getByRole('button', { name: 'Accept' }).click(),
    )
    const speakers = stage.getByRole('region', { name: 'Speakers' })
    await speakers.getByRole('button', { name: 'bob' }).waitFor()
    await Promise.all([assertSound(alice), assertSound(bob)])
    await speakers.getByRole('button', { name: 'bob' }).click()
    await voiceAfter(
      ({ suppress }) => suppress === true,
      () => page.getByRole('menuitem', { name: 'Move to audience' }).click(),
    )
    const ended = once(bot, Events.StageInstanceDelete, { signal: AbortSignal.timeout(EVENT_MAX_MS) })
    await stage.getByRole('button', { name: 'End stage' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End stage' }).click()
    await ended
    await own.getByText('The stage has not started.').waitFor()
  })

  async function setQuiet(method: 'PUT' | 'DELETE', body?: object): Promise<void> {
    const { api, world: filled } = platform
    const response = await fetch(`${api}/v10/channels/${channelIds.quiet}/permissions/${guildId}`, {
      method,
      headers: { authorization: filled?.users.alice?.token ?? '', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.equal(response.status, 204)
  }

  test('a person who joins while the permission to connect is taken away stays where they are', async () => {
    await bob.page.evaluate('frames.hold()')
    await setQuiet('PUT', { type: 0, deny: String(1n << 20n) })
    await channelsOf(bob.page).getByRole('link', { name: 'quiet' }).click()
    await panelOf(bob.page).getByRole('link', { name: 'lab / quiet' }).waitFor()
    assert.ok(Number(await bob.page.evaluate('frames.release()')) > 0, 'the page has received nothing later')
    await bob.page.getByText('You need the permission Connect to join.').waitFor()
    await panelOf(bob.page).getByRole('link', { name: 'lab / town hall' }).waitFor()
    await panelOf(bob.page).getByText('In voice', { exact: true }).waitFor()
    await channelsOf(bob.page).getByRole('link', { name: 'general' }).click()
    await setQuiet('DELETE')
  })

  test('a person without the permission to connect sees why', async () => {
    await setQuiet('PUT', { type: 0, deny: String(1n << 20n) })
    await channelsOf(bob.page).getByRole('link', { name: 'quiet' }).click()
    await bob.page.getByText('You need the permission Connect to join.').waitFor()
    await panelOf(bob.page).getByRole('link', { name: 'lab / town hall' }).waitFor()
    assert.equal(await peopleIn(bob.page, 'quiet').count(), 0)
    await assertSound(bob)
  })
})

/**
 * Runs in the page: it receives frames of the gateway later, between `hold` and `release`. A WebSocket that
 * Playwright routes counts as open for a moment after the server has closed it, also one that is only passed on.
 */
function holdFrames(): void {
  let held: (() => void)[] | null = null
  const Real = WebSocket
  globalThis.WebSocket = class extends Real {
    constructor(address: string | URL) {
      super(address)
      if (!new URL(address).pathname.startsWith('/gateway')) return
      this.addEventListener('message', (event) => {
        if (held === null) return
        event.stopImmediatePropagation()
        held.push(() => this.dispatchEvent(new MessageEvent('message', { data: event.data })))
      })
    }
  }
  Object.assign(globalThis, {
    frames: {
      hold() {
        held = []
      },
      release() {
        const frames = held ?? []
        held = null
        for (const receive of frames) receive()
        return frames.length
      },
    },
  })
}
