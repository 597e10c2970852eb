/** Two pages and two bots in real calls: gateway messages of a real platform, frames carried by the test. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { instant } from '@guildhall/protocol'
import type { RawGateway } from '@guildhall/testing'
import { random } from '../../../server/test/support/davey-call.ts'
import { startVoiceLab, type VoiceLab } from '../../../server/test/support/voice-lab.ts'
import { eventually } from '../support/eventually.ts'
import { LiveMember } from '../support/live-member.ts'

const STEPS = Number(process.env.VOICE_STEPS ?? 50)
/** Steps between two comparisons. */
const STEPS_AT_ONCE = 5
const CHANNELS = ['lounge', 'other'] as const
const HEARTBEAT_MS = 20_000
const PEOPLE = [
  { name: 'ann', kind: 'page' },
  { name: 'bob', kind: 'page' },
  { name: 'one', kind: 'bot' },
  { name: 'two', kind: 'bot' },
] as const

interface Participant {
  readonly kind: 'page' | 'bot'
  readonly session: RawGateway
  place?: { channel: string; live: LiveMember } | undefined
}

describe('encrypted calls of pages and bots', () => {
  let lab: VoiceLab
  const all: Participant[] = []
  const heartbeats: NodeJS.Timeout[] = []
  before(async () => {
    lab = await startVoiceLab({ date: instant('2026-02-28T12:00:00Z') })
    for (const { name, kind } of PEOPLE) {
      const session = await lab.gateway(name)
      heartbeats.push(setInterval(() => session.send(1, session.seq), HEARTBEAT_MS))
      all.push({ kind, session })
    }
  })
  after(async () => {
    for (const heartbeat of heartbeats) clearInterval(heartbeat)
    for (const { place, session } of all) {
      await place?.live.leave()
      await session.close()
    }
    await lab[Symbol.asyncDispose]()
  })

  async function join(one: Participant, channel: string): Promise<void> {
    const former = one.place?.live
    const { guildId } = lab
    const live = await LiveMember.join(one.session, { guildId, channelId: lab.channel(channel), kind: one.kind })
    one.place = { channel, live }
    await former?.leave()
  }

  async function leave(one: Participant): Promise<void> {
    const former = one.place?.live
    one.place = undefined
    one.session.send(4, { guild_id: lab.guildId, channel_id: null, self_mute: false, self_deaf: false })
    await former?.leave()
  }

  const inChannel = (channel: string) => all.flatMap(({ place }) => (place?.channel === channel ? [place.live] : []))

  /** Waits until the members of a call have one code, and asserts that each opens a frame of each other. */
  async function assertOneCall(channel: string): Promise<void> {
    const lives = inChannel(channel)
    if (lives.length < 2) return
    await eventually(() => {
      for (const { member, others } of lives) {
        assert.equal(others.size, lives.length - 1)
        assert.match(member.code, /^\d{30}$/)
        assert.equal(member.code, lives[0]?.member.code)
      }
    })
    // A page sends with new keys once all members have them, which is when the transition is executed.
    await eventually(async () => {
      for (const from of lives) {
        const frame = Buffer.from(`speech of ${from.userId}`)
        const sealed = await from.member.encrypt(frame)
        assert.ok(sealed && !sealed.includes(frame), `${from.member.kind} encrypts`)
        for (const to of lives) {
          if (to !== from) assert.deepEqual(await to.member.decrypt(from.userId, sealed), frame)
        }
      }
    })
  }

  test('members share a code and hear each other after random joins, leaves and moves', async () => {
    const draw = random(28)
    for (let done = 0; done < STEPS; done += STEPS_AT_ONCE) {
      for (let step = 0; step < STEPS_AT_ONCE; step++) {
        const one = all[draw(all.length)]
        const channel = CHANNELS[draw(CHANNELS.length)]
        if (!one || !channel) continue
        if (one.place?.channel === channel) await leave(one)
        else await join(one, channel)
      }
      for (const channel of CHANNELS) await assertOneCall(channel)
    }
    for (const { place } of all) assert.equal(place?.live.complaints ?? 0, 0)
  })

  test('a page that receives a changed commit is added again', async () => {
    for (const one of all) if (one.place?.channel !== 'lounge') await join(one, 'lounge')
    await assertOneCall('lounge')
    const page = all[0]?.place?.live
    assert.ok(page)
    const before = page.complaints
    page.tamper = (op, data) => {
      if (op !== 29 || !Buffer.isBuffer(data)) return data
      page.tamper = (_, same) => same
      return Buffer.concat([data.subarray(0, -1), Buffer.from([(data.at(-1) ?? 0) ^ 1])])
    }
    await leave(all[3] ?? assert.fail())
    await eventually(() => assert.equal(page.complaints, before + 1))
    await assertOneCall('lounge')
    await join(all[3] ?? assert.fail(), 'lounge')
    await assertOneCall('lounge')
  })

  test('a client without encryption makes the call of a page plain until it leaves', async () => {
    for (const one of all) if (one.place?.channel !== 'lounge') await join(one, 'lounge')
    await assertOneCall('lounge')
    const session = await lab.gateway('three')
    const where = { guildId: lab.guildId, channelId: lab.channel('lounge'), kind: 'bot' } as const
    const old = await LiveMember.join(session, { ...where, dave: false })
    const frame = Buffer.from('plain speech')
    await eventually(async () => {
      for (const { member } of inChannel('lounge')) assert.deepEqual(await member.encrypt(frame), frame)
    })
    await old.leave()
    await session.close()
    await eventually(async () => {
      for (const { member } of inChannel('lounge')) assert.notDeepEqual(await member.encrypt(frame), frame)
    })
    for (const { others } of inChannel('lounge')) others.delete(old.userId)
    await assertOneCall('lounge')
  })
})
