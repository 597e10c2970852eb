import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movesBy, movesOnto, movesTo, type PlacedChannel, siblings } from './channel-order.ts'

const channel = (id: string, position: number, parent_id: string | null = null, type = 0): PlacedChannel => ({
  id,
  position,
  parent_id,
  type,
})
const [first, second, third] = [channel('1', 0, '10'), channel('2', 1, '10'), channel('3', 2, '10')]
const voice = channel('4', 0, '10', 2)
const loose = channel('5', 7)
const [one, other] = [channel('10', 0, null, 4), channel('11', 1, null, 4)]
const all = [third, loose, voice, other, first, one, second]

test('siblings are of one parent and kind, in order', () => {
  assert.deepEqual(siblings(all, second), [first, second, third])
  assert.deepEqual(siblings(all, voice), [voice])
  assert.deepEqual(siblings(all, one), [one, other])
  assert.deepEqual(siblings(all, first, null), [loose])
})

test('movesBy swaps neighbours and does nothing at the ends', () => {
  assert.deepEqual(movesBy(all, second, -1), [
    { id: '2', position: 0 },
    { id: '1', position: 1 },
  ])
  assert.deepEqual(movesBy(all, first, -1), [])
  assert.deepEqual(movesBy(all, third, 1), [])
  assert.deepEqual(movesBy(all, one, 1), [
    { id: '11', position: 0 },
    { id: '10', position: 1 },
  ])
})

test('movesTo changes the parent once and closes gaps', () => {
  assert.deepEqual(movesTo(all, loose, { parent: '10', index: 1 }), [
    { id: '5', position: 1, parent_id: '10' },
    { id: '2', position: 2 },
    { id: '3', position: 3 },
  ])
  assert.deepEqual(movesTo(all, first, { parent: null, index: 9 }), [
    { id: '5', position: 0 },
    { id: '1', position: 1, parent_id: null },
  ])
})

test('movesOnto takes the place of a channel, or the end of a category', () => {
  assert.deepEqual(movesOnto(all, third, first), [
    { id: '3', position: 0 },
    { id: '1', position: 1 },
    { id: '2', position: 2 },
  ])
  assert.deepEqual(movesOnto(all, first, other), [{ id: '1', position: 0, parent_id: '11' }])
  assert.deepEqual(movesOnto(all, loose, voice), [{ id: '5', position: 3, parent_id: '10' }])
  assert.deepEqual(movesOnto(all, other, first), [
    { id: '11', position: 0 },
    { id: '10', position: 1 },
  ])
  assert.deepEqual(movesOnto(all, first, first), [])
})
