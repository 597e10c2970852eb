/** Recipients of events: by intents, requests for members, presences and typing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelObject } from '@guildhall/protocol'
import type { Answer, Frame, RawGateway } from '@guildhall/testing'
import { ALL_INTENTS, type Lab, labWorld, named, startLab } from '../support/gateway-lab.ts'
import { until } from '../support/until.ts'

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGP8z8DwnwEJMCFzAEAoBAH+2u3TAAAAAElFTkSuQmCC'

const INTENTS = {
  GUILDS: 1 << 0,
  GUILD_MEMBERS: 1 << 1,
  GUILD_MODERATION: 1 << 2,
  GUILD_EXPRESSIONS: 1 << 3,
  GUILD_INTEGRATIONS: 1 << 4,
  GUILD_WEBHOOKS: 1 << 5,
  GUILD_INVITES: 1 << 6,
  GUILD_VOICE_STATES: 1 << 7,
  GUILD_PRESENCES: 1 << 8,
  GUILD_MESSAGES: 1 << 9,
  GUILD_MESSAGE_REACTIONS: 1 << 10,
  GUILD_MESSAGE_TYPING: 1 << 11,
  DIRECT_MESSAGES: 1 << 12,
  DIRECT_MESSAGE_REACTIONS: 1 << 13,
  DIRECT_MESSAGE_TYPING: 1 << 14,
  MESSAGE_CONTENT: 1 << 15,
  GUILD_SCHEDULED_EVENTS: 1 << 16,
  AUTO_MODERATION_CONFIGURATION: 1 << 20,
  AUTO_MODERATION_EXECUTION: 1 << 21,
  GUILD_MESSAGE_POLLS: 1 << 24,
  DIRECT_MESSAGE_POLLS: 1 << 25,
} as const
type IntentName = keyof typeof INTENTS

const world = {
  ...labWorld,
  guilds: { lab: { ...labWorld.guilds.lab, members: ['bob'], emojis: { smile: {} } } },
}

/** One thing after the other, each with the events that it causes and the intents that ask for them. */
function* happenings(lab: Lab): Generator<[run: () => Promise<unknown>, events: [string, IntentName][]]> {
  const [ann, bob, eve] = [lab.person('ann'), lab.person('bob'), lab.person('eve')]
  const guild = `/guilds/${lab.guildId('lab')}`
  const general = `/channels/${lab.channelId('lab', 'general')}`
  const thumb = encodeURIComponent('👍')
  const kept: Record<string, string> = {}
  const keep = async (name: string, answer: Promise<Answer<{ id?: string; code?: string }>>) => {
    const { status, body } = await answer
    assert.ok(status < 300, `${name}: ${status} ${JSON.stringify(body)}`)
    kept[name] = body?.id ?? body?.code ?? ''
  }
  const does = (answer: Promise<Answer<{ id?: string; code?: string }>>) => keep('', answer)
  const member = () => `${guild}/members/${lab.userId('eve')}`
  const message = (name: string) => `${general}/messages/${kept[name]}`

  yield [
    () => does(ann.patch(guild, { name: 'Lab' })),
    [
      ['GUILD_UPDATE', 'GUILDS'],
      ['GUILD_AUDIT_LOG_ENTRY_CREATE', 'GUILD_MODERATION'],
    ],
  ]
  yield [() => keep('role', ann.post(`${guild}/roles`, { name: 'made' })), [['GUILD_ROLE_CREATE', 'GUILDS']]]
  yield [() => does(ann.patch(`${guild}/roles/${kept.role}`, { name: 'other' })), [['GUILD_ROLE_UPDATE', 'GUILDS']]]
  yield [() => does(ann.delete(`${guild}/roles/${kept.role}`)), [['GUILD_ROLE_DELETE', 'GUILDS']]]
  yield [() => keep('channel', ann.post(`${guild}/channels`, { name: 'made' })), [['CHANNEL_CREATE', 'GUILDS']]]
  yield [() => does(ann.patch(`/channels/${kept.channel}`, { topic: 'x' })), [['CHANNEL_UPDATE', 'GUILDS']]]
  yield [() => does(ann.delete(`/channels/${kept.channel}`)), [['CHANNEL_DELETE', 'GUILDS']]]
  yield [
    () => keep('thread', ann.post(`${general}/threads`, { name: 'made', type: 11 })),
    [['THREAD_CREATE', 'GUILDS']],
  ]
  yield [() => does(ann.patch(`/channels/${kept.thread}`, { name: 'other' })), [['THREAD_UPDATE', 'GUILDS']]]
  yield [() => does(ann.delete(`/channels/${kept.thread}`)), [['THREAD_DELETE', 'GUILDS']]]
  yield [() => keep('invite', ann.post(`${general}/invites`, {})), [['INVITE_CREATE', 'GUILD_INVITES']]]
  yield [() => does(eve.post(`/invites/${kept.invite}`, {})), [['GUILD_MEMBER_ADD', 'GUILD_MEMBERS']]]
  yield [() => does(ann.patch(member(), { nick: 'Evie' })), [['GUILD_MEMBER_UPDATE', 'GUILD_MEMBERS']]]
  yield [() => does(ann.delete(member())), [['GUILD_MEMBER_REMOVE', 'GUILD_MEMBERS']]]
  yield [() => does(ann.put(`${guild}/bans/${lab.userId('eve')}`, {})), [['GUILD_BAN_ADD', 'GUILD_MODERATION']]]
  yield [() => does(ann.delete(`${guild}/bans/${lab.userId('eve')}`)), [['GUILD_BAN_REMOVE', 'GUILD_MODERATION']]]
  yield [() => does(ann.delete(`/invites/${kept.invite}`)), [['INVITE_DELETE', 'GUILD_INVITES']]]
  yield [
    () => does(ann.post(`${guild}/emojis`, { name: 'made', image: PNG })),
    [['GUILD_EMOJIS_UPDATE', 'GUILD_EXPRESSIONS']],
  ]
  yield [() => does(ann.post(`${general}/webhooks`, { name: 'made' })), [['WEBHOOKS_UPDATE', 'GUILD_WEBHOOKS']]]
  yield [() => keep('one', bob.post(`${general}/messages`, { content: 'one' })), [['MESSAGE_CREATE', 'GUILD_MESSAGES']]]
  yield [() => does(bob.patch(message('one'), { content: 'two' })), [['MESSAGE_UPDATE', 'GUILD_MESSAGES']]]
  yield [
    () => does(ann.put(`${message('one')}/reactions/${thumb}/@me`)),
    [['MESSAGE_REACTION_ADD', 'GUILD_MESSAGE_REACTIONS']],
  ]
  yield [
    () => does(ann.delete(`${message('one')}/reactions/${thumb}/@me`)),
    [['MESSAGE_REACTION_REMOVE', 'GUILD_MESSAGE_REACTIONS']],
  ]
  yield [() => does(bob.put(`${message('one')}/reactions/${thumb}/@me`)), []]
  yield [
    () => does(ann.delete(`${message('one')}/reactions/${thumb}`)),
    [['MESSAGE_REACTION_REMOVE_EMOJI', 'GUILD_MESSAGE_REACTIONS']],
  ]
  yield [() => does(bob.put(`${message('one')}/reactions/${thumb}/@me`)), []]
  yield [
    () => does(ann.delete(`${message('one')}/reactions`)),
    [['MESSAGE_REACTION_REMOVE_ALL', 'GUILD_MESSAGE_REACTIONS']],
  ]
  yield [() => does(ann.put(`${general}/messages/pins/${kept.one}`)), [['CHANNEL_PINS_UPDATE', 'GUILDS']]]
  yield [() => does(ann.delete(message('one'))), [['MESSAGE_DELETE', 'GUILD_MESSAGES']]]
  yield [() => keep('a', bob.post(`${general}/messages`, { content: 'a' })), []]
  yield [() => keep('b', bob.post(`${general}/messages`, { content: 'b' })), []]
  yield [
    () => does(lab.bot('app').post(`${general}/messages/bulk-delete`, { messages: [kept.a, kept.b] })),
    [['MESSAGE_DELETE_BULK', 'GUILD_MESSAGES']],
  ]
  yield [() => does(bob.post(`${general}/typing`)), [['TYPING_START', 'GUILD_MESSAGE_TYPING']]]
  const poll = { question: { text: '?' }, answers: [{ poll_media: { text: 'a' } }], duration: 1 }
  yield [() => keep('poll', bob.post(`${general}/messages`, { poll })), []]
  yield [
    () => does(bob.put(`${general}/polls/${kept.poll}/answers/@me`, { answer_ids: [1] })),
    [['MESSAGE_POLL_VOTE_ADD', 'GUILD_MESSAGE_POLLS']],
  ]
  yield [
    () => does(bob.put(`${general}/polls/${kept.poll}/answers/@me`, { answer_ids: [] })),
    [['MESSAGE_POLL_VOTE_REMOVE', 'GUILD_MESSAGE_POLLS']],
  ]

  yield [() => keep('dm', bob.post('/users/@me/channels', { recipient_id: lab.userId('app') })), []]
  const dm = () => `/channels/${kept.dm}`
  yield [
    () => keep('private', bob.post(`${dm()}/messages`, { content: 'psst' })),
    [['MESSAGE_CREATE', 'DIRECT_MESSAGES']],
  ]
  yield [
    () => does(bob.patch(`${dm()}/messages/${kept.private}`, { content: 'pssst' })),
    [['MESSAGE_UPDATE', 'DIRECT_MESSAGES']],
  ]
  yield [() => does(bob.put(`${dm()}/messages/pins/${kept.private}`)), [['CHANNEL_PINS_UPDATE', 'DIRECT_MESSAGES']]]
  yield [
    () => does(bob.put(`${dm()}/messages/${kept.private}/reactions/${thumb}/@me`)),
    [['MESSAGE_REACTION_ADD', 'DIRECT_MESSAGE_REACTIONS']],
  ]
  yield [() => does(bob.post(`${dm()}/typing`)), [['TYPING_START', 'DIRECT_MESSAGE_TYPING']]]
  yield [() => keep('vote', bob.post(`${dm()}/messages`, { poll })), []]
  yield [
    () => does(bob.put(`${dm()}/polls/${kept.vote}/answers/@me`, { answer_ids: [1] })),
    [['MESSAGE_POLL_VOTE_ADD', 'DIRECT_MESSAGE_POLLS']],
  ]
  yield [() => does(bob.delete(`${dm()}/messages/${kept.private}`)), [['MESSAGE_DELETE', 'DIRECT_MESSAGES']]]

  const talking: { gateway?: RawGateway } = {}
  const starts = async () => {
    talking.gateway = await lab.personSession('bob')
  }
  yield [starts, [['PRESENCE_UPDATE', 'GUILD_PRESENCES']]]
  yield [async () => talking.gateway?.close(), [['PRESENCE_UPDATE', 'GUILD_PRESENCES']]]
  yield [() => does(ann.delete(guild)), [['GUILD_DELETE', 'GUILDS']]]
}

