import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Choice, matchingChoices, movedActive, SHOWN_MAX, toggled } from './choices.ts'

const choice = (value: string, label = value, detail?: string): Choice => ({ value, label, detail })
const [a, b, c] = [choice('a'), choice('b'), choice('c')]

test('matchingChoices puts beginnings first and searches details', () => {
  const all = [choice('1', 'a bob'), choice('2', 'Bob'), choice('3', 'carol', 'Bobby'), choice('4', 'dave')]
  assert.deepEqual(
    matchingChoices(all, ' bOb').map(({ value }) => value),
    ['2', '1', '3'],
  )
  const many = Array.from({ length: 500 }, (_, index) => choice(String(index)))
  assert.equal(matchingChoices(many, '').length, SHOWN_MAX)
})

test('toggled replaces a single choice, and keeps it where one is needed', () => {
  assert.deepEqual(toggled([a], b, { min: 1, max: 1 }), [b])
  assert.deepEqual(toggled([a], a, { min: 1, max: 1 }), [a])
  assert.deepEqual(toggled([a], a, { min: 0, max: 1 }), [])
})

test('toggled switches each of several choices and ignores those above the maximum', () => {
  assert.deepEqual(toggled([a], b, { min: 1, max: 2 }), [a, b])
  assert.deepEqual(toggled([a, b], a, { min: 1, max: 2 }), [b])
  assert.deepEqual(toggled([a, b], c, { min: 1, max: 2 }), [a, b])
})

test('movedActive goes around the list', () => {
  assert.equal(movedActive('ArrowDown', -1, 3), 0)
  assert.equal(movedActive('ArrowDown', 2, 3), 0)
  assert.equal(movedActive('ArrowUp', -1, 3), 2)
  assert.equal(movedActive('PageDown', 0, 3), 2)
  assert.equal(movedActive('ArrowDown', 0, 0), undefined)
  assert.equal(movedActive('a', 0, 3), undefined)
})
