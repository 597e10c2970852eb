import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutToWidth, textPath, textWidth } from './pixel-text.ts'

test('cutToWidth cuts a text that is wider than the given dots', () => {
  assert.equal(textWidth(''), 0)
  assert.equal(textWidth('ab'), 11)
  assert.equal(cutToWidth('Laboratory', 59), 'Laboratory')
  assert.equal(cutToWidth('Laboratory', 58), 'Labora...')
})

test('textPath draws letters without accents, and a box for unknown letters', () => {
  const path = (text: string) => textPath(text, { x: 0, y: 0, size: 1 })
  assert.equal(path(' '), '')
  assert.notEqual(path('1'), path('2'))
  assert.equal(path('é'), path('e'))
  assert.equal(path('猫'), path('犬'))
  assert.notEqual(path('猫'), '')
})
