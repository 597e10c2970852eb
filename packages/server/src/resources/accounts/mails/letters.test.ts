import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letters } from './letters.ts'

const from = { name: 'Köln & <b>', url: 'https://chat.example' }

test('a letter has its link in the fragment, as text and as plain HTML without pictures', () => {
  const { subject, text, html } = letters.verify(from, 'abc')
  assert.equal(subject, 'Köln & <b>: confirm your address')
  assert.ok(text.includes('\nhttps://chat.example/verify#token=abc\n'))
  assert.ok(html.includes('<a href="https://chat.example/verify#token=abc">'))
  assert.ok(html.includes('Köln &amp; &lt;b&gt;'))
  for (const part of ['<img', '<script', 'style=', '?']) assert.ok(!html.includes(part), part)
})

test('the reason of a decision is text, not HTML', () => {
  const { html, text } = letters.rejected(from, '<a href="https://evil.example">')
  assert.ok(!html.includes('<a'))
  assert.ok(text.includes('<a href="https://evil.example">'))
})
