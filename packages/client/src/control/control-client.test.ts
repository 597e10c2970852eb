import assert from 'node:assert/strict'
import { test } from 'node:test'
import { controlRequest } from './control-client.ts'

test('parameters of a route are put into its path, the others into the body', () => {
  assert.deepEqual(controlRequest('POST /snapshots/{snapshot_name}/restore', { snapshot_name: 'a b', bots: 'stay' }), {
    method: 'POST',
    path: '/snapshots/a%20b/restore',
    query: {},
    body: { bots: 'stay' },
  })
})

test('requests without a body have their parameters in the query; undefined ones are left out', () => {
  assert.deepEqual(controlRequest('GET /tape', { limit: 5, kind: undefined }), {
    method: 'GET',
    path: '/tape',
    query: { limit: 5 },
    body: undefined,
  })
})
