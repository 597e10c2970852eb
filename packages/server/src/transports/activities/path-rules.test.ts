import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathFault } from './path-rules.ts'

for (const [path, isFault] of [
  ['/', false],
  ['/a/b.js', false],
  ['/a..b/...', false],
  ['/.well-known/x', false],
  ['/%61', false],
  ['/%zz', false],
  ['', true],
  ['*', true],
  ['a', true],
  ['http://other.example/', true],
  ['/a\\b', true],
  ['/..', true],
  ['/a/../b', true],
  ['/a/./b', true],
  ['/a/..;x=1/b', true],
  ['/%2e%2e/b', true],
  ['/%2E./b', true],
  ['/a%2f..%2fb', true],
  ['/a%5c..%5cb', true],
  ['/%252e%252e/b', true],
  ['/%25252e%25252e/b', true],
] as const) {
  test(`the path "${path}" is ${isFault ? 'not forwarded' : 'forwarded'}`, () => assert.equal(pathFault(path), isFault))
}
