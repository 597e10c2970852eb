import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '../../kernel/event.ts'
import type { Dispatch } from './dispatch.ts'
import { GuildDelivery } from './guild-delivery.ts'
import type { OutgoingEvent } from './outgoing-event.ts'
import type { Session } from './session.ts'

test('a session that has left and watches the guild again receives nothing of what was decided before', () => {
  const [stays, leaves] = ['stays', 'leaves'].map((id) => ({ id }) as unknown as Session) as [Session, Session]
  const changes = [stays, leaves].map((session) => ({ session, dispatches: [], becameVisible: [] }))
  const delivery = new GuildDelivery({} as Event, {} as OutgoingEvent, changes)
  for (const session of [stays, leaves]) delivery.individual.set(session, {} as Dispatch)
  delivery.began(leaves, false)
  assert.deepEqual([...delivery.late], [leaves])
  delivery.ended(leaves)
  const sessions = [...delivery.changes.map(({ session }) => session), ...delivery.individual.keys(), ...delivery.late]
  assert.deepEqual(sessions, [stays, stays])
  assert.deepEqual([...(delivery.excluded ?? [])], [leaves])
  delivery.began(leaves, true)
  assert.deepEqual([...delivery.late], [], 'its GUILD_CREATE contains the event')
})
