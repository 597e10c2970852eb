import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OwnStores, ownState } from './own-stores.ts'

test('each person has a separate store, which begins empty', () => {
  const replies = ownState<{ text: string | null }>({ text: null })
  const [alice, bob] = [new OwnStores(), new OwnStores()]
  alice.of(replies).setState({ text: 'hello' })
  assert.deepEqual(alice.of(replies).getState(), { text: 'hello' })
  assert.deepEqual(bob.of(replies).getState(), { text: null })
  assert.deepEqual(new OwnStores().of(replies).getState(), { text: null })
})
