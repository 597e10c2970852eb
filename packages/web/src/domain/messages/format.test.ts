import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marked } from './format.ts'

function apply(text: string, start: number, end: number, mark: string): [text: string, selected: string] {
  const { replaced, by, selected } = marked(text, { start, end }, mark)
  const next = `${text.slice(0, replaced.start)}${by}${text.slice(replaced.end)}`
  return [next, next.slice(selected.start, selected.end)]
}

test('marked puts marks around the selection and keeps it selected', () => {
  assert.deepEqual(apply('one two three', 4, 7, '**'), ['one **two** three', 'two'])
  assert.deepEqual(apply('', 0, 0, '__'), ['____', ''])
})

test('marked takes away marks that surround the selection', () => {
  assert.deepEqual(apply('one **two** three', 6, 9, '**'), ['one two three', 'two'])
  assert.deepEqual(apply('__x__', 2, 3, '__'), ['x', 'x'])
})

test('marked tells bold from italic text', () => {
  assert.deepEqual(apply('**x**', 2, 3, '*'), ['***x***', 'x'])
  assert.deepEqual(apply('***x***', 3, 4, '*'), ['**x**', 'x'])
})
