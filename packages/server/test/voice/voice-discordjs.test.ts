/** Unmodified discord.js and @discordjs/voice clients in their own processes, over TLS. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type SpawnedPlatform, spawnPlatform } from '@guildhall/testing'
import { VoiceBot } from '../support/voice-bots.ts'
import { frames, voiceWorld } from '../support/voice-lab.ts'

describe('@discordjs/voice', () => {
  let platform: SpawnedPlatform
  let data: string
  const bots = new Map<string, VoiceBot>()
  const bot = (name: string) => bots.get(name) as VoiceBot
  const channels = () => platform.world.guilds.lab?.channels
  const ids = new Map<string, string>()
  const start = (name: string) =>
    VoiceBot.start({
      api: platform.api,
      token: platform.world.applications[name]?.bot.token ?? '',
      guildId: platform.world.guilds.lab?.id ?? '',
      ca: platform.ca ?? '',
    })

  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
    platform = await spawnPlatform({ world: voiceWorld, rateLimits: 'off', data })
    const names = ['one', 'two', 'three']
    for (const name of names) ids.set(name, platform.world.applications[name]?.bot.id ?? '')
    await Promise.all(names.map(async (name) => bots.set(name, await start(name))))
  })
  after(async () => {
    for (const one of bots.values()) await one.kill()
    await platform.kill()
    await rm(data, { recursive: true, force: true })
  })

  /** Plays frames; each listener must hear all of them, unchanged and in order. */
  async function heard(speaker: string, listeners: readonly string[], mark: number, count = 10): Promise<void> {
    const sent = frames(count, mark)
    const last = sent.at(-1)?.toString('base64')
    await bot(speaker).play(sent)
    for (const name of listeners) {
      await bot(name).until((event) => event.event === 'frame' && event.frame === last)
      const received = bot(name).heard(ids.get(speaker) ?? '')
      assert.deepEqual(
        received.filter((frame) => frame[3] === mark),
        sent,
      )
    }
  }

  test('[VER-8] three bots join; two hear every frame of the third, byte-identical and in order', async () => {
    assert.match(platform.voice.udp, /^127\.0\.0\.1:\d+$/)
    for (const one of bots.values()) await one.join(channels()?.lounge?.id ?? '')
    // Listeners learn whose voice it is by the first speaking message, which may come after the first frames.
    await bot('one').play(frames(5, 1))
    await heard('one', ['two', 'three'], 2, 50)
  })

  test('a bot whose connection was cut resumes and hears on', async () => {
    const seen = bot('two').events.length
    bot('two').tell({ do: 'cut' })
    await bot('two').until((event) => event.event === 'status' && event.status === 'ready', seen)
    await heard('one', ['two', 'three'], 3)
  })

  test('a bot whose request to leave was lost joins again', async () => {
    bot('two').tell({ do: 'vanish' })
    await bot('two').join(channels()?.lounge?.id ?? '')
    // Its new receiver learns whose voice it is by the next speaking message.
    await bot('one').play(frames(5, 1))
    await heard('one', ['two', 'three'], 5)
  })

  test('the others hear each other after a bot was killed', async () => {
    await bot('three').kill()
    bots.delete('three')
    await heard('one', ['two'], 4)
  })

  test('bots come back by themselves after a restart of the server', async () => {
    const { port } = new URL(platform.url)
    const seen = ['one', 'two'].map((name) => bot(name).events.length)
    await platform.stop()
    platform = await spawnPlatform({ rateLimits: 'off', data, port: Number(port) })
    for (const [index, name] of ['one', 'two'].entries())
      await bot(name).until((event) => event.event === 'status' && event.status === 'ready', seen[index])
    await bot('one').play(frames(5, 5))
    await heard('one', ['two'], 6)
  })
})
