/** The call of a guild whose node was killed, with an unmodified voice client. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { requestVoice, VoiceClient } from '@guildhall/testing'
import { openClusterLab } from '../support/cluster-lab.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { VoiceBot } from '../support/voice-bots.ts'
import { frames } from '../support/voice-lab.ts'

/** A lease lasts 10 s. */
const LOSS = { timeoutMs: 30_000 }
const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: { owner: 'ann', members: ['bob'], bots: { app: {} }, channels: { lounge: { type: 2 } } },
  },
}

test('members of a call whose node was killed hear each other again at another node', {
  ...ON_POSTGRES_AND_NATS,
  timeout: 120_000,
}, async () => {
  await using lab = await openClusterLab()
  const a = await lab.spawn('a', { world })
  const b = await lab.spawn('b')
  const place = { guildId: a.lab.id, channelId: a.lab.lounge.id }
  const [ann, bob] = [await lab.identify(b, a.ann.token), await lab.identify(a, a.bob.token)]
  for (const session of [ann, bob]) await session.next('GUILD_CREATE')
  // The first member decides the node of the call.
  assert.equal((await requestVoice(ann, place)).endpoint, new URL(b.api).host)
  const authorities = [await readFile(a.ca ?? '', 'utf8'), await readFile(b.ca ?? '', 'utf8')]
  await writeFile(a.ca ?? '', authorities.join('\n'))
  const bot = await VoiceBot.start({ api: a.api, token: a.app.token, guildId: a.lab.id, ca: a.ca ?? '' })
  try {
    await bot.join(a.lab.lounge.id)
    const before = await VoiceClient.connect(await requestVoice(bob, place), place)
    assert.equal(before.address.endpoint, new URL(b.api).host)
    /** Lets the member speak. The bot must hear every frame but the first ones, which may precede its subscription. */
    const heard = async (speaker: VoiceClient, mark: number) => {
      await speaker.encrypted(a.app.id)
      await speaker.play(frames(5, mark))
      const sent = frames(10, mark + 1)
      await speaker.play(sent)
      const last = sent.at(-1)?.toString('base64')
      await bot.until((event) => event.event === 'frame' && event.frame === last)
      assert.deepEqual(
        bot.heard(a.bob.id).filter((frame) => frame[3] === mark + 1),
        sent,
      )
    }
    await heard(before, 1)
    const seen = bot.events.length
    await b.kill()
    const { endpoint, token } = (await bob.next<{ endpoint: string; token: string }>('VOICE_SERVER_UPDATE', LOSS)).d
    assert.equal(endpoint, new URL(a.api).host)
    await bot.until((event) => event.event === 'status' && event.status === 'ready', seen)
    await heard(await VoiceClient.connect({ ...before.address, endpoint, token }, place), 3)
  } finally {
    await bot.kill()
  }
})
