/** Calls in the page under moderators, on a stage, in a DM, in two windows, and in browsers without encryption. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { api, type SpawnedPlatform, spawnPlatform } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { fakeMicrophone, hears, hearsNot } from './support/sound.ts'

const PASSWORD = 'correct horse'
const ALICE_HZ = 440
const BOB_HZ = 880

const world = {
  users: { alice: { password: PASSWORD }, bob: { password: PASSWORD } },
  guilds: {
    lab: {
      owner: 'alice',
      members: ['bob'],
      channels: { general: { type: 0 }, lounge: { type: 2 }, quiet: { type: 2 }, hall: { type: 13 } },
    },
  },
}

describe('rules of calls in the page', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: SpawnedPlatform
  let [alice, bob] = [] as unknown as [Person, Person]
  const guild = () => platform.world.guilds.lab
  const user = (name: string) => platform.world.users[name] as { id: string; token: string }
  const channel = (name: string) => guild()?.channels[name]?.id ?? ''
  const channelsOf = (page: Page) => page.getByRole('navigation', { name: 'Channels' })
  const panelOf = (page: Page) => page.getByRole('region', { name: 'Voice', exact: true })
  const http = (name: string) => api(platform.api, user(name).token)

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), spawnPlatform({ world, rateLimits: 'off' })])
    ;[alice, bob] = await Promise.all([openAs('alice', ALICE_HZ), openAs('bob', BOB_HZ)])
    await Promise.all([joins(alice, 'lounge'), joins(bob, 'lounge')])
    await Promise.all([hears(alice.page, BOB_HZ), hears(bob.page, ALICE_HZ)])
  })

  after(async () => {
    await browser?.close()
    await platform?.kill()
  })

  async function openAs(as: string, hertz: number): Promise<Person> {
    const person = await openPerson(browser, platform, { size: 'desk', as })
    await fakeMicrophone(person.page, hertz)
    await person.page.goto(`/channels/${guild()?.id}/${channel('general')}`)
    return person
  }

  async function joins({ page }: { page: Page }, where: string): Promise<void> {
    await channelsOf(page).getByRole('link', { name: where }).click()
    await panelOf(page).getByText('In voice', { exact: true }).waitFor()
  }

  const moderate = async (body: object) => {
    const { status } = await http('alice').patch(`/guilds/${guild()?.id}/members/${user('bob').id}`, body)
    assert.equal(status, 200)
  }

  test('server mute, server deafen, a move and a disconnection take effect', async () => {
    await moderate({ mute: true })
    await panelOf(bob.page).getByText('A moderator has muted you.').waitFor()
    await hearsNot(alice.page, BOB_HZ)
    await moderate({ mute: false, deaf: true })
    await hears(alice.page, BOB_HZ)
    await hearsNot(bob.page, ALICE_HZ)
    await moderate({ deaf: false })
    await hears(bob.page, ALICE_HZ)
    await moderate({ channel_id: channel('quiet') })
    await panelOf(bob.page).getByRole('link', { name: /quiet/ }).waitFor()
    await hearsNot(alice.page, BOB_HZ)
    await joins(alice, 'quiet')
    await Promise.all([hears(alice.page, BOB_HZ), hears(bob.page, ALICE_HZ)])
    await moderate({ channel_id: null })
    await panelOf(bob.page).waitFor({ state: 'detached' })
    await hearsNot(alice.page, BOB_HZ)
    assert.equal(await bob.page.evaluate('globalThis.microphone.open()'), 0)
  })

  test('SPEAK that is taken away silences, and CONNECT disconnects', async () => {
    await Promise.all([joins(alice, 'lounge'), joins(bob, 'lounge')])
    await hears(alice.page, BOB_HZ)
    const deny = async (permission: bigint) => {
      const overwrite = { type: 1, allow: '0', deny: String(permission) }
      await http('alice').put(`/channels/${channel('lounge')}/permissions/${user('bob').id}`, overwrite)
    }
    await deny(Permission.SPEAK)
    await hearsNot(alice.page, BOB_HZ)
    await hears(bob.page, ALICE_HZ)
    await deny(0n)
    await hears(alice.page, BOB_HZ)
    await deny(Permission.CONNECT)
    await panelOf(bob.page).waitFor({ state: 'detached' })
    await hearsNot(alice.page, BOB_HZ)
    await deny(0n)
  })

  test('a request to speak on a stage lets the moderator bring the person on it', async () => {
    await Promise.all([joins(alice, 'hall'), joins(bob, 'hall')])
    await bob.page.getByRole('button', { name: 'Request to speak' }).click()
    await channelsOf(alice.page)
      .getByRole('button', { name: /bob.*asks to speak/ })
      .waitFor()
    const path = `/guilds/${guild()?.id}/voice-states/${user('bob').id}`
    await http('alice').patch(path, { channel_id: channel('hall'), suppress: false })
    await hears(alice.page, BOB_HZ)
  })

  test('a call in a DM rings, is taken and carries sound', async () => {
    const opened = await http('alice').post<{ id: string }>('/users/@me/channels', { recipient_id: user('bob').id })
    await alice.page.goto(`/channels/@me/${opened.body.id}`)
    await alice.page.getByRole('button', { name: 'Start call' }).click()
    const incoming = bob.page.getByRole('region', { name: 'Incoming call' })
    await incoming.getByRole('button', { name: 'Join call' }).click()
    await Promise.all([hears(alice.page, BOB_HZ), hears(bob.page, ALICE_HZ)])
    await panelOf(bob.page).getByRole('button', { name: 'Disconnect' }).click()
    await panelOf(alice.page).getByRole('button', { name: 'Disconnect' }).click()
  })

  test('a second window takes the call over, and the first says so', async () => {
    for (const { page } of [alice, bob]) await page.goto(`/channels/${guild()?.id}/${channel('general')}`)
    await Promise.all([joins(alice, 'lounge'), joins(bob, 'lounge')])
    await hears(alice.page, BOB_HZ)
    const second = await bob.context.newPage()
    await fakeMicrophone(second, BOB_HZ)
    await second.goto(`/channels/${guild()?.id}/${channel('general')}`)
    await joins({ page: second }, 'lounge')
    await bob.page.getByText('You joined a call in another window, which goes on there.').waitFor()
    await panelOf(bob.page).waitFor({ state: 'detached' })
    await Promise.all([hears(alice.page, BOB_HZ), hears(second, ALICE_HZ)])
    await second.close()
  })

  test('a browser without encoded transforms says that it cannot take part', async () => {
    const old = await bob.context.newPage()
    await fakeMicrophone(old, BOB_HZ)
    await old.addInitScript('delete globalThis.RTCRtpScriptTransform')
    await old.goto(`/channels/${guild()?.id}/${channel('general')}`)
    await channelsOf(old).getByRole('link', { name: 'lounge' }).click()
    await panelOf(old).getByText('This browser cannot take part in encrypted calls.').waitFor()
    await old.close()
  })
})
