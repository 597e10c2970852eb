import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsOf } from './holds.ts'
import type { Operation } from './operation.ts'

const operationOf = (fields: Partial<Operation>) => fields as Operation
const userId = 7n

test('holdsOf names the caller and the objects of the path, each once and sorted', () => {
  const names = holdsOf(operationOf({}), {
    userId,
    params: { user_id: 7n, channel_id: 3n, message_id: 9n },
    body: null,
  })
  assert.deepEqual(names, ['channel.3', 'user.7'])
})

test('holdsOf adds the names of the operation, and none for anyone', () => {
  const holds = ({ code }: { code: string }) => [`grant.${code}`]
  const names = holdsOf(operationOf({ holds }), { userId: null, params: {}, body: { code: 'x' } })
  assert.deepEqual(names, ['grant.x'])
})

test('holdsOf returns nothing for a concurrent operation', () => {
  assert.deepEqual(holdsOf(operationOf({ concurrent: true }), { userId, params: { channel_id: 3n }, body: null }), [])
})