/** Events of what the test itself sets going on the side. */
const aside = (frame: Frame) => frame.op !== 0 || frame.t === 'GUILD_CREATE'

test('[EVT-8] [EVT-9] [EVT-10] a bot receives each event only with its intent', async () => {
  await using lab = await startLab({ world: world as never })
  const names = Object.keys(INTENTS) as IntentName[]
  const sessions = new Map<string, { gateway: RawGateway; has: (name: IntentName) => boolean }>()
  for (const name of names) {
    const alone = await lab.session('app', { intents: INTENTS[name] })
    sessions.set(`only ${name}`, { gateway: alone, has: (other) => other === name })
    const others = await lab.session('app', { intents: ALL_INTENTS & ~INTENTS[name] })
    sessions.set(`all but ${name}`, { gateway: others, has: (other) => other !== name })
  }
  const none = await lab.session('app', { intents: 0 })
  sessions.set('none', { gateway: none, has: () => false })
  const from = new Map<RawGateway, number>()
  const news = async (gateway: RawGateway) => {
    // Earlier events are on their way before the response to this request.
    gateway.send(1, null)
    await gateway.next(11)
    const frames = gateway.frames.slice(from.get(gateway) ?? 0)
    from.set(gateway, gateway.frames.length)
    return frames.filter((frame) => !aside(frame)).map(({ t }) => t ?? '')
  }
  const sent = (gateway: RawGateway, event: string) =>
    until(`${event} was sent`, async () => gateway.frames.slice(from.get(gateway)).some(({ t }) => t === event))
  for (const { gateway } of sessions.values()) await news(gateway)
  const all = await lab.session('app')
  for (const [run, events] of happenings(lab)) {
    await run()
    for (const [event] of events) await all.next(event)
    // Events reach the nodes of the platform one after another.
    for (const { gateway, has } of sessions.values()) {
      for (const [event, intent] of events) if (has(intent)) await sent(gateway, event)
    }
    for (const [who, { gateway, has }] of sessions) {
      const came = await news(gateway)
      for (const [event, intent] of events)
        assert.equal(came.includes(event), has(intent), `${event} by ${who}; came: ${came}`)
      if (who === 'none') assert.deepEqual(came, [], `${events}`)
    }
  }
})

