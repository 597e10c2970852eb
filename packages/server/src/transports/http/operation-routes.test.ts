import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '../../kernel/operation.ts'
import { operationRoutes } from './operation-routes.ts'
import { API, CONTROL } from './surface.ts'

const operation = (id: string, method: string, path: string) =>
  ({ id, method, path, responses: { 200: {} } }) as unknown as Operation
const find = operationRoutes(
  new Map([
    [
      API,
      [
        operation('get_user', 'GET', '/users/:user_id'),
        operation('get_my_user', 'GET', '/users/@me'),
        operation('get_invite', 'GET', '/invites/:code'),
      ],
    ],
    [CONTROL, [operation('get_clock', 'GET', '/clock')]],
  ]),
)

test('[VER-28] all spellings of a path find its operation', () => {
  const cases: [string, string | undefined, Record<string, string>?][] = [
    ['/api/users/7', 'get_user', { user_id: '7' }],
    ['/api/v10/users/@me', 'get_my_user', {}],
    ['/api/v9/users/%40me/?with=query', 'get_my_user', {}],
    ['/api/us%65rs/7', 'get_user', { user_id: '7' }],
    ['/api/users/007', 'get_user', { user_id: '7' }],
    ['/api/users/%300', 'get_user', { user_id: '0' }],
    ['/api/users/00x', 'get_user', { user_id: '00x' }],
    ['/api/invites/007', 'get_invite', { code: '007' }],
    ['http://other.example/api/users/7', 'get_user', { user_id: '7' }],
    ['/api/invites/a%20b', 'get_invite', { code: 'a b' }],
    ['/control/clock', 'get_clock', {}],
    ['/control/users/7', undefined],
    ['/api/v8/users/7', undefined],
    ['/api/users', undefined],
    ['/api/users/7/more', undefined],
    ['/api/constructor/7', undefined],
    ['/apiusers/7', undefined],
    ['/api', undefined],
    ['/', undefined],
  ]
  for (const [url, id, params] of cases) {
    const found = find('GET', url)
    assert.equal(found?.route.operation.id, id, url)
    if (params) assert.deepEqual({ ...found?.params }, params, url)
  }
  assert.equal(find('POST', '/api/users/7'), null)
})
