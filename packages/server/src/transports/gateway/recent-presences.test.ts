import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import type { User } from '../../kernel/model.ts'
import { RecentPresences } from './recent-presences.ts'

const [ANN, BOB, CAT] = [1n, 2n, 3n]
const [LAB, CLUB] = [10n, 20n]
const wasChanged = () => false

function open(max?: number) {
  const time = { now: 1_000_000 }
  const recent = new RecentPresences({ now: () => time.now } as Clock, max)
  const since = (at = 0) => {
    const { users, byGuild } = recent.since(at)
    return { users: [...users], byGuild: Object.fromEntries([...byGuild].map(([id, all]) => [id, [...all]])) }
  }
  return { time, recent, since }
}

test('a change belongs to the guilds in which it was published, also later in its tick and after it', async () => {
  const { recent, since } = open()
  recent.changed(ANN, wasChanged)
  recent.published(ANN, [LAB])
  await tick()
  recent.published(ANN, [CLUB])
  recent.published(BOB, [LAB])
  assert.deepEqual(since(), { users: [ANN], byGuild: { 10: [[ANN, 'changed']], 20: [[ANN, 'changed']] } })
})

test('a change that is undone in its tick is none', async () => {
  const { recent, since } = open()
  let online = false
  recent.changed(ANN, () => online)
  recent.changed(ANN, wasChanged)
  online = true
  recent.published(ANN, [LAB])
  await tick()
  assert.deepEqual(since(), { users: [], byGuild: {} })
})

test('a member who left has no change in the guild; one who joined has one without a former presence', () => {
  const { recent, since } = open()
  recent.changed(ANN, wasChanged)
  recent.published(ANN, [LAB])
  recent.membershipChanged(ANN, LAB, 'left')
  recent.membershipChanged(BOB, LAB, 'joined')
  recent.membershipChanged(CAT, LAB, 'joined')
  recent.membershipChanged(CAT, LAB, 'left')
  assert.deepEqual(since(), { users: [ANN], byGuild: { 10: [[BOB, 'joined']] } })
})

test('changes from before a moment are left out, but for what clocks of two nodes may differ', () => {
  const { time, recent, since } = open()
  for (const userId of [ANN, BOB, CAT]) {
    recent.changed(userId, wasChanged)
    time.now += 2_000
  }
  assert.deepEqual(since(time.now).users, [CAT])
  assert.deepEqual(since(time.now - 2_000).users, [BOB, CAT])
  assert.deepEqual(since(time.now + 1).users, [])
})

test('changes are remembered for longer than a session is kept, and 8 of at most 8', () => {
  const { time, recent, since } = open(8)
  recent.userChanged({ id: ANN } as User)
  time.now += 180_000
  recent.changed(BOB, wasChanged)
  assert.deepEqual(since().users, [ANN, BOB])
  assert.deepEqual(recent.renamed(ANN), { id: ANN })
  time.now += 210_000
  for (const userId of [CAT, 4n, 5n, 6n]) recent.changed(userId, wasChanged)
  assert.deepEqual([since().users.includes(ANN), recent.renamed(ANN)], [false, null])
  for (let userId = 7n; userId < 30n; userId += 1n) {
    recent.changed(userId, wasChanged)
    const { users } = since()
    assert.ok(users.length <= 8 && users.at(-1) === userId)
  }
})
