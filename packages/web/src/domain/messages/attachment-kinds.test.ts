import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSpoiler, mediaKind, sizeText } from './attachment-kinds.ts'

test('isSpoiler knows the flag and the name that older clients write', () => {
  assert.equal(isSpoiler({ flags: 8, filename: 'a.png' }), true)
  assert.equal(isSpoiler({ filename: 'SPOILER_a.png' }), true)
  assert.equal(isSpoiler({ flags: 0, filename: 'a.png' }), false)
})

test('mediaKind shows pictures with a size, but no SVG, which may contain scripts', () => {
  assert.equal(mediaKind({ content_type: 'image/png', width: 1, height: 1 }), 'picture')
  assert.equal(mediaKind({ content_type: 'image/png' }), 'file')
  assert.equal(mediaKind({ content_type: 'image/svg+xml', width: 1, height: 1 }), 'file')
  assert.equal(mediaKind({ content_type: 'audio/ogg' }), 'sound')
  assert.equal(mediaKind({}), 'file')
})

test('sizeText writes sizes in units', () => {
  assert.deepEqual([0, 512, 1_536, 20_971_520].map(sizeText), ['0 B', '512 B', '1.5 KB', '20.0 MB'])
})
