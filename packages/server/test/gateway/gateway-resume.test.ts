/** Sessions over lost connections: every event once, in order, and none that may no longer be seen. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Intent, KNOWN_INTENTS } from '@guildhall/protocol'
import type { ConnectOptions, Frame, RawGateway } from '@guildhall/testing'
import { type Lab, named, PRIVILEGED, plain, startLab, TRANSPORTS } from '../support/gateway-lab.ts'
import { randomCount } from '../support/random-count.ts'

/** Events at least; there are more until each client was cut off often enough. */
const EVENTS = randomCount({ whole: 10_000, short: 3_000 })
const CUTS_MIN = 5
/** All but presences, which tell of the sessions themselves. */
const INTENTS = KNOWN_INTENTS & ~(1 << 8)

/** Numbers that look random, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Payload compression is the same stream of bytes as none, message by message. */
const STREAMS = TRANSPORTS.filter(({ payload }) => !payload)
const CHANNELS = 24
const ROLES = 24
const many = (prefix: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, {}]))
const busyWorld = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve'],
      bots: { app: { permissions: '8' } },
      roles: many('role', ROLES),
      channels: many('channel', CHANNELS),
    },
  },
}

/** One client: all it was sent over all of its connections, by number. */
class Follower {
  readonly told: { seq: number; t: string; d: unknown }[] = []
  cuts = 0
  gateway: RawGateway

  constructor(gateway: RawGateway) {
    this.gateway = gateway
  }

  static async join(lab: Lab, query: ConnectOptions, fields: object): Promise<Follower> {
    const gateway = await lab.session('app', { intents: INTENTS, ...fields }, query)
    await gateway.next('GUILD_CREATE')
    return new Follower(gateway)
  }

  /** Takes what has come; RESUMED is about the connection and not an event. */
  collect(frames: readonly Frame[] = this.gateway.frames): void {
    for (const { s, t, d } of frames) if (s !== null) this.told.push({ seq: s, t: t ?? '', d })
  }

  get caughtUp(): boolean {
    return this.cuts === 0 || this.gateway.frames.some(({ t }) => t === 'RESUMED')
  }

  async cut(random: () => number): Promise<void> {
    if (random() < 0.8) await this.gateway.drop()
    else await this.gateway.close(4000)
    this.collect()
    this.cuts += 1
    await delay(random() * 60)
    this.gateway = await this.gateway.resume()
  }

  events(): string[] {
    return this.told.filter(({ t }) => t !== 'RESUMED').map(({ t, d }) => JSON.stringify(plain({ t, d })))
  }
}

/** Performs the sender's next action; most are one event, sorting channels or roles is one per moved entry. */
async function act(lab: Lab, random: () => number, messages: Map<string, string>): Promise<void> {
  const sender = lab.person(['ann', 'bob', 'eve'][Math.floor(random() * 3)] ?? 'ann')
  const owner = lab.person('ann')
  const at = Math.floor(random() * CHANNELS)
  const channel = lab.channelId('lab', `channel${at}`)
  const known = messages.get(channel)
  const kind = random()
  if (kind < 0.12) await sender.post(`/channels/${channel}/typing`)
  else if (kind < 0.24 || !known) {
    const content = 'ü🙂x'.repeat(1 + Math.floor(random() ** 4 * 400))
    const sent = await sender.post<{ id: string }>(`/channels/${channel}/messages`, { content })
    messages.set(channel, sent.body.id)
  } else if (kind < 0.32)
    await sender.put(`/channels/${channel}/messages/${known}/reactions/${encodeURIComponent('👍')}/@me`)
  else if (kind < 0.4)
    await sender.delete(`/channels/${channel}/messages/${known}/reactions/${encodeURIComponent('👍')}/@me`)
  else if (kind < 0.5) await owner.patch(`/channels/${channel}`, { topic: `${random()}` })
  else if (kind < 0.75) {
    const order = Array.from({ length: CHANNELS }, (_, index) => ({
      id: lab.channelId('lab', `channel${index}`),
      position: (index + at) % CHANNELS,
    }))
    await owner.patch(`/guilds/${lab.guildId('lab')}/channels`, order)
  } else {
    const order = Array.from({ length: ROLES }, (_, index) => ({
      id: lab.roleId('lab', `role${index}`),
      position: 1 + ((index + at) % ROLES),
    }))
    await owner.patch(`/guilds/${lab.guildId('lab')}/roles`, order)
  }
}

