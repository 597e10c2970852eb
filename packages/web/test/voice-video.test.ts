/** Cameras of calls between pages, end-to-end encrypted. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type SpawnedPlatform, spawnPlatform } from '@guildhall/testing'
import type { Browser, Locator, Page } from 'playwright-core'
import { assertSound, launchBrowser, openPerson, type Person, SIZES } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { fakeMicrophone, hears, hearsNot } from './support/sound.ts'
import { type Colour, fakeCamera, hasWidth, SCREEN, SCREEN_HZ, shows, showsPreview } from './support/video.ts'

const PASSWORD = 'correct horse'
const RED: Colour = [200, 40, 40]
const BLUE: Colour = [40, 60, 200]
const ALICE_HZ = 440
const BOB_HZ = 880

const world = {
  users: { alice: { password: PASSWORD }, bob: { password: PASSWORD } },
  guilds: { lab: { owner: 'alice', members: ['bob'], channels: { general: { type: 0 }, lounge: { type: 2 } } } },
}

describe('cameras in the page', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: SpawnedPlatform
  let [alice, bob] = [] as unknown as [Person, Person]
  const guild = () => platform.world.guilds.lab
  const channelsOf = (page: Page) => page.getByRole('navigation', { name: 'Channels' })
  const panelOf = (page: Page) => page.getByRole('region', { name: 'Voice', exact: true })
  const cameraOf = (page: Page) => panelOf(page).getByRole('button', { name: 'Camera', exact: true })

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), spawnPlatform({ world, rateLimits: 'off' })])
    ;[alice, bob] = await Promise.all([openAs('alice', ALICE_HZ, RED), openAs('bob', BOB_HZ, BLUE)])
    await Promise.all([joins(alice), joins(bob)])
    await Promise.all([hears(alice.page, BOB_HZ), hears(bob.page, ALICE_HZ)])
  })

  after(async () => {
    await browser?.close()
    await platform?.kill()
  })

  async function openAs(as: string, hertz: number, colour: Colour): Promise<Person> {
    const person = await openPerson(browser, platform, { size: 'desk', as })
    await fakeMicrophone(person.page, hertz)
    await fakeCamera(person.page, colour)
    await person.page.addInitScript(rememberPeers)
    await person.page.addInitScript(changeWantsOften)
    await person.page.goto(`/channels/${guild()?.id}/${guild()?.channels.general?.id}`)
    return person
  }

  async function joins({ page }: Person): Promise<void> {
    await channelsOf(page).getByRole('link', { name: 'lounge' }).click()
    await panelOf(page).getByText('In voice', { exact: true }).waitFor()
  }

  test('the colours of a camera arrive at the other person, and end when it is turned off', async () => {
    assert.equal(await cameraOf(alice.page).getAttribute('aria-pressed'), 'false')
    await cameraOf(alice.page).click()
    await shows(alice.page, 'Your camera', RED)
    await shows(bob.page, 'Camera of alice', RED)
    await channelsOf(bob.page)
      .getByRole('button', { name: /alice.*on video/ })
      .waitFor()
    await cameraOf(bob.page).click()
    await shows(alice.page, 'Camera of bob', BLUE)
    await cameraOf(alice.page).click()
    await bob.page.getByRole('group', { name: 'Camera of alice' }).waitFor({ state: 'detached' })
    assert.equal(await alice.page.evaluate('globalThis.camera.open()'), 0)
    await shows(alice.page, 'Camera of bob', BLUE)
    await Promise.all([hears(alice.page, BOB_HZ), hears(bob.page, ALICE_HZ)])
    await cameraOf(bob.page).click()
  })

  test('a small tile receives the small layer, and a large one the full layer again', async () => {
    await cameraOf(alice.page).click()
    await hasWidth(bob.page, 'Camera of alice', 640)
    await bob.page.setViewportSize(SIZES.phone)
    await hasWidth(bob.page, 'Camera of alice', 320)
    await assertSound(bob)
    await bob.page.setViewportSize(SIZES.desk)
    await hasWidth(bob.page, 'Camera of alice', 640)
    await shows(bob.page, 'Camera of alice', RED)
    await assertSound(bob)
    await cameraOf(alice.page).click()
  })

  test('on a phone a person in a call mutes without opening the navigation', async () => {
    await bob.page.setViewportSize(SIZES.phone)
    await bob.page.getByRole('button', { name: 'Open navigation' }).waitFor()
    await channelsOf(bob.page).waitFor({ state: 'hidden' })
    const mute = panelOf(bob.page).getByRole('button', { name: 'Mute' })
    await mute.click()
    await hearsNot(alice.page, BOB_HZ)
    await mute.click()
    await hears(alice.page, BOB_HZ)
    await bob.page.getByRole('button', { name: 'Open navigation' }).click()
    await channelsOf(bob.page).getByRole('link', { name: 'lounge' }).waitFor()
    await bob.page.getByRole('button', { name: 'Close navigation' }).click()
    await bob.page.setViewportSize(SIZES.desk)
  })

  test('a camera that is refused or lost leaves the call as it is, and may be tried again', async () => {
    await alice.page.evaluate('globalThis.camera.refuse(true)')
    await cameraOf(alice.page).click()
    await panelOf(alice.page)
      .getByRole('alert')
      .getByText(/camera is not allowed/)
      .waitFor()
    await hears(bob.page, ALICE_HZ)
    await alice.page.evaluate('globalThis.camera.refuse(false)')
    await panelOf(alice.page).getByRole('button', { name: 'Try again' }).click()
    await shows(bob.page, 'Camera of alice', RED)
    await alice.page.evaluate('globalThis.camera.lose()')
    await panelOf(alice.page)
      .getByRole('alert')
      .getByText(/camera was taken away/)
      .waitFor()
    await bob.page.getByRole('group', { name: 'Camera of alice' }).waitFor({ state: 'detached' })
    await hears(bob.page, ALICE_HZ)
  })

  test('a screen is shared, watched with its sound, paused and left by keyboard, and ends for both', async () => {
    const share = panelOf(alice.page).getByRole('button', { name: 'Share screen' })
    await panelOf(alice.page).getByRole('button', { name: 'Deafen' }).focus()
    await tabTo(alice.page, cameraOf(alice.page))
    await tabTo(alice.page, share)
    await alice.page.keyboard.press('Enter')
    await shows(alice.page, 'Your screen', SCREEN)
    await channelsOf(bob.page)
      .getByRole('button', { name: /alice.*streaming/ })
      .waitFor()
    const watch = bob.page.getByRole('button', { name: "Watch alice's screen" })
    await showsPreview(bob.page, SCREEN)
    await watch.press('Enter')
    await shows(bob.page, 'Screen of alice', SCREEN)
    await hears(bob.page, SCREEN_HZ)
    await hearsNot(alice.page, SCREEN_HZ)
    await hears(bob.page, ALICE_HZ)
    const pause = panelOf(alice.page).getByRole('button', { name: 'Pause screen' })
    await tabTo(alice.page, pause)
    await alice.page.keyboard.press('Space')
    const paused = bob.page.getByRole('group', { name: 'Screen of alice' }).getByText('Paused')
    await Promise.all([paused.waitFor(), hearsNot(bob.page, SCREEN_HZ)])
    await pause.click()
    await Promise.all([paused.waitFor({ state: 'detached' }), hears(bob.page, SCREEN_HZ)])
    await shows(bob.page, 'Screen of alice', SCREEN)
    await bob.page.getByRole('button', { name: 'Stop watching' }).press('Enter')
    await hearsNot(bob.page, SCREEN_HZ)
    await watch.click()
    await shows(bob.page, 'Screen of alice', SCREEN)
    await share.click()
    await bob.page.getByRole('group', { name: 'Screen of alice' }).waitFor({ state: 'detached' })
    await channelsOf(bob.page)
      .getByRole('button', { name: /alice.*streaming/ })
      .waitFor({ state: 'detached' })
    assert.equal(await alice.page.evaluate('globalThis.camera.open()'), 0)
  })

  test('with a browser that lacks VP8 everyone sends H.264, encrypted, from then on', async () => {
    await cameraOf(alice.page).click()
    await shows(bob.page, 'Camera of alice', RED)
    await panelOf(bob.page).getByRole('button', { name: 'Disconnect' }).click()
    const old = await bob.context.newPage()
    await fakeMicrophone(old, BOB_HZ)
    await fakeCamera(old, BLUE)
    await old.addInitScript(withoutVp8)
    await old.goto(`/channels/${guild()?.id}/${guild()?.channels.general?.id}`)
    await joins({ ...bob, page: old })
    await shows(old, 'Camera of alice', RED)
    assert.deepEqual(await codecsSent(alice.page), ['video/H264'])
    await cameraOf(old).click()
    await shows(alice.page, 'Camera of bob', BLUE)
    await old.close()
    await cameraOf(alice.page).click()
  })
})

/** Moves the focus by one Tab, to a button that it has to reach. */
async function tabTo(page: Page, button: Locator): Promise<void> {
  await page.keyboard.press('Tab')
  assert.ok(await button.evaluate((element) => element === document.activeElement), `Tab reaches ${button}`)
}

