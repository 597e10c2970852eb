import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { Intent } from '@guildhall/protocol'
import { RawGateway, VoiceClient } from '@guildhall/testing'
import { random } from '../support/davey-call.ts'
import { guildhallTest } from '../support/fixture.ts'
import { frames } from '../support/voice-lab.ts'

const NAMES = ['ann', 'bob', 'cem', 'dan', 'eve', 'fay', 'gil', 'hal'] as const
const STEPS = Number(process.env.VOICE_STEPS ?? 16)
/** Steps between two comparisons. */
const STEPS_AT_ONCE = 4
const HEARTBEAT_MS = 20_000
const INTENTS = Intent.GUILDS | Intent.GUILD_VOICE_STATES

/** A user with a gateway session, and perhaps in a call. */
interface User {
  readonly id: string
  readonly session: RawGateway
  place?: { channelId: string; voice: VoiceClient }
}

const world = {
  users: Object.fromEntries(NAMES.map((name) => [name, {}])),
  guilds: { lab: { owner: 'ann', members: NAMES.slice(1), channels: { one: { type: 2 }, two: { type: 2 } } } },
}
const test = guildhallTest({ world })
const { platform } = test
const users: User[] = []
const heartbeats: NodeJS.Timeout[] = []
let guildId = ''
let channels: string[] = []

before(async () => {
  await test.start()
  guildId = platform.lab.id
  channels = [platform.lab.one.id, platform.lab.two.id]
  for (const name of NAMES) {
    const session = await RawGateway.connect(platform.gateway)
    const user = platform.world?.users[name]
    await session.identify({ token: user?.token ?? '', intents: INTENTS })
    await session.next('GUILD_CREATE')
    heartbeats.push(setInterval(() => session.send(1, session.seq), HEARTBEAT_MS))
    users.push({ id: user?.id ?? '', session })
  }
})
after(async () => {
  for (const heartbeat of heartbeats) clearInterval(heartbeat)
  for (const { place } of users) await place?.voice.leave()
})

async function join(user: User, channelId: string): Promise<void> {
  const former = user.place?.voice
  delete user.place
  user.place = { channelId, voice: await VoiceClient.join(user.session, { guildId, channelId }) }
  await former?.leave()
}

async function leave(user: User): Promise<void> {
  const { voice } = user.place ?? {}
  delete user.place
  user.session.send(4, { guild_id: guildId, channel_id: null, self_mute: false, self_deaf: false })
  await voice?.closed
  await voice?.leave()
}

/** Cuts the voice socket and resumes. */
async function drop(user: User): Promise<void> {
  await user.place?.voice.drop()
  await user.place?.voice.resume()
}

/** Does something to a random user that is possible for it. */
async function step(draw: (below: number) => number, among: readonly User[]): Promise<void> {
  const user = among[draw(among.length)]
  if (!user) return
  const channelId = channels[draw(channels.length)] ?? ''
  const kind = draw(10)
  if (!user.place || user.place.channelId !== channelId) return await join(user, channelId)
  return await (kind < 5 ? drop(user) : leave(user))
}

/** Waits until the members of a call have one group, and asserts that each hears a frame of each other. */
async function assertOneCall(channelId: string, mark: number): Promise<void> {
  const members = users.flatMap(({ id, place }) => (place?.channelId === channelId ? [{ id, voice: place.voice }] : []))
  if (members.length < 2) return
  const together = () =>
    members.every(({ id, voice }) => {
      const others = members.filter((other) => other.id !== id)
      const known = voice.members.size === others.length && others.every((other) => voice.members.has(other.id))
      return known && voice.privacyCode !== '' && voice.privacyCode === members[0]?.voice.privacyCode
    })
  await Promise.all(members.map(({ voice }) => voice.until(together, 'common group')))
  assert.equal(new Set(members.map(({ voice }) => voice.epoch)).size, 1)
  const [frame] = frames(1, mark)
  assert.ok(frame)
  // A member receives from its op 23 on, which may still be on its way: frames are repeated until they are heard.
  const heard = () =>
    members.every(({ id, voice }) =>
      members.every((other) => other.id === id || voice.framesOf(other.id).some((one) => one.equals(frame))),
    )
  const speaking = setInterval(() => {
    for (const { voice } of members) voice.sendFrame(frame)
  }, 100)
  for (const { voice } of members) voice.speaking()
  try {
    await Promise.all(members.map(({ voice }) => voice.until(heard, 'frame of each member')))
  } finally {
    clearInterval(speaking)
  }
}

test(`all members hear each other after random joins, leaves, moves and lost sockets`, async () => {
  const draw = random(9)
  for (let done = 0; done < STEPS; done += STEPS_AT_ONCE) {
    // Steps of different users run at the same time.
    const shuffled = [...users].sort(() => draw(3) - 1)
    const steps = Array.from({ length: STEPS_AT_ONCE }, (_, n) => step(draw, shuffled.slice(n * 2, n * 2 + 2)))
    await Promise.all(steps)
    await Promise.all(channels.map((channelId) => assertOneCall(channelId, (done / STEPS_AT_ONCE) & 0xff)))
  }
})