test(`[GW-13] no event of ${EVENTS} is lost, doubled or disordered over random cuts, by every transport`, {
  // A guard. Compressing the events takes a slow machine a minute.
  timeout: 180_000,
}, async () => {
  const seed = Date.now() % 2 ** 31
  const random = randomOf(seed)
  await using lab = await startLab({ world: busyWorld as never })
  const steady = await Follower.join(lab, {}, {})
  const followers = await Promise.all(STREAMS.map(({ query }) => Follower.join(lab, query, {})))
  let done = false
  const cutting = followers.map(async (follower) => {
    while (!done) {
      await delay(random() * 300)
      // Most cuts hit a client that has caught up, some one that is only just being told what it missed.
      const waits = random() < 0.8
      while (waits && !follower.caughtUp) await delay(5)
      await follower.cut(random)
    }
  })
  const messages = new Map<string, string>()
  const sending = Array.from({ length: 6 }, async () => {
    while (steady.gateway.frames.length < EVENTS || followers.some(({ cuts }) => cuts < CUTS_MIN)) {
      // A session keeps 2,000 events for who is away: here all share one process, so who lags is waited for.
      while (followers.some(({ gateway }) => (gateway.seq ?? 0) < (steady.gateway.seq ?? 0) - 1_000)) await delay(5)
      await act(lab, random, messages)
    }
  })
  await Promise.all(sending)
  done = true
  await Promise.all(cutting)
  // RESUMED of the last cut would come behind the end.
  for (const follower of followers) while (!follower.caughtUp) await delay(5)
  await lab.person('ann').patch(`/guilds/${lab.guildId('lab')}`, { name: 'the end' })
  const end = (frame: Frame) =>
    named('GUILD_AUDIT_LOG_ENTRY_CREATE')(frame) && JSON.stringify(plain(frame.d)).includes('the end')
  await steady.gateway.next(end)
  steady.collect()
  const events = steady.events()
  assert.ok(events.length >= EVENTS, `${events.length} events`)
  for (const [index, follower] of followers.entries()) {
    const why = `${STREAMS[index]?.name}, ${follower.cuts} cuts, seed ${seed}`
    const last = await follower.gateway.next(end)
    follower.collect()
    const numbers = follower.told.map(({ seq }) => seq)
    const expected = Array.from({ length: numbers.length }, (_, at) => (numbers[0] ?? 0) + at)
    assert.deepEqual(numbers, expected, why)
    assert.equal(last.s, (numbers.at(-1) ?? 0) + 1, why)
    assert.ok(follower.cuts >= CUTS_MIN, why)
    const told = follower.events()
    const differs = events.findIndex((event, at) => event !== told[at])
    assert.deepEqual([told.length, told[differs]], [events.length, events[differs]], why)
  }
})

const secretsWorld = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: PRIVILEGED } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve'],
      bots: { app: {} },
      roles: {
        '@everyone': { permissions: '68608' },
        keys: { permissions: '0', members: ['eve'] },
      },
      channels: {
        general: {},
        vault: {
          permission_overwrites: [
            { role: '@everyone', deny: '1024' },
            { role: 'keys', allow: '1024' },
          ],
        },
      },
    },
    den: { owner: 'ann', members: ['eve'], bots: { app: {} }, channels: { hall: {} } },
  },
}

