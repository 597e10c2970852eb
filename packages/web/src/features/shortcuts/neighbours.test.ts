import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neighbour } from './neighbours.ts'

test('neighbour goes around the list, and begins at an end from outside', () => {
  const list = ['a', 'b', 'c']
  assert.equal(neighbour(list, 'a', 1), 'b')
  assert.equal(neighbour(list, 'c', 1), 'a')
  assert.equal(neighbour(list, 'a', -1), 'c')
  assert.equal(neighbour(list, 'x', 1), 'a')
  assert.equal(neighbour(list, undefined, -1), 'c')
  assert.equal(neighbour([], 'a', 1), undefined)
})
