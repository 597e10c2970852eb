import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relayedLocation } from './location.ts'
import { resolveTarget } from './target.ts'

const mappings = [
  { prefix: '/api', target: 'service.example/v1' },
  { prefix: '/', target: '127.0.0.1:3000' },
]

const CASES: [requested: string, location: string, expected: string | null][] = [
  ['/a/b', 'c', '/a/c'],
  ['/a/b', '/c?d=1#e', '/c?d=1#e'],
  ['/a/b', 'http://127.0.0.1:3000/c', '/c'],
  ['/.proxy/a/b', '/c', '/.proxy/c'],
  ['/api/x', '/v1/y', '/api/y'],
  ['/api/x', 'y', '/api/y'],
  ['/api/x', 'https://service.example/v1', '/api'],
  ['/api/x', '/v10/y', 'https://service.example/v10/y'],
  ['/api/x', '../../y', 'https://service.example/y'],
  ['/a', 'https://elsewhere.example/x', 'https://elsewhere.example/x'],
  ['/a', '//elsewhere.example/x', 'http://elsewhere.example/x'],
  ['/a', 'http://127.0.0.1:3000//elsewhere.example', '/elsewhere.example'],
  ['/a', 'javascript:alert(1)', null],
  ['/a', 'http://', null],
]

for (const [requested, location, expected] of CASES)
  test(`the redirect of ${requested} to ${location} becomes ${expected}`, () => {
    const target = resolveTarget(mappings, requested)
    assert.ok(target !== null && target !== 'invalid')
    assert.equal(relayedLocation(location, target), expected)
  })
