import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RECORD_KINDS, type RecordKind } from './control-types.ts'
import { filtersOf, searchOf, toggledKind } from './filters.ts'

test('an address keeps filters, and values of another form are left out', () => {
  const search = searchOf({
    kind: 'frame,nonsense,request',
    application_id: '1234567890123456789',
    guild_id: 'x',
    user_id: ['1', '2'],
    session_id: 'ab-12_C',
    text: 'a'.repeat(300),
    record: '12',
    panel: 'faults',
  })
  assert.deepEqual(search, {
    kind: 'request,frame',
    application_id: '1234567890123456789',
    session_id: 'ab-12_C',
    text: 'a'.repeat(200),
    record: '12',
    panel: 'faults',
  })
  assert.deepEqual(Object.keys(filtersOf(search)), ['kind', 'application_id', 'session_id', 'text'])
  assert.deepEqual(searchOf({ panel: 'keys', kind: '', text: '' }), {})
})

test('kinds are pressed one after the other, and all of them are no filter', () => {
  assert.equal(toggledKind(undefined, 'event'), 'event')
  assert.equal(toggledKind('event', 'frame'), 'frame,event')
  assert.equal(toggledKind('event', 'event'), undefined)
  const others = RECORD_KINDS.slice(0, -1).join(',')
  assert.equal(toggledKind(others, RECORD_KINDS.at(-1) as RecordKind), undefined)
})