/** Everything after a resume, up to RESUMED or to the word that the session is no more. */
async function told(gateway: RawGateway): Promise<{ resumed: boolean; text: string; frames: readonly Frame[] }> {
  const last = await gateway.next((frame) => frame.t === 'RESUMED' || frame.op === 9)
  const frames = [...gateway.frames]
  return { resumed: last.t === 'RESUMED', text: JSON.stringify(plain(frames)), frames }
}

const WAYS_OUT: Record<string, (lab: Lab, userId: string) => Promise<unknown>> = {
  kicked: (lab, userId) => lab.person('ann').delete(`/guilds/${lab.guildId('lab')}/members/${userId}`),
  banned: (lab, userId) => lab.person('ann').put(`/guilds/${lab.guildId('lab')}/bans/${userId}`, {}),
  'the guild is deleted': (lab) => lab.person('ann').delete(`/guilds/${lab.guildId('lab')}`),
}

async function say(lab: Lab, guild: string, channel: string, content: string): Promise<void> {
  const { status } = await lab.person('ann').post(`/channels/${lab.channelId(guild, channel)}/messages`, { content })
  assert.equal(status, 200)
}

for (const [way, leave] of Object.entries(WAYS_OUT)) {
  for (const who of ['app', 'eve']) {
    test(`[GW-13] a resumed session outside of the guild receives GUILD_DELETE and no message of the guild: ${who}, ${way}`, async () => {
      await using lab = await startLab({ world: secretsWorld as never })
      const gateway = who === 'app' ? await lab.session('app') : await lab.personSession('eve', { encoding: 'etf' })
      await gateway.next('GUILD_CREATE')
      await gateway.next('GUILD_CREATE')
      await gateway.drop()
      await say(lab, 'lab', 'general', 'said in the lab')
      await say(lab, 'den', 'hall', 'said in the den')
      await leave(lab, lab.userId(who))
      await say(lab, 'den', 'hall', 'said later')
      const again = await gateway.resume()
      const { resumed, text, frames } = await told(again)
      assert.equal(resumed, true)
      assert.doesNotMatch(text, /said in the lab/)
      assert.match(text, /said in the den.*said later/)
      const gone = frames.filter(named('GUILD_DELETE', { id: lab.guildId('lab') }))
      assert.equal(gone.length, 1)
      const numbers = frames.flatMap(({ s }) => s ?? [])
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => a - b),
      )
      await again.close()
    })
  }
}

test('[GW-13] a user who left and rejoined a guild does not receive earlier messages on Resume', async () => {
  await using lab = await startLab({ world: secretsWorld as never })
  const gateway = await lab.personSession('eve')
  await gateway.next('GUILD_CREATE')
  await gateway.next('GUILD_CREATE')
  const { body } = await lab
    .person('ann')
    .post<{ code: string }>(`/channels/${lab.channelId('lab', 'general')}/invites`, {})
  await gateway.drop()
  await say(lab, 'lab', 'vault', 'said in the vault')
  await lab.person('ann').delete(`/guilds/${lab.guildId('lab')}/members/${lab.userId('eve')}`)
  assert.equal((await lab.person('eve').post(`/invites/${body.code}`, {})).status, 200)
  await say(lab, 'lab', 'general', 'said to all')
  const again = await gateway.resume()
  const { resumed, text } = await told(again)
  assert.equal(resumed, true)
  assert.doesNotMatch(text, /said in the vault/)
  assert.match(text, /said to all/)
  await again.close()
})

const WAYS_TO_LOSE_SIGHT: Record<string, (lab: Lab, userId: string) => Promise<{ status: number }>> = {
  'an overwrite for the member': (lab, userId) =>
    lab
      .person('ann')
      .put(`/channels/${lab.channelId('lab', 'vault')}/permissions/${userId}`, { type: 1, allow: '0', deny: '1024' }),
  'the role’s overwrite goes': (lab) =>
    lab.person('ann').delete(`/channels/${lab.channelId('lab', 'vault')}/permissions/${lab.roleId('lab', 'keys')}`),
  'the role is taken': (lab, userId) =>
    lab.person('ann').delete(`/guilds/${lab.guildId('lab')}/members/${userId}/roles/${lab.roleId('lab', 'keys')}`),
  'the role is deleted': (lab) =>
    lab.person('ann').delete(`/guilds/${lab.guildId('lab')}/roles/${lab.roleId('lab', 'keys')}`),
}

