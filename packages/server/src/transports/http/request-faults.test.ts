import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RequestFault } from '../../kernel/control.ts'
import { applies } from './request-faults.ts'

const base: RequestFault = { count: 1, delayMs: 0, response: null }
const request = { method: 'POST', url: '/api/channels/7/messages?wait=1', userId: 5n, applicationId: null }

test('a fault selects requests by method, path and caller', () => {
  const cases: [Partial<RequestFault>, boolean][] = [
    [{}, true],
    [{ method: 'POST' }, true],
    [{ method: 'GET' }, false],
    [{ path: '/channels/7/messages' }, true],
    [{ path: '/channels/:id/messages' }, true],
    [{ path: '/channels/*/messages/' }, true],
    [{ path: '/channels/**' }, true],
    [{ path: '/**' }, true],
    [{ path: '/channels/*' }, false],
    [{ path: '/channels/7/messages/**' }, true],
    [{ path: '/channels/7/messages/*' }, false],
    [{ path: '/guilds/**' }, false],
    [{ userId: 5n }, true],
    [{ userId: 6n }, false],
    [{ applicationId: 5n }, false],
  ]
  for (const [fault, expected] of cases)
    assert.equal(
      applies({ ...base, ...fault }, request),
      expected,
      JSON.stringify(fault, (_, v) => `${v}`),
    )
})