test('a bot without intents receives READY and events about itself', async () => {
  await using lab = await startLab()
  const gateway = await lab.session('app', { intents: 0 })
  await lab.person('ann').patch(`/guilds/${lab.guildId('lab')}`, { name: 'Lab' })
  await lab.person('bob').post(`/channels/${lab.channelId('lab', 'general')}/messages`, { content: 'x' })
  await lab.person('ann').patch(`/guilds/${lab.guildId('lab')}/members/${lab.userId('bob')}`, { nick: 'B' })
  await lab.person('ann').patch(`/guilds/${lab.guildId('lab')}/members/${lab.userId('app')}`, { nick: 'Bot' })
  assert.equal((await gateway.next('GUILD_MEMBER_UPDATE')).d.nick, 'Bot')
  assert.deepEqual(
    gateway.frames.filter((frame) => frame.op === 0).map((frame) => frame.t),
    [],
  )
  await gateway.close()
})

test('a bot without MESSAGE_CONTENT reads its own messages, mentions of it and direct messages', async () => {
  await using lab = await startLab()
  const blind = await lab.session('app', { intents: ALL_INTENTS & ~INTENTS.MESSAGE_CONTENT })
  const reading = await lab.session('app')
  const messages = `/channels/${lab.channelId('lab', 'general')}/messages`
  const bob = lab.person('bob')
  const dm = await bob.post<ChannelObject>('/users/@me/channels', { recipient_id: lab.userId('app') })
  const embeds = [{ title: 'an embed' }]
  const cases: [send: () => Promise<unknown>, read: boolean][] = [
    [() => bob.post(messages, { content: 'words' }), false],
    [() => bob.post(messages, { content: `for <@${lab.userId('app')}>` }), true],
    [() => lab.bot('app').post(messages, { content: 'its own', embeds }), true],
    [() => bob.post(`/channels/${dm.body.id}/messages`, { content: 'in private' }), true],
    [() => bob.post(messages, { content: `for <@${lab.userId('ann')}>` }), false],
  ]
  for (const [send, read] of cases) {
    await send()
    const whole = (await reading.next('MESSAGE_CREATE')).d
    const seen = (await blind.next('MESSAGE_CREATE')).d
    assert.notEqual(whole.content, '')
    assert.deepEqual(
      [seen.content, seen.embeds],
      read ? [whole.content, whole.embeds] : ['', []],
      String(whole.content),
    )
  }
  await Promise.all([blind.close(), reading.close()])
})

