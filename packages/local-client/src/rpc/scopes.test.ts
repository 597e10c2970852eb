import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meets, requirementText } from './scopes.ts'

test('a requirement is met by one of its entries, and by all scopes of an entry', () => {
  const cases: [Parameters<typeof meets>[0], string[], boolean][] = [
    [[], [], true],
    [['rpc', 'rpc.local'], ['rpc.local'], true],
    [['rpc'], ['rpc.local'], false],
    [[['rpc', 'rpc.voice.write']], ['rpc'], false],
    [[['rpc', 'rpc.voice.write']], ['rpc', 'rpc.voice.write'], true],
  ]
  for (const [requirement, scopes, met] of cases) assert.equal(meets(requirement, new Set(scopes)), met)
  assert.equal(requirementText(['rpc', ['a', 'b']]), 'rpc, or a and b')
})
