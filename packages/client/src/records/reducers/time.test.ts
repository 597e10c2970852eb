import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MemberObject, Permission, type RoleObject } from '@guildhall/protocol'
import { nextDeadline, permissionsInGuild } from '../../questions/own-permissions.ts'
import { reduceEvent } from '../reduce.ts'
import { type ClientState, EMPTY, type GuildState } from '../state.ts'

/** Applies an event of which only what matters to a test is given. */
const reduce = (state: ClientState, { name, data }: { name: string; data: unknown }, now?: number) =>
  reduceEvent(state, name, data, now)

const everyone = { id: '1', permissions: String(Permission.SEND_MESSAGES) } as RoleObject
const alice = { id: '10', username: 'alice' } as MemberObject['user']

function timedOutUntil(until: string | null): ClientState {
  const member = { user: alice, roles: [], communication_disabled_until: until } as unknown as MemberObject
  const guild = {
    guild: { id: '1', owner_id: '9' },
    roles: new Map([['1', everyone]]),
    members: new Map([['10', member]]),
  }
  return { ...EMPTY, self: alice, guilds: new Map([['1', guild as unknown as GuildState]]) } as ClientState
}

test('a timeout that ends gives the permissions back without an event', () => {
  const before = timedOutUntil(new Date(5_000).toISOString())
  assert.equal(permissionsInGuild(before, '1'), 0n)
  assert.equal(nextDeadline(before), 5_000)
  const after = reduce(before, { name: 'time passed', data: { now: 5_000 } })
  assert.equal(permissionsInGuild(after, '1'), Permission.SEND_MESSAGES)
  assert.equal(nextDeadline(after), Number.POSITIVE_INFINITY)
  assert.equal(after.guilds, before.guilds)
})

test('a user is shown as typing for ten seconds from the time of the event', () => {
  const event = { name: 'TYPING_START', data: { channel_id: '20', user_id: '11' } }
  const typing = reduce(EMPTY, event, 1_000)
  assert.equal(nextDeadline(typing), 11_000)
  const early = reduce(typing, { name: 'time passed', data: { now: 10_999 } })
  assert.equal(early.typing, typing.typing)
  const late = reduce(typing, { name: 'time passed', data: { now: 11_000 } })
  assert.equal(late.typing.size, 0)
})
