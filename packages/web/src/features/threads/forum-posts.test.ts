import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelObject } from '@guildhall/protocol'
import { arrangedPosts, orderOf } from './forum-posts.ts'

const post = (id: string, newest: string, tags: string[] = [], flags = 0) =>
  ({ id, last_message_id: newest, applied_tags: tags, flags }) as unknown as ChannelObject
const posts = [post('1', '90', ['a']), post('2', '50', ['a', 'b']), post('3', '70', ['b']), post('4', '10', [], 2)]
const arranged = (tags: string[], all = false, order: 'activity' | 'creation' = 'activity') =>
  arrangedPosts(posts, { tags, all, order, newestOf: ({ last_message_id }) => last_message_id ?? '0' }).map(
    ({ id }) => id,
  )

test('posts are ordered by their newest message or by age, pinned ones first', () => {
  assert.deepEqual(arranged([]), ['4', '1', '3', '2'])
  assert.deepEqual(arranged([], false, 'creation'), ['4', '3', '2', '1'])
})

test('posts are filtered by one or all of the tags', () => {
  assert.deepEqual(arranged(['b']), ['3', '2'])
  assert.deepEqual(arranged(['a', 'b']), ['1', '3', '2'])
  assert.deepEqual(arranged(['a', 'b'], true), ['2'])
})

test('a forum says in which order its posts are shown at first', () => {
  assert.equal(orderOf({ default_sort_order: 1 }), 'creation')
  assert.equal(orderOf({ default_sort_order: null }), 'activity')
  assert.equal(orderOf({}), 'activity')
})