test('[GW-1] a session misses no message of its guilds after READY', async () => {
  await using lab = await startLab()
  const messages = `/channels/${lab.channelId('lab', 'general')}/messages`
  const bob = lab.person('bob')
  const begin = async (index: number) => {
    const gateway = await lab.session('app')
    const content = `after READY ${index}`
    assert.equal((await bob.post(messages, { content })).status, 200)
    const frame = await gateway.next(named('MESSAGE_CREATE', { content }))
    const order = gateway.frames.flatMap(({ t, d }) => (t === 'GUILD_CREATE' ? [String(d?.id)] : []))
    assert.ok(frame.s, 'a message has a sequence number')
    assert.equal(new Set(order).size, order.length, 'each guild comes once')
    await gateway.close()
  }
  await Promise.all(Array.from({ length: 30 }, (_, index) => begin(index)))
})

test('TYPING_START has user, channel and time, and in a guild the member', async () => {
  await using lab = await startLab({ date: Date.parse('2026-10-10T10:10:10Z') })
  const gateway = await lab.session('app')
  await gateway.next('GUILD_CREATE')
  await gateway.next('GUILD_CREATE')
  const channel_id = lab.channelId('lab', 'general')
  assert.equal((await lab.person('bob').post(`/channels/${channel_id}/typing`)).status, 204)
  const { member, timestamp, ...rest } = (await gateway.next('TYPING_START')).d
  assert.deepEqual(rest, { channel_id, guild_id: lab.guildId('lab'), user_id: lab.userId('bob') })
  assert.ok(
    Number.isInteger(timestamp) && Math.abs((timestamp as number) - Date.parse('2026-10-10T10:10:10Z') / 1000) < 10,
  )
  assert.equal((member as { user: { id: string } }).user.id, lab.userId('bob'))
  const dm = await lab.person('bob').post<ChannelObject>('/users/@me/channels', { recipient_id: lab.userId('app') })
  await lab.person('bob').post(`/channels/${dm.body.id}/typing`)
  const alone = (await gateway.next('TYPING_START')).d
  assert.deepEqual(Object.keys(alone).sort(), ['channel_id', 'timestamp', 'user_id'])
  assert.equal(alone.channel_id, dm.body.id)
  await gateway.close()
})
