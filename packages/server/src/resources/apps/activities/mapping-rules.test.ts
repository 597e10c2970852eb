import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mappingFaults, orderedMappings } from './mapping-rules.ts'

const ROOT = { prefix: '/', target: 'game.example' }

const faultsOf = (...mappings: { prefix: string; target: string }[]) => mappingFaults(mappings)

test('mappingFaults accepts hosts, folders, ports and parameters', () => {
  for (const mapping of [
    { prefix: '/api', target: 'api.game.example/v1.0' },
    { prefix: '/local', target: '127.0.0.1:3000' },
    { prefix: '/google/{subdomain}', target: '{subdomain}.google.com' },
    { prefix: '/a/{x}/{y}', target: 'files.example/{y}/{x}' },
  ])
    assert.deepEqual(faultsOf(mapping, ROOT), [], JSON.stringify(mapping))
  assert.deepEqual(faultsOf(), [])
})

test('mappingFaults rejects mappings that the proxy could not follow', () => {
  for (const mapping of [
    { prefix: 'api', target: 'a.example' },
    { prefix: '/a b', target: 'a.example' },
    { prefix: '/a?b', target: 'a.example' },
    { prefix: '/.proxy/a', target: 'a.example' },
    { prefix: '/a//b', target: 'a.example' },
    { prefix: '/a/../b', target: 'a.example' },
    { prefix: '/{A}', target: 'a.example' },
    { prefix: '/{a}/{a}', target: 'a.example' },
    { prefix: '/{a', target: 'a.example' },
    { prefix: '/a', target: 'https://a.example' },
    { prefix: '/a', target: 'user@a.example' },
    { prefix: '/a', target: '/folder' },
    { prefix: '/a', target: 'a.example/?b' },
    { prefix: '/a', target: 'a.example/../b' },
    { prefix: '/a', target: 'a.example/index.html' },
    { prefix: '/a', target: '{b}.example' },
    { prefix: '/a', target: 'a.example:99999' },
    { prefix: '/', target: 'twice.example' },
  ])
    assert.notDeepEqual(faultsOf(ROOT, mapping), [], JSON.stringify(mapping))
  assert.match(faultsOf({ prefix: '/a', target: 'a.example' })[0]?.message ?? '', /prefix \/ is missing/)
})

test('orderedMappings puts the root last and keeps the order of the others', () => {
  const [a, b] = [
    { prefix: '/a/b', target: 'b.example' },
    { prefix: '/a', target: 'a.example' },
  ]
  assert.deepEqual(orderedMappings([ROOT, a, b]), [a, b, ROOT])
})