for (const [way, lose] of Object.entries(WAYS_TO_LOSE_SIGHT)) {
  for (const who of ['app', 'eve']) {
    test(`[GW-13] Resume skips messages of a channel that was hidden meanwhile: ${who}, ${way}`, async () => {
      await using lab = await startLab({ world: secretsWorld as never, date: Date.parse('2026-11-17') })
      const [guildId, userId] = [lab.guildId('lab'), lab.userId(who)]
      await lab.person('ann').put(`/guilds/${guildId}/members/${userId}/roles/${lab.roleId('lab', 'keys')}`)
      // Without the intent for guilds a session receives no channel events, and must drop them all the same.
      const gateway =
        who === 'app'
          ? await lab.session('app', { intents: Intent.GUILD_MESSAGES | Intent.MESSAGE_CONTENT })
          : await lab.personSession('eve')
      await say(lab, 'lab', 'vault', 'said in time')
      await gateway.next('MESSAGE_CREATE')
      await gateway.drop()
      await say(lab, 'lab', 'vault', 'said in the vault')
      const before = await gateway.resume()
      assert.match((await told(before)).text, /said in the vault/, 'while it is in sight')

      await before.drop()
      await say(lab, 'lab', 'vault', 'the secret')
      assert.ok((await lose(lab, userId)).status < 300)
      await say(lab, 'lab', 'vault', 'the other secret')
      await say(lab, 'lab', 'general', 'said to all')
      const after = await before.resume()
      assert.doesNotMatch((await told(after)).text, /secret/)
      await after.close()

      const fresh =
        who === 'app'
          ? await lab.session('app', { intents: Intent.GUILD_MESSAGES | Intent.MESSAGE_CONTENT })
          : await lab.personSession('eve')
      await say(lab, 'lab', 'vault', 'the third secret')
      await say(lab, 'lab', 'general', 'last')
      await fresh.next((frame) => frame.t === 'MESSAGE_CREATE' && frame.d.content === 'last')
      assert.doesNotMatch(JSON.stringify(plain(fresh.frames)), /secret/)
      await fresh.close()
    })
  }
}

test('[GW-13] a session that received everything resumes although a channel became hidden', async () => {
  await using lab = await startLab({ world: secretsWorld as never })
  const gateway = await lab.personSession('eve')
  await gateway.next('GUILD_CREATE')
  await lab.person('ann').delete(`/guilds/${lab.guildId('lab')}/roles/${lab.roleId('lab', 'keys')}`)
  await gateway.next('CHANNEL_DELETE')
  await say(lab, 'lab', 'general', 'before')
  await gateway.next('MESSAGE_CREATE')
  await gateway.drop()
  await say(lab, 'lab', 'general', 'said to all')
  const again = await gateway.resume()
  const { resumed, text } = await told(again)
  assert.deepEqual([resumed, text.includes('said to all')], [true, true])
  await again.close()
})

