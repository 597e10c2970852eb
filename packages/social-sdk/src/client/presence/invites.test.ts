import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '../../connection/session.ts'
import { ActivityActionTypes } from '../../enums/index.ts'
import type { ActivityInvite } from '../../values/activity-invite.ts'
import type { ClientContext } from '../context.ts'
import type { PlayerRequests } from '../player-requests.ts'
import type { People } from '../users/people.ts'
import { Invites } from './invites.ts'
import { Presences } from './presences.ts'

const HOUR_MS = 3_600_000
const SENDER = 7n

/** Invites of a Client without a server, and what handlers receive. */
function lab() {
  const heard: { event: string; invite: ActivityInvite }[] = []
  const listeners = new Map<string, (data: unknown) => void>()
  const presences = new Presences()
  const context = {
    applicationId: 1n,
    handlers: { emit: (event: string, invite: ActivityInvite) => heard.push({ event, invite }) },
  } as unknown as ClientContext
  const session = { on: listeners.set.bind(listeners), onEnded: () => undefined } as unknown as Session
  const people = { ownId: 2n, presences, relationships: { isFriend: () => false } } as unknown as People
  const requests = { send: () => Promise.resolve({}) } as unknown as PlayerRequests
  const invites = new Invites(context, session, { requests, people })
  const receive = (id: number, type: number = ActivityActionTypes.Join) =>
    listeners.get('MESSAGE_CREATE')?.({
      id: `${id}`,
      channel_id: '3',
      author: { id: `${SENDER}` },
      activity: { type, party_id: 'party', session_id: 's' },
    })
  const show = (status: string, party: string) => {
    const activities = [{ name: 'Game', type: 0, application_id: '1', session_id: 's', party: { id: party } }]
    presences.note({ user: { id: `${SENDER}` }, status, activities })
    invites.presenceChanged(SENDER)
  }
  return { heard, presences, receive, show }
}

test('an invite is not valid any more after 6 hours, and its sender is forgotten', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { heard, presences, receive, show } = lab()
  receive(10)
  show('online', 'party')
  t.mock.timers.tick(6 * HOUR_MS - 1)
  assert.deepEqual(
    heard.map(({ event }) => event),
    ['activityInviteCreated'],
  )
  t.mock.timers.tick(1)
  assert.deepEqual(
    heard.map(({ event, invite }) => [event, invite.IsValid()]),
    [
      ['activityInviteCreated', true],
      ['activityInviteUpdated', false],
    ],
  )
  assert.equal(presences.statusOf(SENDER), undefined)
  show('online', 'party')
  assert.equal(heard.length, 2, 'an expired invite does not become valid again')
})

test('of more than 100 invites, the oldest are followed no longer', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { heard, receive, show } = lab()
  for (let id = 1; id <= 101; id += 1) receive(id)
  heard.length = 0
  show('online', 'another party')
  assert.equal(heard.length, 100)
  assert.ok(heard.every(({ event, invite }) => event === 'activityInviteUpdated' && invite.MessageId() > 1n))
})

test('messages of other kinds of activities are no invites', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { heard, receive } = lab()
  for (const type of [2, 3]) receive(type, type)
  assert.deepEqual(heard, [])
})
