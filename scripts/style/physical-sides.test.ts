import assert from 'node:assert/strict'
import { test } from 'node:test'
import { physicalSides } from './physical-sides.ts'

const found = (...lines: string[]) => physicalSides({ path: 'a.css', text: lines.join('\n') }).map(({ line }) => line)

test('styles that name the left or right side are refused', () => {
  const bad = [
    '  left: 0;',
    '  margin-left: 4px;',
    '  border-right: 1px solid;',
    '  border-top-left-radius: 4px;',
    '  text-align: right;',
    '  margin: 0 4px 0 8px;',
    '  border-radius: 4px 0 0 4px;',
  ]
  assert.deepEqual(found(...bad), [1, 2, 3, 4, 5, 6, 7])
})

test('logical sides, equal sides, names of classes and sides with a reason are accepted', () => {
  const good = [
    '.lucide-arrow-left:dir(rtl) {',
    '  inset-inline-start: 0;',
    '  text-align: start;',
    '  margin: 0 4px 8px 4px;',
    '  padding: calc(1px + 2px) 4px;',
    '  border-radius: 4px 4px 0 0;',
    '  /* physical: the middle */',
    '  left: 50%;',
    '  left: 50%; /* physical: the middle */',
  ]
  assert.deepEqual(found(...good), [])
})