test('a removed member receives nothing that a role hid from them', async () => {
  for (const who of ['app', 'eve']) {
    for (const away of [false, true]) {
      for (const [way, leave] of Object.entries(WAYS_OUT)) {
        await using lab = await startLab({ world: secretsWorld as never, date: Date.parse('2026-11-17') })
        const [guildId, keys] = [lab.guildId('lab'), lab.roleId('lab', 'keys')]
        const ann = lab.person('ann')
        await ann.put(`/guilds/${guildId}/members/${lab.userId(who)}/roles/${keys}`)
        const hides = [{ id: keys, type: 0, deny: '1024' }]
        await ann.post(`/guilds/${guildId}/channels`, {
          name: 'hideout',
          topic: 'hideout',
          permission_overwrites: hides,
        })
        let gateway =
          who === 'app' ? await lab.session('app', { intents: Intent.GUILDS }) : await lab.personSession('eve')
        await gateway.next(named('GUILD_CREATE', { id: guildId }))
        if (away) await gateway.drop()
        await leave(lab, lab.userId(who))
        if (away) gateway = await gateway.resume()
        await gateway.next(named('GUILD_DELETE', { id: guildId }))
        await lab.settle()
        assert.doesNotMatch(
          JSON.stringify(plain(gateway.frames)),
          /hideout/,
          `${who} ${away ? 'away' : 'present'}: ${way}`,
        )
        await gateway.close()
      }
    }
  }
})

test('[GW-13] a user removed from a private thread while disconnected does not receive its messages', async () => {
  await using lab = await startLab({ world: secretsWorld as never })
  const ann = lab.person('ann')
  const made = await ann.post<{ id: string }>(`/channels/${lab.channelId('lab', 'general')}/threads`, {
    name: 'aside',
    type: 12,
  })
  const thread = `/channels/${made.body.id}`
  assert.equal((await ann.put(`${thread}/thread-members/${lab.userId('eve')}`)).status, 204)
  const gateway = await lab.personSession('eve')
  await gateway.next(named('GUILD_CREATE', { id: lab.guildId('lab') }))
  await ann.post(`${thread}/messages`, { content: 'said in time' })
  await gateway.next('MESSAGE_CREATE')
  await gateway.drop()
  await ann.post(`${thread}/messages`, { content: 'the secret' })
  assert.equal((await ann.delete(`${thread}/thread-members/${lab.userId('eve')}`)).status, 204)
  await ann.post(`${thread}/messages`, { content: 'the other secret' })
  await say(lab, 'lab', 'general', 'said to all')
  const again = await gateway.resume()
  const { resumed, text } = await told(again)
  assert.doesNotMatch(text, /secret/)
  if (resumed) assert.match(text, /said to all/)
  await again.close()
})

test('[GW-13] a session that missed more than is kept begins anew; one that missed a little less does not', async () => {
  await using lab = await startLab({ world: busyWorld as never })
  const [much, less] = [
    await lab.session('app', { intents: Intent.GUILDS }),
    await lab.session('app', { intents: Intent.GUILDS }),
  ]
  for (const gateway of [much, less]) await gateway.next('GUILD_CREATE')
  const steady = await lab.session('app', { intents: Intent.GUILDS })
  await steady.next('GUILD_CREATE')
  const sort = async (by: number) => {
    const order = Array.from({ length: ROLES }, (_, index) => ({
      id: lab.roleId('lab', `role${index}`),
      position: 1 + ((index + by) % ROLES),
    }))
    assert.equal((await lab.person('ann').patch(`/guilds/${lab.guildId('lab')}/roles`, order)).status, 200)
  }
  const heard = () => steady.frames.filter(({ t }) => t === 'GUILD_ROLE_UPDATE').length
  await much.drop()
  await lab.settle()
  for (let by = 1; heard() < 1_000; by += 1) await sort(by)
  await less.drop()
  await lab.settle()
  for (let by = 1; heard() < 2_300; by += 1) await sort(by)
  const anew = await much.resume()
  assert.equal((await anew.next(9)).d, false)
  await anew.identify({ token: lab.token('app'), intents: Intent.GUILDS })
  const again = await less.resume()
  await again.next('RESUMED')
  const seen = [...less.frames, ...again.frames]
    .filter(({ t }) => t === 'GUILD_ROLE_UPDATE')
    .map(({ d }) => JSON.stringify(d))
  assert.deepEqual(
    seen,
    steady.frames.filter(({ t }) => t === 'GUILD_ROLE_UPDATE').map(({ d }) => JSON.stringify(d)),
  )
  await Promise.all([anew, again, steady].map((gateway) => gateway.close()))
})
