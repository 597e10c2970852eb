import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentTypeOf } from './content-type.ts'

test('contentTypeOf reads the name first, then the picture', () => {
  const png = { contentType: 'image/png' }
  const rows = [
    ['a.txt', undefined, 'text/plain; charset=utf-8'],
    ['a.txt', png, 'text/plain; charset=utf-8'],
    ['A.PNG', undefined, 'image/png'],
    ['data.json', undefined, 'application/json; charset=utf-8'],
    ['song.flac', undefined, 'audio/flac'],
    ['a.tar.gz', undefined, 'application/gzip'],
    ['photo', png, 'image/png'],
    ['photo.unknown-extension', png, 'image/png'],
    ['png', undefined, 'application/octet-stream'],
    ['constructor', undefined, 'application/octet-stream'],
    ['x.__proto__', undefined, 'application/octet-stream'],
    ['', undefined, 'application/octet-stream'],
  ] as const
  for (const [name, picture, expected] of rows) assert.equal(contentTypeOf(name, picture), expected, name)
})
