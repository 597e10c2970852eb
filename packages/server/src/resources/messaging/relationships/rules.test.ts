import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BLOCKED_USERS_MAX,
  FRIEND_REQUESTS_MAX,
  FRIENDS_MAX,
  GAME_FRIENDS_MAX,
  IGNORED_USERS_MAX,
  RelationshipType,
} from '@guildhall/protocol'
import {
  afterRemoval,
  afterRequest,
  type FriendRequest,
  isSpam,
  mayBlock,
  mayIgnore,
  mayRequestFriend,
  merged,
} from './rules.ts'

const { NONE, FRIEND, BLOCKED, INCOMING_REQUEST: IN, OUTGOING_REQUEST: OUT } = RelationshipType
const NO_ONE = new Map<number, number>()

const request: FriendRequest = {
  mine: NONE,
  theirs: NONE,
  applicationId: 0n,
  sender: { id: 1n },
  target: { id: 2n, bot: false },
  blocked: false,
  welcome: true,
  authorized: true,
  counts: { sender: NO_ONE, target: NO_ONE },
}
const accepting = { mine: IN, theirs: OUT }
const sender = (type: number, count: number) => ({ counts: { sender: new Map([[type, count]]), target: NO_ONE } })
const target = (type: number, count: number) => ({ counts: { sender: NO_ONE, target: new Map([[type, count]]) } })

test('mayRequestFriend refuses by users, settings, authorization, state and limits', () => {
  const rows: [changes: Partial<FriendRequest>, error: string | null][] = [
    [{}, null],
    [{ target: { id: 1n, bot: false } }, 'CANNOT_BEFRIEND_SELF'],
    [{ target: { id: 2n, bot: true } }, 'BOTS_CANNOT_HAVE_FRIENDS'],
    [{ blocked: true }, 'FRIEND_REQUEST_BLOCKED'],
    [{ mine: FRIEND, theirs: FRIEND }, 'ALREADY_FRIENDS'],
    [{ welcome: false }, 'FRIEND_REQUESTS_DISABLED'],
    [{ welcome: false, ...accepting }, null],
    [{ applicationId: 9n, authorized: false }, 'NO_COMMON_AUTHORIZATION'],
    [{ applicationId: 9n, authorized: false, ...accepting }, null],
    [sender(FRIEND, FRIENDS_MAX - 1), null],
    [sender(FRIEND, FRIENDS_MAX), 'TOO_MANY_FRIENDS'],
    [{ ...sender(FRIEND, FRIENDS_MAX), ...accepting }, 'TOO_MANY_FRIENDS'],
    [target(FRIEND, FRIENDS_MAX), null],
    [{ ...target(FRIEND, FRIENDS_MAX), ...accepting }, 'TOO_MANY_FRIENDS'],
    [{ ...sender(FRIEND, FRIENDS_MAX), applicationId: 9n }, null],
    [{ ...sender(FRIEND, GAME_FRIENDS_MAX), applicationId: 9n }, 'TOO_MANY_FRIENDS'],
    [sender(OUT, FRIEND_REQUESTS_MAX), 'TOO_MANY_FRIENDS'],
    [target(IN, FRIEND_REQUESTS_MAX - 1), null],
    [target(IN, FRIEND_REQUESTS_MAX), 'FRIEND_REQUESTS_DISABLED'],
    [{ ...target(IN, FRIEND_REQUESTS_MAX), ...accepting }, null],
  ]
  for (const [changes, error] of rows) {
    const verdict = mayRequestFriend({ ...request, ...changes })
    assert.equal(verdict.ok ? null : verdict.error, error, `${Object.keys(changes)} ${error}`)
  }
})

test('afterRequest and afterRemoval keep both sides consistent', () => {
  const rows: [pair: [number, number], requested: [number, number], removed: [number, number]][] = [
    [
      [NONE, NONE],
      [OUT, IN],
      [NONE, NONE],
    ],
    [
      [IN, OUT],
      [FRIEND, FRIEND],
      [NONE, NONE],
    ],
    [
      [OUT, IN],
      [OUT, IN],
      [NONE, NONE],
    ],
    [
      [BLOCKED, NONE],
      [OUT, IN],
      [NONE, NONE],
    ],
    [
      [BLOCKED, BLOCKED],
      [OUT, IN],
      [NONE, BLOCKED],
    ],
  ]
  for (const [[mine, theirs], requested, removed] of rows) {
    const pair = { mine, theirs }
    assert.deepEqual(Object.values(afterRequest(pair)), requested, `${mine} ${theirs}`)
    assert.deepEqual(Object.values(afterRemoval(pair)), removed, `${mine} ${theirs}`)
  }
})

test('merged keeps blocks before friendships, and friendships before requests', () => {
  const rows: [one: [number, number], other: [number, number], merged: [number, number]][] = [
    [
      [NONE, NONE],
      [FRIEND, FRIEND],
      [FRIEND, FRIEND],
    ],
    [
      [OUT, IN],
      [FRIEND, FRIEND],
      [FRIEND, FRIEND],
    ],
    [
      [OUT, IN],
      [IN, OUT],
      [FRIEND, FRIEND],
    ],
    [
      [OUT, IN],
      [NONE, NONE],
      [OUT, IN],
    ],
    [
      [NONE, NONE],
      [IN, OUT],
      [IN, OUT],
    ],
    [
      [FRIEND, FRIEND],
      [BLOCKED, NONE],
      [BLOCKED, NONE],
    ],
    [
      [FRIEND, FRIEND],
      [NONE, BLOCKED],
      [NONE, BLOCKED],
    ],
    [
      [BLOCKED, NONE],
      [NONE, BLOCKED],
      [BLOCKED, BLOCKED],
    ],
    [
      [NONE, NONE],
      [NONE, NONE],
      [NONE, NONE],
    ],
  ]
  const pair = ([mine, theirs]: [number, number]) => ({ mine, theirs })
  for (const [one, other, expected] of rows) {
    assert.deepEqual(merged(pair(one), pair(other)), pair(expected), `${one} and ${other}`)
    assert.deepEqual(merged(pair(other), pair(one)), pair(expected), `${other} and ${one}`)
  }
})

test('mayBlock, mayIgnore and isSpam follow their limits', () => {
  const errors = [
    mayBlock({ self: false, blocked: BLOCKED_USERS_MAX - 1 }),
    mayBlock({ self: false, blocked: BLOCKED_USERS_MAX }),
    mayBlock({ self: true, blocked: 0 }),
    mayIgnore({ self: false, ignored: IGNORED_USERS_MAX - 1 }),
    mayIgnore({ self: false, ignored: IGNORED_USERS_MAX }),
    mayIgnore({ self: true, ignored: 0 }),
  ].map((verdict) => (verdict.ok ? null : verdict.error))
  const [full, self] = ['TOO_MANY_BLOCKED_USERS', 'CANNOT_BEFRIEND_SELF']
  assert.deepEqual(errors, [null, full, self, null, full, self])
  const spam = [
    isSpam({ stranger: true, pending: 24 }),
    isSpam({ stranger: true, pending: 25 }),
    isSpam({ stranger: false, pending: 500 }),
  ]
  assert.deepEqual(spam, [false, true, false])
})
