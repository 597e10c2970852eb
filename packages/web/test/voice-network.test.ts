/** Calls of pages over bad networks: loss, no network for a while, no UDP, and a server that restarts. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type SpawnedPlatform, spawnPlatform } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../../server/test/support/free-port.ts'
import { TcpNetwork, UdpNetwork } from './support/bad-network.ts'
import { launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { fakeMicrophone, hears, hearsNot } from './support/sound.ts'
import { type Colour, fakeCamera, paints, SCREEN, SCREEN_HZ, shows } from './support/video.ts'

const PASSWORD = 'correct horse'
const ALICE_HZ = 440
const BOB_HZ = 880
const RED: Colour = [200, 40, 40]
const BLUE: Colour = [40, 60, 200]
const LOSS = 0.1
const LOSS_MS = 4_000
const WITHOUT_NETWORK_MS = 4_000
/** Datagrams that are more than checks and handshakes. */
const MEDIA_DATAGRAMS = 200
const POLL_MS = 50

const world = {
  users: { alice: { password: PASSWORD }, bob: { password: PASSWORD } },
  guilds: { lab: { owner: 'alice', members: ['bob'], channels: { general: { type: 0 }, lounge: { type: 2 } } } },
}

describe('calls of pages over bad networks', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: SpawnedPlatform
  let data = ''
  let [udp, tcp] = [] as unknown as [UdpNetwork, TcpNetwork]
  let [alice, bob] = [] as unknown as [Person, Person]
  let args: string[] = []

  before(async () => {
    const voicePort = await freePort()
    ;[data, udp, tcp] = await Promise.all([
      mkdtemp(join(tmpdir(), 'guildhall-test-')),
      UdpNetwork.open(voicePort),
      TcpNetwork.open(),
    ])
    args = ['--voice-udp', `127.0.0.1:${voicePort}`, '--voice-announce', `127.0.0.1:${udp.port}`]
    args.push('--voice-tcp', `127.0.0.1:${tcp.port}`)
    ;[browser, platform] = await Promise.all([
      launchBrowser(),
      spawnPlatform({ world, rateLimits: 'off', data, args, port: await freePort() }),
    ])
    tcp.target = Number(new URL(platform.url).port)
    ;[alice, bob] = await Promise.all([openAs('alice', ALICE_HZ), openAs('bob', BOB_HZ)])
  })

  after(async () => {
    await browser?.close()
    await platform?.kill()
    udp?.end()
    tcp?.end()
    await rm(data, { recursive: true, force: true })
  })

  async function openAs(as: string, hertz: number): Promise<Person> {
    const person = await openPerson(browser, platform, { size: 'desk', as })
    await fakeMicrophone(person.page, hertz)
    await fakeCamera(person.page, RED)
    const guild = platform.world.guilds.lab
    await person.page.goto(`/channels/${guild?.id}/${guild?.channels.general?.id}`)
    return person
  }

  const panelOf = (page: Page) => page.getByRole('region', { name: 'Voice', exact: true })
  const hearEachOther = () => Promise.all([hears(alice.page, BOB_HZ), hears(bob.page, ALICE_HZ)])
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  async function joins({ page }: Person): Promise<void> {
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'lounge' }).click()
    await panelOf(page).getByText('In voice', { exact: true }).waitFor()
  }

  /** Waits until the dialog of the connection names TCP. */
  async function usesTcp({ page }: Person): Promise<void> {
    await panelOf(page)
      .getByRole('button', { name: /^Connection: / })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Connection' })
    await dialog.getByText('TCP', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
  }

  test('with UDP closed, TCP on the port of the platform carries the call', async () => {
    udp.closed = true
    await Promise.all([joins(alice), joins(bob)])
    await hearEachOther()
    await Promise.all([hearsNot(alice.page, ALICE_HZ), usesTcp(alice)])
    assert.equal(udp.passed, 0)
    assert.ok(tcp.connections >= 2)
  })

  test('media by TCP that is lost is found again by UDP', async () => {
    udp.closed = false
    tcp.closed = true
    while (udp.passed < MEDIA_DATAGRAMS) await wait(POLL_MS)
    await hearEachOther()
  })

  test('with 10 % of datagrams lost both ways speech goes on, and the connection is not called good', async () => {
    udp.loss = LOSS
    await panelOf(alice.page)
      .getByRole('button', { name: /^Connection: (?:fair|poor)$/ })
      .waitFor()
    const until = performance.now() + LOSS_MS
    while (performance.now() < until) await hearEachOther()
    assert.equal(await panelOf(alice.page).getByText('In voice', { exact: true }).count(), 1)
  })

  test('with 10 % of datagrams lost both ways a camera and a screen are seen, and changes of the picture follow', async () => {
    udp.loss = LOSS
    const camera = panelOf(alice.page).getByRole('button', { name: 'Camera', exact: true })
    const share = panelOf(bob.page).getByRole('button', { name: 'Share screen' })
    await Promise.all([camera.click(), share.click()])
    await alice.page.getByRole('button', { name: "Watch bob's screen" }).click()
    await shows(alice.page, 'Screen of bob', SCREEN)
    for (const colour of [RED, BLUE, RED, BLUE]) {
      await paints(alice.page, 'camera', colour)
      await shows(bob.page, 'Camera of alice', colour)
    }
    await hears(alice.page, SCREEN_HZ)
    await Promise.all([camera.click(), share.click()])
    udp.loss = 0
    await hearEachOther()
  })

  test('after 4 s without a network both hear each other again, without a press', async () => {
    udp.closed = true
    await Promise.all([wait(WITHOUT_NETWORK_MS), hearsNot(alice.page, BOB_HZ)])
    udp.closed = false
    await hearEachOther()
  })

  test('after a restart of the server both are in the call and at the screen again, without a press', async () => {
    await panelOf(bob.page).getByRole('button', { name: 'Share screen' }).click()
    await alice.page.getByRole('button', { name: "Watch bob's screen" }).click()
    await shows(alice.page, 'Screen of bob', SCREEN)
    await platform.stop()
    await hearsNot(alice.page, BOB_HZ)
    platform = await spawnPlatform({
      rateLimits: 'off',
      data,
      args,
      port: Number(new URL(platform.url).port),
    })
    await hearEachOther()
    await Promise.all([alice, bob].map(({ page }) => panelOf(page).getByText('In voice', { exact: true }).waitFor()))
    await paints(bob.page, 'screen', BLUE)
    await Promise.all([shows(alice.page, 'Screen of bob', BLUE), hears(alice.page, SCREEN_HZ)])
  })
})
