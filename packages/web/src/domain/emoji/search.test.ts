import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Emoji, searchEmojis } from './search.ts'

const emoji = (name: string, ...names: string[]): Emoji => ({ id: null, name, animated: false, names, group: 'Nature' })
const ALL = [
  emoji('🚒', 'fire_engine'),
  emoji('🧨', 'firecracker'),
  emoji('🔥', 'fire', 'flame'),
  emoji('🌋', 'camp_fire'),
]
const found = (text: string) => searchEmojis(ALL, text, 10).map(({ name }) => name)

test('searchEmojis puts an equal name before beginnings and parts', () => {
  assert.deepEqual(found('fire'), ['🔥', '🚒', '🧨', '🌋'])
  assert.deepEqual(found(':FLAME:'), ['🔥'])
  assert.deepEqual(found('fire engine'), ['🚒'])
})

test('searchEmojis returns all emojis without a text and none without a match', () => {
  assert.equal(found('').length, 4)
  assert.deepEqual(found('water'), [])
})
