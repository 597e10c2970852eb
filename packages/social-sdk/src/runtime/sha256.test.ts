import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import * as browser from './browser.ts'
import * as node from './node.ts'
import { sha256Bytes } from './sha256.ts'

test('the hash of pages is that of Node, for all bytes and around the ends of blocks', () => {
  const compare = (bytes: Uint8Array) =>
    assert.equal(Buffer.from(sha256Bytes(bytes)).toString('hex'), createHash('sha256').update(bytes).digest('hex'))
  for (let length = 0; length < 200; length += 1) compare(new Uint8Array(length).fill(length))
  for (const bytes of fc.sample(fc.uint8Array({ maxLength: 500 }), 100)) compare(bytes)
})

test('both runtimes write hashes and random texts alike', () => {
  for (const text of fc.sample(fc.string({ unit: 'binary' }), 100))
    assert.equal(browser.sha256(text), node.sha256(text))
  for (const { randomText } of [browser, node]) {
    assert.match(randomText(32), /^[A-Za-z0-9_-]{43}$/)
    assert.notEqual(randomText(32), randomText(32))
  }
})
