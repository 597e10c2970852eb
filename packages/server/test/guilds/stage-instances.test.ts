/**
 * Stages: permissions to open, change and close them, recipients of events, scheduled events, and automatic ends.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type AuditLogEntryObject,
  type ChannelObject,
  Intent,
  type ScheduledEventObject,
  type StageInstanceObject,
} from '@guildhall/protocol'
import type { Answer, Api, RawGateway } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits, StageInstancePrivacyLevel } from 'discord.js'
import { type Lab, named, startLab } from '../support/gateway-lab.ts'

const VIEW = 1n << 10n
const CONNECT = 1n << 20n
const MODERATES = (1n << 4n) | (1n << 22n) | (1n << 24n)
const CREATE_EVENTS = 1n << 44n
const MENTION_EVERYONE = 1n << 17n
const INTENTS = Intent.GUILDS | Intent.GUILD_VOICE_STATES | Intent.GUILD_MESSAGES | Intent.GUILD_SCHEDULED_EVENTS
const HOUR = 3_600_000

const world = {
  users: { ann: {}, mod: {}, herald: {}, bob: {}, eve: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] }, plain: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['mod', 'herald', 'bob'],
      bots: { app: { permissions: '8' }, plain: { permissions: '0' } },
      roles: {
        '@everyone': { permissions: String(VIEW | CONNECT) },
        mods: { permissions: String(MODERATES), members: ['mod', 'herald'] },
        heralds: { permissions: String(MENTION_EVERYONE | CREATE_EVENTS | (1n << 11n)), members: ['herald'] },
      },
      channels: {
        general: {},
        lounge: { type: 2 },
        hall: { type: 13 },
        tent: { type: 13 },
        cellar: { type: 13, permission_overwrites: [{ role: '@everyone', deny: String(VIEW) }] },
      },
    },
  },
}

let lab: Lab
let events: string
const opened: RawGateway[] = []
const now = () => lab.platform.clock.now()
const iso = (at: number) => new Date(at).toISOString()
const at = (channel: string) => `/stage-instances/${lab.channelId('lab', channel)}`
const open = (as: Api, channel: string, more: object = {}) =>
  as.post<StageInstanceObject>('/stage-instances', {
    channel_id: lab.channelId('lab', channel),
    topic: 'Tales',
    ...more,
  })
const marker = () => ({
  trigger: () => lab.person('ann').patch(`/channels/${lab.channelId('lab', 'general')}`, { topic: `${Math.random()}` }),
  event: 'CHANNEL_UPDATE',
})
async function watching(
  bot: string,
  intents = bot === 'app' ? INTENTS | (1 << 15) : INTENTS,
): Promise<{ gateway: RawGateway; stages: StageInstanceObject[] }> {
  const gateway = await lab.session(bot, { intents })
  opened.push(gateway)
  const { d } = await gateway.next('GUILD_CREATE')
  return { gateway, stages: d.stage_instances }
}
async function stageEvent(as: Api, channel: string): Promise<ScheduledEventObject> {
  const body = {
    name: 'Story night',
    privacy_level: 2,
    entity_type: 1,
    channel_id: lab.channelId('lab', channel),
    scheduled_start_time: iso(now() + HOUR),
  }
  const answer = await as.post<ScheduledEventObject>(events, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const statusOf = async (event: ScheduledEventObject) =>
  (await lab.person('ann').get<ScheduledEventObject>(`${events}/${event.id}`)).body.status

describe('stage instances', () => {
  before(async () => {
    lab = await startLab({ world })
    events = `/guilds/${lab.guildId('lab')}/scheduled-events`
  })
  after(async () => {
    for (const gateway of opened) await gateway.drop()
    await lab.platform.close()
  })

  test('a stage is created, updated and deleted with events, messages and audit entries', async () => {
    const { gateway } = await watching('app')
    const mod = lab.person('mod')
    const answer = await mod.post<StageInstanceObject>(
      '/stage-instances',
      { channel_id: lab.channelId('lab', 'hall'), topic: 'Tales' },
      { 'x-audit-log-reason': 'evening' },
    )
    assert.equal(answer.status, 200)
    const stage = answer.body
    assert.deepEqual(stage, {
      id: stage.id,
      guild_id: lab.guildId('lab'),
      channel_id: lab.channelId('lab', 'hall'),
      topic: 'Tales',
      privacy_level: 2,
      discoverable_disabled: true,
      guild_scheduled_event_id: null,
    })
    assert.deepEqual((await gateway.next('STAGE_INSTANCE_CREATE')).d, stage)
    const message = async () => (await gateway.next('MESSAGE_CREATE')).d
    const started = await message()
    assert.deepEqual([started.type, started.content, started.mention_everyone], [27, 'Tales', false])
    assert.deepEqual((await lab.bot('plain').get(at('hall'))).body, stage)
    assert.equal((await open(mod, 'hall')).code, 150006)

    assert.equal((await mod.patch<StageInstanceObject>(at('hall'), { topic: 'More tales' })).body.topic, 'More tales')
    assert.equal((await gateway.next('STAGE_INSTANCE_UPDATE')).d.topic, 'More tales')
    assert.deepEqual(await message().then(({ type, content }) => [type, content]), [31, 'More tales'])
    await gateway.none('STAGE_INSTANCE_UPDATE', () => mod.patch(at('hall'), { topic: 'More tales' }), marker())
    const late = await watching('plain')
    assert.deepEqual(
      late.stages.map(({ id, topic }) => [id, topic]),
      [[stage.id, 'More tales']],
    )

    assert.equal((await mod.delete(at('hall'))).status, 204)
    assert.equal((await gateway.next('STAGE_INSTANCE_DELETE')).d.id, stage.id)
    assert.equal((await message()).type, 28)
    for (const gone of [await mod.get<StageInstanceObject>(at('hall')), await mod.delete(at('hall'))])
      assert.deepEqual([gone.status, gone.code], [404, 10067])
    assert.equal((await mod.patch(at('hall'), { topic: 'x' })).code, 10067)

    type Log = { audit_log_entries: AuditLogEntryObject[] }
    for (const [action, change] of [
      [83, { key: 'topic', new_value: 'Tales' }],
      [84, { key: 'topic', old_value: 'Tales', new_value: 'More tales' }],
      [85, { key: 'topic', old_value: 'More tales' }],
    ] as const) {
      const path = `/guilds/${lab.guildId('lab')}/audit-logs?action_type=${action}`
      const [entry] = (await lab.person('ann').get<Log>(path)).body.audit_log_entries
      assert.deepEqual([entry?.target_id, entry?.options], [stage.id, { channel_id: stage.channel_id }])
      assert.deepEqual(entry?.changes?.[0], change)
      if (action === 83) assert.equal(entry?.reason, 'evening')
    }
  })

  test('requests without permission and with invalid values are rejected', async () => {
    const { gateway } = await watching('plain')
    const refusals: [() => Promise<Answer<unknown>>, number, number][] = [
      [() => open(lab.person('bob'), 'hall'), 403, 50013],
      [() => open(lab.bot('plain'), 'hall'), 403, 50013],
      [() => open(lab.person('mod'), 'cellar'), 403, 50001],
      [() => open(lab.person('eve'), 'hall'), 403, 50001],
      [() => open(lab.person('mod'), 'lounge'), 400, 50024],
      [() => open(lab.person('mod'), 'general'), 400, 50024],
      [() => open(lab.person('mod'), 'hall', { channel_id: '1' }), 404, 10003],
      [() => open(lab.person('mod'), 'hall', { topic: '' }), 400, 50035],
      [() => open(lab.person('mod'), 'hall', { topic: 'x'.repeat(121) }), 400, 50035],
      [() => open(lab.person('mod'), 'hall', { privacy_level: 3 }), 400, 50035],
      [() => open(lab.person('mod'), 'hall', { guild_scheduled_event_id: '1' }), 404, 10070],
    ]
    for (const [index, [answer, status, code]] of refusals.entries()) {
      const got = await answer()
      assert.deepEqual([got.status, got.code], [status, code], `case ${index}`)
    }
    assert.equal((await open(lab.person('ann'), 'cellar')).status, 200)
    assert.equal((await open(lab.person('mod'), 'tent')).status, 200)
    assert.equal((await lab.person('bob').patch(at('tent'), { topic: 'x' })).code, 50013)
    assert.equal((await lab.person('bob').delete(at('tent'))).code, 50013)
    assert.equal((await lab.bot('plain').get(at('cellar'))).code, 50001)
    // A hidden stage sends no event.
    await gateway.next(named('STAGE_INSTANCE_CREATE', { channel_id: lab.channelId('lab', 'tent') }))
    await gateway.none(
      named('STAGE_INSTANCE_CREATE', { channel_id: lab.channelId('lab', 'cellar') }),
      async () => undefined,
      marker(),
    )
    assert.deepEqual(
      gateway.frames
        .filter(({ t }) => t?.startsWith('STAGE'))
        .map(({ d }) => (d as { channel_id?: string }).channel_id),
      [],
    )
    const late = await watching('plain')
    assert.deepEqual(
      late.stages.map(({ channel_id }) => channel_id),
      [lab.channelId('lab', 'tent')],
    )
    for (const channel of ['cellar', 'tent']) assert.equal((await lab.person('ann').delete(at(channel))).status, 204)
  })

  test('send_start_notification mentions everyone only with MENTION_EVERYONE', async () => {
    const { gateway } = await watching('app')
    for (const [name, expected] of [
      ['mod', false],
      ['herald', true],
    ] as const) {
      assert.equal((await open(lab.person(name), 'hall', { send_start_notification: true })).status, 200)
      assert.equal((await gateway.next('MESSAGE_CREATE')).d.mention_everyone, expected, name)
      await lab.person('ann').delete(at('hall'))
      await gateway.next('MESSAGE_CREATE')
    }
  })

  test('send_start_notification may be 0 or 1, as py-cord sends it', async () => {
    const { gateway } = await watching('app')
    for (const value of [0, 1]) {
      assert.equal((await open(lab.person('herald'), 'hall', { send_start_notification: value })).status, 200)
      assert.equal((await gateway.next('MESSAGE_CREATE')).d.mention_everyone, value === 1)
      await lab.person('ann').delete(at('hall'))
      await gateway.next('MESSAGE_CREATE')
    }
  })

  test('a stage and its scheduled event start and end together', async () => {
    const herald = lab.person('herald')
    const event = await stageEvent(herald, 'hall')
    const other = await stageEvent(herald, 'tent')
    const wrong = await open(herald, 'hall', { guild_scheduled_event_id: other.id })
    assert.deepEqual(
      [wrong.status, wrong.code, Object.keys(wrong.errors ?? {})],
      [400, 50035, ['guild_scheduled_event_id']],
    )
    // A user who moderates the stage but may not change the event starts neither.
    const refused = await open(lab.person('mod'), 'hall', { guild_scheduled_event_id: event.id })
    assert.deepEqual([refused.status, refused.code], [403, 50013])
    assert.equal((await herald.get(at('hall'))).code, 10067)

    const stage = (await open(herald, 'hall', { guild_scheduled_event_id: event.id })).body
    assert.equal(stage.guild_scheduled_event_id, event.id)
    const active = (await herald.get<ScheduledEventObject>(`${events}/${event.id}`)).body
    assert.deepEqual([active.status, active.entity_id], [2, stage.id])
    assert.equal((await herald.delete(at('hall'))).status, 204)
    assert.equal(await statusOf(event), 3)
    const over = await open(herald, 'hall', { guild_scheduled_event_id: event.id })
    assert.deepEqual([over.status, over.code], [404, 10070])

    // Started as an event: the stage is opened, and closed at its end.
    const started = (await herald.patch<ScheduledEventObject>(`${events}/${other.id}`, { status: 2 })).body
    const opened = (await herald.get<StageInstanceObject>(at('tent'))).body
    assert.deepEqual(
      [opened.topic, opened.id, opened.guild_scheduled_event_id],
      ['Story night', started.entity_id, other.id],
    )
    // One stage is for one event.
    const third = await stageEvent(herald, 'tent')
    assert.equal((await herald.patch(`${events}/${third.id}`, { status: 2 })).code, 180002)
    assert.equal(await statusOf(third), 1)
    const ended = (await herald.patch<ScheduledEventObject>(`${events}/${other.id}`, { status: 3 })).body
    assert.deepEqual([ended.status, ended.entity_id], [3, null])
    assert.equal((await herald.get(at('tent'))).code, 10067)

    // A stage that is live already becomes the event's stage, and ends with a deleted event.
    const live = (await open(herald, 'tent')).body
    const linked = (await herald.patch<ScheduledEventObject>(`${events}/${third.id}`, { status: 2 })).body
    assert.equal(linked.entity_id, live.id)
    assert.equal((await herald.get<StageInstanceObject>(at('tent'))).body.guild_scheduled_event_id, third.id)
    assert.equal((await herald.delete(`${events}/${third.id}`)).status, 204)
    assert.equal((await herald.get(at('tent'))).code, 10067)
  })

  test('a stage without speakers is closed after some minutes, and its event completes', async () => {
    const { gateway } = await watching('app')
    const event = await stageEvent(lab.person('ann'), 'hall')
    await lab.person('ann').patch(`${events}/${event.id}`, { status: 2 })
    await gateway.next('STAGE_INSTANCE_CREATE')
    const say = (channel: string | null) =>
      gateway.send(4, { guild_id: lab.guildId('lab'), channel_id: channel, self_mute: false, self_deaf: false })
    const state = () => gateway.next('VOICE_STATE_UPDATE')
    say(lab.channelId('lab', 'hall'))
    assert.equal((await state()).d.suppress, true)
    const me = `/guilds/${lab.guildId('lab')}/voice-states/@me`
    assert.equal((await lab.bot('app').patch(me, { suppress: false })).status, 204)
    await state()
    lab.platform.clock.advance(7 * 60_000)
    await gateway.none('STAGE_INSTANCE_DELETE', async () => undefined, marker())
    // Back in the audience: somebody is there, but nobody speaks.
    assert.equal((await lab.bot('app').patch(me, { suppress: true })).status, 204)
    await state()
    lab.platform.clock.advance(4 * 60_000)
    await gateway.none('STAGE_INSTANCE_DELETE', async () => undefined, marker())
    assert.equal(await statusOf(event), 2)
    lab.platform.clock.advance(60_000)
    await gateway.next('STAGE_INSTANCE_DELETE')
    assert.equal(await statusOf(event), 3)
  })

  test('deleting the channel closes its stage, and former viewers receive the event', async () => {
    const ann = lab.person('ann')
    const { gateway } = await watching('plain')
    const make = async () =>
      (await ann.post<ChannelObject>(`/guilds/${lab.guildId('lab')}/channels`, { name: 'short', type: 13 })).body.id
    const first = await make()
    const stage = (await open(ann, 'hall', { channel_id: first })).body
    await ann.delete(`/channels/${first}`)
    assert.equal((await gateway.next('STAGE_INSTANCE_DELETE')).d.id, stage.id)
    assert.equal((await ann.get(`/stage-instances/${first}`)).code, 10003)
    const second = await make()
    const body = {
      name: 'n',
      privacy_level: 2,
      entity_type: 1,
      channel_id: second,
      scheduled_start_time: iso(now() + HOUR),
    }
    const event = (await ann.post<ScheduledEventObject>(events, body)).body
    await ann.patch(`${events}/${event.id}`, { status: 2 })
    await ann.delete(`/channels/${second}`)
    await gateway.next(named('STAGE_INSTANCE_DELETE', { channel_id: second }))
    assert.equal(
      (await gateway.next(named('GUILD_SCHEDULED_EVENT_UPDATE', { id: event.id, status: 3 }))).d.entity_id,
      null,
    )
  })

  test('discord.js uses its stage instance manager', async () => {
    const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: lab.platform.api } })
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
    await client.login(lab.token('app'))
    await ready
    const guild = client.guilds.cache.get(lab.guildId('lab'))
    assert.ok(guild)
    const hall = lab.channelId('lab', 'hall')
    const heard = new Promise((resolve) => client.once(Events.StageInstanceCreate, resolve))
    const stage = await guild.stageInstances.create(hall, { topic: 'By hand', sendStartNotification: true })
    await heard
    assert.equal(stage.privacyLevel, StageInstancePrivacyLevel.GuildOnly)
    assert.equal((await guild.stageInstances.edit(hall, { topic: 'Edited' })).topic, 'Edited')
    assert.equal((await guild.stageInstances.fetch(hall, { force: true })).topic, 'Edited')
    const gone = new Promise((resolve) => client.once(Events.StageInstanceDelete, resolve))
    await guild.stageInstances.delete(hall)
    await gone
    await client.destroy()
  })
})
