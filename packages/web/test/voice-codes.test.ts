/** Privacy codes of two pages and other clients while members of their call change. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api, RawGateway, type SpawnedPlatform, spawnPlatform, VoiceClient } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { random } from '../../server/test/support/davey-call.ts'
import { until } from '../../server/test/support/until.ts'
import { launchBrowser, openPerson } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { fakeMicrophone, hears } from './support/sound.ts'

const CHANGES = 50
/** Changes after which a moderator moves a page away and back. */
const MOVE_EVERY = 10
const OTHERS = ['carol', 'dave', 'erin'] as const
const ALICE_HZ = 440
const BOB_HZ = 880

const world = {
  users: Object.fromEntries(['alice', 'bob', ...OTHERS].map((name) => [name, {}])),
  guilds: {
    lab: {
      owner: 'alice',
      members: ['bob', ...OTHERS],
      channels: { general: { type: 0 }, lounge: { type: 2 }, quiet: { type: 2 } },
    },
  },
}

describe('privacy codes in pages', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: SpawnedPlatform
  let [alice, bob] = [] as unknown as [Page, Page]
  const sessions = new Map<string, RawGateway>()
  /** Members without a page, by name. */
  const present = new Map<string, VoiceClient>()
  const guild = () => platform.world.guilds.lab
  const channel = (name: string) => guild()?.channels[name]?.id ?? ''
  const panelOf = (page: Page) => page.getByRole('region', { name: 'Voice', exact: true })

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), spawnPlatform({ world, rateLimits: 'off' })])
    for (const name of OTHERS) {
      const session = await RawGateway.connect(platform.gateway)
      await session.identify({ token: platform.world.users[name]?.token ?? '' })
      await session.next('GUILD_CREATE')
      sessions.set(name, session)
    }
    ;[alice, bob] = await Promise.all([openAs('alice', ALICE_HZ), openAs('bob', BOB_HZ)])
    await Promise.all([hears(alice, BOB_HZ), hears(bob, ALICE_HZ)])
    await Promise.all([alice, bob].map(openCode))
  })

  after(async () => {
    await Promise.all([...present.values()].map((client) => client.leave()))
    await Promise.all([...sessions.values()].map((session) => session.close()))
    await browser?.close()
    await platform?.kill()
  })

  async function openAs(as: string, hertz: number): Promise<Page> {
    const { page } = await openPerson(browser, platform, { size: 'desk', as })
    await fakeMicrophone(page, hertz)
    await page.goto(`/channels/${guild()?.id}/${channel('general')}`)
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'lounge' }).click()
    await panelOf(page).getByText('In voice', { exact: true }).waitFor()
    return page
  }

  async function openCode(page: Page): Promise<void> {
    await panelOf(page).getByRole('button', { name: 'Privacy code' }).click()
    await codeOf(page).waitFor()
  }

  const codeOf = (page: Page) => page.getByRole('dialog', { name: 'Privacy code' }).getByText(/^\d{5}( \d{5}){5}$/)

  /** Lets a member without a page join the call, or leave it. */
  async function change(name: string): Promise<void> {
    const client = present.get(name)
    const session = sessions.get(name)
    if (client) {
      present.delete(name)
      await client.leave()
    } else if (session)
      present.set(name, await VoiceClient.join(session, { guildId: guild()?.id ?? '', channelId: channel('lounge') }))
  }

  async function moveBob(where: string): Promise<void> {
    const { token = '' } = platform.world.users.alice ?? {}
    const path = `/guilds/${guild()?.id}/members/${platform.world.users.bob?.id}`
    const { status } = await api(platform.api, token).patch(path, { channel_id: channel(where) })
    assert.equal(status, 200)
    await panelOf(bob)
      .getByRole('link', { name: new RegExp(where) })
      .waitFor()
  }

  test(`both pages and all others show one code after each of ${CHANGES} random joins, leaves and moves`, async () => {
    const draw = random(7)
    let former = ''
    for (let n = 1; n <= CHANGES; n++) {
      if (n % MOVE_EVERY === 0) {
        await bob.keyboard.press('Escape')
        await moveBob('quiet')
        await moveBob('lounge')
        await openCode(bob)
      } else await change(OTHERS[draw(OTHERS.length)] ?? 'carol')
      await until(`one code after change ${n}`, async () => {
        const pages = await Promise.all([alice, bob].map((page) => codeOf(page).textContent()))
        const clients = [...present.values()].map(({ privacyCode }) => privacyCode)
        const codes = new Set([...pages.map((code) => code?.replaceAll(' ', '')), ...clients])
        const [code = ''] = codes
        if (codes.size !== 1 || code === former) return false
        former = code
        return true
      })
    }
    await Promise.all([hears(alice, BOB_HZ), hears(bob, ALICE_HZ)])
  })
})
