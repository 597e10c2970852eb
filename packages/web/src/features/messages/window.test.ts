import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AT_END, around, boundsOf, movedDown, movedUp, WINDOW_MAX } from './window.ts'

const items = Array.from({ length: 1_000 }, (_, index) => ({ id: String(index + 1) }))

test('a window at the end follows new messages, any other does not', () => {
  assert.equal(boundsOf(items, AT_END).end, 1_000)
  const more = [...items, { id: '1001' }]
  assert.equal(boundsOf(more, AT_END).end, 1_001)
  const up = [1, 2, 3, 4].reduce((window) => movedUp(items, window), AT_END)
  assert.deepEqual(boundsOf(more, up), boundsOf(items, up))
})

test('a window moved up and down again covers every message and stays within its limit', () => {
  const seen = new Set<number>()
  let window = AT_END
  const visit = () => {
    const { start, end } = boundsOf(items, window)
    assert.ok(end - start <= WINDOW_MAX)
    for (let index = start; index < end; index += 1) seen.add(index)
  }
  visit()
  for (let next = movedUp(items, window); next !== window; next = movedUp(items, window)) {
    window = next
    visit()
  }
  assert.equal(seen.size, 1_000)
  assert.equal(boundsOf(items, window).start, 0)
  for (let next = movedDown(items, window); next !== window; next = movedDown(items, window)) {
    window = next
    visit()
  }
  assert.equal(window.lastId, null)
})

test('a window keeps its place when its last message is deleted', () => {
  const window = around(items, '500')
  assert.ok(window)
  const { end } = boundsOf(items, window)
  const without = items.toSpliced(end - 1, 1)
  assert.equal(boundsOf(without, window).end, end - 1)
})
