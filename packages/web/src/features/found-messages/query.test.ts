import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchParameters } from './query.ts'

const names = {
  userId: (name: string) => (name === 'bob' ? '7' : undefined),
  channelId: (name: string) => (name === 'general' ? '9' : undefined),
}

test('searchParameters takes words and filters apart', () => {
  assert.deepEqual(searchParameters('two words from:@bob in:#general has:image', names), [
    ['content', 'two words'],
    ['author_id', '7'],
    ['channel_id', '9'],
    ['has', 'image'],
  ])
})

test('searchParameters keeps filters with unknown names as words', () => {
  assert.deepEqual(searchParameters('from:nobody 12:30 constructor:x', names), [
    ['content', 'from:nobody 12:30 constructor:x'],
  ])
})
