import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitted, textPath, textWidth } from './pixel-text.ts'

test('texts are as wide as their letters, and cut where they do not fit', () => {
  assert.equal(textWidth(''), 0)
  assert.equal(textWidth('ab'), 11)
  assert.equal(fitted('Laboratory', 59), 'Laboratory')
  assert.equal(fitted('Laboratory', 58), 'Labora...')
})

test('letters are drawn: different ones differently, accents left off, unknown ones as a box', () => {
  const drawn = (text: string) => textPath(text, { x: 0, y: 0, size: 1 })
  assert.equal(drawn(' '), '')
  assert.notEqual(drawn('1'), drawn('2'))
  assert.equal(drawn('é'), drawn('e'))
  assert.equal(drawn('猫'), drawn('犬'))
  assert.notEqual(drawn('猫'), '')
})
