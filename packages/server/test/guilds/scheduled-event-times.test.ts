/** Series of scheduled events, and the changes of events by the clock. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type AuditLogObject,
  type ChannelObject,
  Intent,
  type ScheduledEventExceptionObject,
  type ScheduledEventObject,
  type ScheduledEventUserObject,
  snowflakeAt,
} from '@guildhall/protocol'
import { type Lab, startLab } from '../support/gateway-lab.ts'
import { eventsOf, eventsWorld, HOUR } from '../support/scheduled-events.ts'

const INTENTS = Intent.GUILDS | Intent.GUILD_VOICE_STATES | Intent.GUILD_SCHEDULED_EVENTS | Intent.GUILD_MODERATION

let lab: Lab
const { now, iso, same, external, inVoice, made, one, listed, updated, marker, faultsAt } = eventsOf(() => lab)

describe('times of scheduled events', () => {
  before(async () => {
    lab = await startLab({ world: eventsWorld })
  })
  after(() => lab.platform.close())

  test('a series has exceptions, responses to one occurrence, and continues', async () => {
    const watcher = await lab.session('plain', { intents: INTENTS })
    await watcher.next('GUILD_CREATE')
    const ann = lab.person('ann')
    const start = now() + HOUR
    const WEEK = 7 * 24 * HOUR
    const weekly = { start: iso(start), frequency: 2, interval: 1 }
    const times = { scheduled_start_time: iso(start), scheduled_end_time: iso(start + HOUR) }
    const event = await made(ann, external({ ...times, recurrence_rule: weekly }))
    const rule = event.recurrence_rule as Record<string, unknown>
    same(rule.start as string, start)
    assert.deepEqual(
      { ...rule, start: 0 },
      {
        start: 0,
        frequency: 2,
        interval: 1,
        by_weekday: null,
        by_n_weekday: null,
        by_month: null,
        by_month_day: null,
        end: null,
        count: null,
        by_year_day: null,
      },
    )
    const exceptions = one(event, '/exceptions')
    const at = (weeks: number) => iso(start + weeks * WEEK)
    const wrong = { original_scheduled_start_time: iso(start + WEEK + 1000) }
    faultsAt(await ann.post(exceptions, wrong), 'original_scheduled_start_time')
    assert.equal((await lab.person('bob').post(exceptions, { original_scheduled_start_time: at(1) })).code, 50013)
    // A snowflake does not reach that far.
    faultsAt(
      await ann.post(exceptions, { original_scheduled_start_time: at(52 * 1000) }),
      'original_scheduled_start_time',
    )
    const first = (
      await ann.post<ScheduledEventExceptionObject>(exceptions, {
        original_scheduled_start_time: at(1),
        is_canceled: true,
      })
    ).body
    assert.deepEqual(first, {
      event_id: event.id,
      event_exception_id: snowflakeAt(start + WEEK).toString(),
      scheduled_start_time: null,
      scheduled_end_time: null,
      is_canceled: true,
    })
    const told = (await watcher.next('GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE')).d
    assert.deepEqual(told, { ...(first as object), guild_id: lab.guildId('lab') })
    faultsAt(await ann.post(exceptions, { original_scheduled_start_time: at(1) }), 'original_scheduled_start_time')
    const moved = { original_scheduled_start_time: at(2), scheduled_start_time: iso(start + 2 * WEEK + HOUR) }
    const second = (await ann.post<ScheduledEventExceptionObject>(exceptions, moved)).body
    faultsAt(
      await ann.patch(`${exceptions}/${second.event_exception_id}`, { scheduled_end_time: at(2) }),
      'scheduled_end_time',
    )
    const ended = { scheduled_end_time: iso(start + 2 * WEEK + 3 * HOUR) }
    same(
      (await ann.patch<ScheduledEventExceptionObject>(`${exceptions}/${second.event_exception_id}`, ended)).body
        .scheduled_end_time,
      start + 2 * WEEK + 3 * HOUR,
    )
    await watcher.next('GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE')
    assert.equal((await ann.patch(`${exceptions}/5`, {})).code, 10070)
    const third = (
      await ann.post<ScheduledEventExceptionObject>(exceptions, {
        original_scheduled_start_time: at(3),
        is_canceled: true,
      })
    ).body
    assert.equal((await ann.delete(`${exceptions}/${third.event_exception_id}`)).status, 204)
    await watcher.next('GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE')
    const shown = (await ann.get<ScheduledEventObject>(one(event))).body.guild_scheduled_event_exceptions
    assert.deepEqual(
      shown.map(({ event_exception_id }) => event_exception_id),
      [first, second].map((e) => e.event_exception_id),
    )

    const bob = lab.person('bob')
    const occurrence = snowflakeAt(start + 4 * WEEK).toString()
    assert.equal((await bob.put(one(event, '/users/@me'))).status, 200)
    assert.equal((await bob.put(one(event, `/${occurrence}/users/@me`), { response: 1 })).status, 200)
    assert.equal((await bob.put(one(event, `/${snowflakeAt(start + 1)}/users/@me`), { response: 1 })).code, 10070)
    assert.equal((await bob.put(one(event, '/0/users/@me'), { response: 0 })).code, 10070)
    assert.equal(
      (await lab.person('host').put(one(event, `/${second.event_exception_id}/users/@me`), { response: 0 })).status,
      200,
    )
    const counts = (
      await ann.get(
        one(
          event,
          `/users/counts?guild_scheduled_event_exception_ids=${occurrence}&guild_scheduled_event_exception_ids=${second.event_exception_id}`,
        ),
      )
    ).body
    assert.deepEqual(counts, {
      guild_scheduled_event_count: 1,
      guild_scheduled_event_exception_counts: { [occurrence]: 1, [second.event_exception_id]: 0 },
    })
    const rows = (
      await ann.get<ScheduledEventUserObject[]>(one(event, `/${second.event_exception_id}/users?with_member=true`))
    ).body
    assert.deepEqual(
      rows.map((row) => [row.user_id, row.response, row.guild_scheduled_event_exception_id]),
      [[lab.userId('host'), 0, second.event_exception_id]],
    )
    assert.equal((await lab.person('host').delete(one(event, `/${second.event_exception_id}/users/@me`))).status, 204)
    assert.deepEqual(
      (await ann.get<ScheduledEventUserObject[]>(one(event, `/${second.event_exception_id}/users`))).body,
      [],
    )

    // Nobody answers for years to come, and what was answered goes with its day.
    const far = snowflakeAt(start + 60 * WEEK)
    assert.equal((await bob.put(one(event, `/${far}/users/@me`), { response: 1 })).code, 10070)
    const today = snowflakeAt(start)
    assert.equal((await bob.put(one(event, `/${today}/users/@me`), { response: 1 })).status, 200)
    const countOf = async (id: bigint) =>
      (
        await ann.get<Record<string, Record<string, number>>>(
          one(event, `/users/counts?guild_scheduled_event_exception_ids=${id}`),
        )
      ).body.guild_scheduled_event_exception_counts?.[id.toString()]
    assert.equal(await countOf(today), 1)

    // The first takes place; the second is off; the third, an hour later, is next.
    lab.platform.clock.advance(HOUR)
    assert.equal((await updated(watcher, event)).status, 2)
    lab.platform.clock.advance(HOUR)
    const next = await updated(watcher, event)
    assert.equal(next.status, 1)
    same(next.scheduled_start_time, start + 2 * WEEK)
    same(next.scheduled_end_time, start + 2 * WEEK + HOUR)
    assert.deepEqual([await countOf(today), await countOf(BigInt(occurrence))], [0, 1])
    lab.platform.clock.advance(2 * WEEK - HOUR)
    await watcher.none('GUILD_SCHEDULED_EVENT_UPDATE', async () => undefined, marker())
    lab.platform.clock.advance(HOUR)
    assert.equal((await updated(watcher, event)).status, 2)
    assert.equal(
      (await ann.patch<ScheduledEventObject>(one(event), { status: 3 })).body.status,
      1,
      'the series goes on',
    )
    same((await updated(watcher, event)).scheduled_start_time, start + 3 * WEEK)
    assert.equal(
      (await ann.patch<ScheduledEventObject>(one(event), { status: 4 })).body.status,
      4,
      'unless it is called off',
    )
    await watcher.close()
  })

  test('external events start and end by the clock; others are cancelled if no one starts them', async () => {
    const watcher = await lab.session('plain', { intents: INTENTS })
    await watcher.next('GUILD_CREATE')
    const ann = lab.person('ann')
    const outside = await made(ann, external())
    const voice = await made(ann, inVoice('lounge'))
    lab.platform.clock.advance(HOUR - 1000)
    await watcher.none('GUILD_SCHEDULED_EVENT_UPDATE', async () => undefined, marker())
    lab.platform.clock.advance(1000)
    assert.equal((await updated(watcher, outside)).status, 2)
    lab.platform.clock.advance(HOUR)
    assert.equal((await updated(watcher, outside)).status, 3)
    assert.equal((await ann.get<ScheduledEventObject>(one(voice))).body.status, 1)
    lab.platform.clock.advance(2 * HOUR)
    assert.equal((await updated(watcher, voice)).status, 4)
    // Changes by the clock have no actor and no audit entry.
    const log = await ann.get<AuditLogObject>(`/guilds/${lab.guildId('lab')}/audit-logs?action_type=101`)
    assert.ok(
      log.body.audit_log_entries.every((entry) => entry.target_id !== outside.id && entry.target_id !== voice.id),
    )
    await watcher.close()
  })

  test('an active event in a channel ends some minutes after the last user left', async () => {
    const watcher = await lab.session('plain', { intents: INTENTS })
    await watcher.next('GUILD_CREATE')
    const speaker = await lab.session('app', { intents: INTENTS })
    await speaker.next('GUILD_CREATE')
    const ann = lab.person('ann')
    const event = await made(ann, inVoice('lounge'))
    await ann.patch(one(event), { status: 2 })
    await updated(watcher, event, { status: 2 })
    const say = (channel: string | null) =>
      speaker.send(4, { guild_id: lab.guildId('lab'), channel_id: channel, self_mute: false, self_deaf: false })
    say(lab.channelId('lab', 'lounge'))
    await watcher.next('VOICE_STATE_UPDATE')
    lab.platform.clock.advance(9 * 60_000)
    await watcher.none('GUILD_SCHEDULED_EVENT_UPDATE', async () => undefined, marker())
    say(null)
    await watcher.next('VOICE_STATE_UPDATE')
    await lab.settle()
    lab.platform.clock.advance(4 * 60_000)
    await watcher.none('GUILD_SCHEDULED_EVENT_UPDATE', async () => undefined, marker())
    lab.platform.clock.advance(60_000)
    assert.equal((await updated(watcher, event)).status, 3)
    await speaker.close()
    await watcher.close()
  })

  test('deleting a channel ends its events', async () => {
    const ann = lab.person('ann')
    const path = `/guilds/${lab.guildId('lab')}/channels`
    const channel = (await ann.post<ChannelObject>(path, { name: 'short', type: 2 })).body
    const event = await made(ann, inVoice('lounge', { channel_id: channel.id }))
    const watcher = await lab.personSession('ann')
    assert.equal((await ann.delete(`/channels/${channel.id}`)).status, 200)
    assert.ok(!(await listed(ann)).includes(event.id))
    await watcher.close()
  })
})