/** Runs in the page: its offer to the voice server does not name VP8. */
function withoutVp8(): void {
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (data) {
    if (typeof data !== 'string' || !data.startsWith('{"op":1,')) return send.call(this, data)
    const message = JSON.parse(data)
    message.d.codecs = message.d.codecs?.filter(({ name }: { name: string }) => name !== 'VP8')
    send.call(this, JSON.stringify(message))
  }
}

/** Runs in the page: in front of each wish for its layers (op 15) comes another one, which counts for a moment. */
function changeWantsOften(): void {
  const Real = WebSocket
  globalThis.WebSocket = class extends Real {
    #isRepeated = false
    constructor(address: string | URL) {
      super(address)
      this.addEventListener('message', (event) => this.#repeat(event))
    }
    #repeat(event: MessageEvent): void {
      if (this.#isRepeated || typeof event.data !== 'string' || !event.data.startsWith('{"op":15,')) return
      event.stopImmediatePropagation()
      const { d: wants, ...rest } = JSON.parse(event.data) as { d: Record<string, number> }
      const none = Object.fromEntries(Object.keys(wants).map((ssrc) => [ssrc, 0]))
      this.#isRepeated = true
      for (const d of [none, wants])
        this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ ...rest, d }) }))
      this.#isRepeated = false
    }
  }
}

/** Runs in the page: remembers its peer connections for their statistics. */
function rememberPeers(): void {
  const peers: RTCPeerConnection[] = []
  const Real = RTCPeerConnection
  globalThis.RTCPeerConnection = class extends Real {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      peers.push(this)
    }
  }
  Object.assign(globalThis, { peers })
}

/** Returns the codecs in which a page sends video now. */
async function codecsSent(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const sent = new Set<string>()
    for (const peer of (globalThis as unknown as { peers: RTCPeerConnection[] }).peers) {
      if (peer.connectionState === 'closed') continue
      const report = await peer.getStats()
      report.forEach((entry) => {
        const { type, kind, active, codecId } = entry
        if (type === 'outbound-rtp' && kind === 'video' && active) sent.add(String(report.get(codecId)?.mimeType))
      })
    }
    return [...sent]
  })
}
