import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowBuilder } from './row-builder.ts'

test('A row builder converts each value to the type of its column', () => {
  const build = rowBuilder([
    { name: 'id', type: 'BIGINT' },
    { name: 'count', type: 'INTEGER' },
    { name: 'ratio', type: 'DOUBLE PRECISION' },
    { name: 'total', type: null },
    { name: 'text', type: 'TEXT' },
  ])
  assert.deepEqual(build([5n, 6n, 7n, 8n, 'x']), { id: 5n, count: 6, ratio: 7, total: 8, text: 'x' })
  assert.deepEqual(build([5, 2n ** 60n, 1.5, 0.5, null]), {
    id: 5n,
    count: 2n ** 60n,
    ratio: 1.5,
    total: 0.5,
    text: null,
  })
  assert.deepEqual(build([null, null, null, null, null]), {
    id: null,
    count: null,
    ratio: null,
    total: null,
    text: null,
  })
})

test('A row builder takes any name of a column as a name, never as code', () => {
  const names = ['count(*)', 'a"b', "it's", 'x: process.exit(), y', '\u2028', 'class', '1']
  const build = rowBuilder(names.map((name) => ({ name, type: null })))
  assert.deepEqual(build(names), Object.fromEntries(names.map((name) => [name, name])))
})
