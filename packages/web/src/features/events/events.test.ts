import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecurrenceRuleObject, type ScheduledEventObject, snowflakeAt } from '@guildhall/protocol'
import { datesOf, nextDate } from './dates.ts'
import { bodyOfEvent, changesOfEvent, eventFormOf, newEventForm, sortedEvents } from './event-form.ts'
import { REPEATS, repeatOf, repeatWords, ruleFor } from './recurrence.ts'

/** A Wednesday, the last of its month. */
const START = '2026-04-29T18:00:00.000Z'

const event: ScheduledEventObject = {
  id: '1',
  guild_id: '2',
  channel_id: null,
  creator_id: '3',
  name: 'Meetup',
  description: null,
  scheduled_start_time: START,
  scheduled_end_time: '2026-04-29T20:00:00.000Z',
  privacy_level: 2,
  status: 1,
  entity_type: 3,
  entity_id: null,
  entity_metadata: { location: 'The park' },
  image: null,
  recurrence_rule: null,
  guild_scheduled_event_exceptions: [],
}

test('each way to repeat gives a rule that is recognised again', () => {
  for (const repeat of REPEATS) {
    const rule = ruleFor(repeat, START)
    assert.equal(repeatOf(rule && { by_weekday: null, ...rule }), repeat)
  }
  assert.deepEqual(ruleFor('weekly', START)?.by_weekday, [2])
  assert.deepEqual(ruleFor('monthly', START)?.by_n_weekday, [{ n: 5, day: 2 }])
  assert.deepEqual([ruleFor('yearly', START)?.by_month, ruleFor('yearly', START)?.by_month_day], [[4], [29]])
})

test('repetitions are described in words', () => {
  assert.equal(repeatWords('fortnightly', START), 'Every other week on Wednesday')
  assert.equal(repeatWords('monthly', START), 'Every month on the last Wednesday')
  assert.equal(repeatWords('yearly', START), 'Every year on April 29')
})

test('a new event starts at the next full hour and lasts one', () => {
  const body = bodyOfEvent({ ...newEventForm(Date.parse('2026-04-29T18:20:00Z')), name: ' Meetup ', location: 'Park' })
  assert.equal(body.scheduled_start_time, '2026-04-29T19:00:00.000Z')
  assert.equal(body.scheduled_end_time, '2026-04-29T20:00:00.000Z')
  assert.deepEqual([body.name, body.entity_metadata, body.channel_id], ['Meetup', { location: 'Park' }, null])
})

test('a change contains only the fields that differ, and no fixed ones of a live event', () => {
  const form = eventFormOf(event)
  assert.deepEqual(changesOfEvent(event, form), {})
  const moved = { ...form, kind: 2, channelId: '9', name: 'Chess' }
  assert.deepEqual(changesOfEvent(event, moved), {
    name: 'Chess',
    entity_type: 2,
    channel_id: '9',
    entity_metadata: null,
  })
  assert.deepEqual(changesOfEvent({ ...event, status: 2 }, { ...form, name: 'Chess', repeat: 'daily' }), {
    name: 'Chess',
  })
})

test('dates of a series have the times of their exceptions, and the next one is not cancelled', () => {
  const exception = (day: string, changes: object) => ({
    event_id: '1',
    event_exception_id: String(snowflakeAt(Date.parse(`2026-${day}T18:00:00Z`))),
    scheduled_start_time: null,
    scheduled_end_time: null,
    is_canceled: false,
    ...changes,
  })
  const rule = { by_weekday: null, by_n_weekday: null, by_month: null, by_month_day: null, ...ruleFor('weekly', START) }
  const series = {
    ...event,
    recurrence_rule: rule as RecurrenceRuleObject,
    guild_scheduled_event_exceptions: [
      exception('04-29', { is_canceled: true }),
      exception('05-06', { scheduled_start_time: '2026-05-07T10:00:00+00:00' }),
    ],
  }
  const shown = datesOf(series, 3).map(({ start, end, cancelled }) => [
    start.slice(5, 16),
    end?.slice(5, 16),
    cancelled,
  ])
  assert.deepEqual(shown, [
    ['04-29T18:00', '04-29T20:00', true],
    ['05-07T10:00', '05-07T12:00', false],
    ['05-13T18:00', '05-13T20:00', false],
  ])
  assert.equal(nextDate(series).start, '2026-05-07T10:00:00.000Z')
  assert.deepEqual(datesOf(event, 3).length, 1)
})

test('live events come first, finished ones are left out', () => {
  const of = (id: string, status: number, day: number) => ({
    ...event,
    id,
    status,
    scheduled_start_time: `2026-05-0${day}T00:00:00Z`,
  })
  assert.deepEqual(
    sortedEvents([of('1', 1, 3), of('2', 3, 1), of('3', 2, 4), of('4', 1, 2)]).map(({ id }) => id),
    ['3', '4', '1'],
  )
})
