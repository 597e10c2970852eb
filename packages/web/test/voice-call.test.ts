/** Sound of calls between pages and an unmodified voice client of bots, end-to-end encrypted. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Decoder, Encoder } from '@evan/opus'
import { type SpawnedPlatform, spawnPlatform } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { VoiceBot } from '../../server/test/support/voice-bots.ts'
import { strengthOf, toneFrame } from '../../social-sdk/test/support/tone.ts'
import { launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { fakeMicrophone, hears, hearsNot } from './support/sound.ts'

const PASSWORD = 'correct horse'
const ALICE_HZ = 440
const BOB_HZ = 880
const BOT_HZ = 1_000
/** Strength of a tone in decoded frames from which it counts as heard. */
const HEARD = 500

const world = {
  users: { alice: { password: PASSWORD }, bob: { password: PASSWORD } },
  applications: { radio: { name: 'Radio', owner: 'alice', bot: { username: 'radio' } } },
  guilds: {
    lab: {
      owner: 'alice',
      members: ['bob'],
      bots: { radio: { permissions: '8' } },
      channels: { general: { type: 0 }, lounge: { type: 2 }, quiet: { type: 2 }, hall: { type: 13 } },
    },
  },
}

describe('calls in the page', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: SpawnedPlatform
  let bot: VoiceBot
  let data = ''
  let [alice, bob] = [] as unknown as [Person, Person]
  const guild = () => platform.world.guilds.lab
  const channelsOf = (page: Page) => page.getByRole('navigation', { name: 'Channels' })
  const panelOf = (page: Page) => page.getByRole('region', { name: 'Voice', exact: true })

  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
    ;[browser, platform] = await Promise.all([launchBrowser(), spawnPlatform({ world, rateLimits: 'off', data })])
    bot = await VoiceBot.start({
      api: platform.api,
      token: platform.world.applications.radio?.bot.token ?? '',
      guildId: guild()?.id ?? '',
      ca: platform.ca ?? '',
    })
    ;[alice, bob] = await Promise.all([openAs('alice', ALICE_HZ), openAs('bob', BOB_HZ)])
  })

  after(async () => {
    await bot?.kill()
    await browser?.close()
    await platform?.kill()
    await rm(data, { recursive: true, force: true })
  })

  async function openAs(as: string, hertz: number): Promise<Person> {
    const person = await openPerson(browser, platform, { size: 'desk', as })
    await fakeMicrophone(person.page, hertz)
    await person.page.goto(`/channels/${guild()?.id}/${guild()?.channels.general?.id}`)
    return person
  }

  async function joins({ page }: Person, channel: string): Promise<void> {
    await channelsOf(page).getByRole('link', { name: channel }).click()
    await panelOf(page).getByText('In voice', { exact: true }).waitFor()
  }

  const digitsIn = async ({ page }: Person) => {
    await panelOf(page).getByRole('button', { name: 'Privacy code' }).click()
    const dialog = page.getByRole('dialog', { name: 'Privacy code' })
    const digits = await dialog.getByText(/^\d{5}( \d{5}){5}$/).textContent()
    await dialog.getByRole('button', { name: 'Close' }).click()
    return digits
  }

  test('two people hear each other, and nobody hears their own voice', async () => {
    await Promise.all([joins(alice, 'lounge'), joins(bob, 'lounge')])
    await Promise.all([hears(alice.page, BOB_HZ), hears(bob.page, ALICE_HZ)])
    await Promise.all([hearsNot(alice.page, ALICE_HZ), hearsNot(bob.page, BOB_HZ)])
    await channelsOf(alice.page).getByRole('button', { name: 'bob speaking' }).waitFor()
  })

  test('both see the same privacy code, and the same digits when they verify each other', async () => {
    const [one, other] = [await digitsIn(alice), await digitsIn(bob)]
    assert.ok(one)
    assert.equal(one, other)
    const codes = await Promise.all(
      [
        [alice, 'bob'],
        [bob, 'alice'],
      ].map(async ([person, name]) => {
        const { page } = person as Person
        await panelOf(page).getByRole('button', { name: 'Privacy code' }).click()
        await page.getByRole('button', { name: `Verify ${name as string}` }).click()
        const dialog = page.getByRole('dialog', { name: `Verify ${name as string}` })
        const code = await dialog.getByText(/^\d{5}( \d{5}){8}$/).textContent()
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        return code
      }),
    )
    assert.equal(codes[0], codes[1])
  })

  test('an unmodified bot hears both, and both hear the bot', async () => {
    await bot.join(guild()?.channels.lounge?.id ?? '')
    const encoder = new Encoder({ channels: 2, sample_rate: 48_000 })
    const frames = Array.from({ length: 250 }, (_, n) => Buffer.from(encoder.encode(toneFrame(BOT_HZ, n))))
    const played = bot.play(frames)
    await Promise.all([hears(alice.page, BOT_HZ), hears(bob.page, BOT_HZ), hears(alice.page, BOB_HZ)])
    await played
    for (const [name, hertz] of [
      ['alice', ALICE_HZ],
      ['bob', BOB_HZ],
    ] as const) {
      const id = platform.world.users[name]?.id ?? ''
      await bot.hears(id, 20)
      assert.ok(strengthOf(hertz, decoded(bot.heard(id).slice(-20))) > HEARD, `the bot hears ${name}`)
    }
  })

  test('mute and deafen hold, and speaking again is heard', async () => {
    await panelOf(bob.page).getByRole('button', { name: 'Mute' }).click()
    await hearsNot(alice.page, BOB_HZ)
    await panelOf(bob.page).getByRole('button', { name: 'Mute' }).click()
    await hears(alice.page, BOB_HZ)
    await panelOf(alice.page).getByRole('button', { name: 'Deafen' }).click()
    await hearsNot(alice.page, BOB_HZ)
    await hearsNot(bob.page, ALICE_HZ)
    await panelOf(alice.page).getByRole('button', { name: 'Mute' }).click()
    await hears(alice.page, BOB_HZ)
  })

  test('a person who moves on is heard there alone', async () => {
    await joins(bob, 'quiet')
    await hearsNot(alice.page, BOB_HZ)
    await joins(alice, 'quiet')
    await Promise.all([hears(alice.page, BOB_HZ), hears(bob.page, ALICE_HZ)])
  })

  test('a reload of the page comes back into the call, muted as before', async () => {
    await panelOf(bob.page).getByRole('button', { name: 'Mute' }).click()
    await hearsNot(alice.page, BOB_HZ)
    await bob.page.reload()
    await panelOf(bob.page).getByText('In voice', { exact: true }).waitFor()
    await hears(bob.page, ALICE_HZ)
    assert.equal(await bob.page.evaluate('globalThis.microphone.open()'), 0)
    await panelOf(bob.page).getByRole('button', { name: 'Mute' }).click()
    await hears(alice.page, BOB_HZ)
  })

  test('a volume of 0 and "Mute for me" silence one person here alone', async () => {
    const participant = channelsOf(alice.page).getByRole('button', { name: /^bob/ })
    await participant.click()
    await alice.page.getByRole('menuitem', { name: 'Volume' }).click()
    const dialog = alice.page.getByRole('dialog', { name: 'Volume of bob' })
    await dialog.getByRole('slider', { name: 'Volume' }).fill('0')
    await hearsNot(alice.page, BOB_HZ)
    await dialog.getByRole('slider', { name: 'Volume' }).fill('100')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await hears(alice.page, BOB_HZ)
    await participant.click()
    await alice.page.getByRole('menuitemcheckbox', { name: 'Mute for me' }).click()
    await hearsNot(alice.page, BOB_HZ)
    await participant.click()
    await alice.page.getByRole('menuitemcheckbox', { name: 'Mute for me' }).click()
    await hears(alice.page, BOB_HZ)
  })

  test('a microphone that is refused leaves the person listening, and may be tried again', async () => {
    await panelOf(alice.page).getByRole('button', { name: 'Disconnect' }).click()
    await alice.page.evaluate('globalThis.microphone.refuse(true)')
    await joins(alice, 'quiet')
    await panelOf(alice.page)
      .getByRole('alert')
      .getByText(/microphone is not allowed/)
      .waitFor()
    await channelsOf(bob.page)
      .getByRole('button', { name: /alice.*muted/ })
      .waitFor()
    await hears(alice.page, BOB_HZ)
    await alice.page.evaluate('globalThis.microphone.refuse(false)')
    await panelOf(alice.page).getByRole('button', { name: 'Try again' }).click()
    await hears(bob.page, ALICE_HZ)
  })

  test('a microphone that is taken away leaves the person muted and listening, and may be tried again', async () => {
    await alice.page.evaluate('globalThis.microphone.lose()')
    await panelOf(alice.page)
      .getByRole('alert')
      .getByText(/microphone was taken away/)
      .waitFor()
    await channelsOf(bob.page)
      .getByRole('button', { name: /alice.*muted/ })
      .waitFor()
    await Promise.all([hears(alice.page, BOB_HZ), hearsNot(bob.page, ALICE_HZ)])
    await panelOf(alice.page).getByRole('button', { name: 'Try again' }).click()
    await hears(bob.page, ALICE_HZ)
  })

  test('the audience of a stage listens without a microphone', async () => {
    await joins(alice, 'hall')
    await joins(bob, 'hall')
    assert.equal(await bob.page.evaluate('globalThis.microphone.open()'), 0)
    await panelOf(bob.page).getByText('Not end-to-end encrypted').waitFor()
  })
})

/** Returns the samples of Opus frames. */
function decoded(frames: readonly Buffer[]): Int16Array {
  const decoder = new Decoder({ channels: 2, sample_rate: 48_000 })
  const samples = frames.map((frame) => decoder.decode(frame))
  return Int16Array.from(samples.flatMap((pcm) => [...new Int16Array(pcm.buffer, pcm.byteOffset, pcm.byteLength / 2)]))
}
