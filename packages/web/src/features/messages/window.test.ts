import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weightOf } from './weight.ts'
import { AT_END, around, boundsOf, movedDown, movedUp, WINDOW_MAX, type Window } from './window.ts'

const items = Array.from({ length: 1_000 }, (_, index) => ({ id: String(index + 1) }))
const rows = (of = items, weight = 1) => ({ items: of, weightOf: () => weight })

test('a window at the end follows new messages, any other does not', () => {
  assert.equal(boundsOf(rows(), AT_END).end, 1_000)
  const more = [...items, { id: '1001' }]
  assert.equal(boundsOf(rows(more), AT_END).end, 1_001)
  const up = Array.from({ length: 20 }).reduce<Window>((window) => movedUp(rows(), window), AT_END)
  assert.deepEqual(boundsOf(rows(more), up), boundsOf(rows(), up))
})

test('a window moved up and down again covers every message and stays within its limit', () => {
  const seen = new Set<number>()
  let window = AT_END
  const visit = () => {
    const { start, end } = boundsOf(rows(), window)
    assert.ok(end - start <= WINDOW_MAX.count)
    for (let index = start; index < end; index += 1) seen.add(index)
  }
  visit()
  for (let next = movedUp(rows(), window); next !== window; next = movedUp(rows(), window)) {
    window = next
    visit()
  }
  assert.equal(seen.size, 1_000)
  assert.equal(boundsOf(rows(), window).start, 0)
  for (let next = movedDown(rows(), window); next !== window; next = movedDown(rows(), window)) {
    window = next
    visit()
  }
  assert.equal(window.lastId, null)
})

test('a window keeps its place when its last message is deleted', () => {
  const window = around(rows(), '500')
  assert.ok(window)
  const { end } = boundsOf(rows(), window)
  const without = items.toSpliced(end - 1, 1)
  assert.equal(boundsOf(rows(without), window).end, end - 1)
})

test('heavy messages make a window of fewer, and each move makes progress', () => {
  const heavy = rows(items, 500)
  let window = AT_END
  const widths: number[] = []
  for (let next = movedUp(heavy, window); next !== window; next = movedUp(heavy, window)) {
    window = next
    const { start, end } = boundsOf(heavy, window)
    widths.push(end - start)
  }
  assert.equal(boundsOf(heavy, window).start, 0)
  assert.ok(Math.max(...widths) * 500 <= WINDOW_MAX.weight)
  assert.ok(widths.length <= items.length)
})

test('a message is weighed by its marks, embeds, components and reactions', () => {
  const message = { content: 'plain words', embeds: [], attachments: [], components: [], reactions: [] }
  const plain = weightOf(message)
  assert.equal(weightOf({ ...message, content: 'more plain words, and more of them' }), plain)
  assert.equal(weightOf({ ...message, content: '<:aa:1>'.repeat(285) }), plain + 285)
  assert.ok(weightOf({ ...message, embeds: [{ description: '||a||'.repeat(100) }] }) >= plain + 100)
  assert.ok(weightOf({ ...message, components: [{ type: 10, content: '**a**'.repeat(100) }] }) >= plain + 100)
})
