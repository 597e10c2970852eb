import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChannelObject, Permission } from '@guildhall/protocol'
import { threadActions } from './thread-actions.ts'

type Facts = Parameters<typeof threadActions>[0]
const thread = (metadata: object, joined = true) =>
  ({
    owner_id: '1',
    thread_metadata: { archived: false, locked: false, ...metadata },
    ...(joined ? { member: {} } : {}),
  }) as unknown as Facts & ChannelObject
const offered = (facts: Facts, userId: string, permissions: bigint = Permission.SEND_MESSAGES) =>
  Object.entries(threadActions(facts, { userId, permissions })).flatMap(([name, on]) => (on ? [name] : []))

test('the owner of a thread edits and archives it, others join and leave it', () => {
  assert.deepEqual(offered(thread({}), '1'), ['leave', 'edit', 'archive'])
  assert.deepEqual(offered(thread({}), '2'), ['leave'])
  assert.deepEqual(offered(thread({}, false), '2'), ['join'])
})

test('a locked thread is changed by moderators only', () => {
  const moderator = Permission.MANAGE_THREADS
  assert.deepEqual(offered(thread({ locked: true }), '1'), ['leave'])
  assert.deepEqual(offered(thread({ locked: true }), '2', moderator), ['leave', 'edit', 'archive', 'unlock', 'delete'])
  assert.deepEqual(offered(thread({ locked: true, archived: true }), '1'), [])
})

test('those who may write in an archived thread open it again', () => {
  assert.deepEqual(offered(thread({ archived: true }), '2'), ['reopen'])
  assert.deepEqual(offered(thread({ archived: true }), '2', 0n), [])
})
