import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathOf, readRoutes } from './routes.ts'

const TABLE = ['0guilds/:guild! Dremove Gget', '2roles Glist Oadd', '3:role!/:kind Gone', '0users/@me Aedit'].join('\n')
const routes = readRoutes(TABLE)
const route = (id: string) => routes.get(id) ?? assert.fail(`${id} is no operation`)

test('a table gives method and path of each operation', () => {
  const params = { guild_id: '1', role_id: 2, kind: 'a b' }
  assert.deepEqual(
    [...routes].map(([id, known]) => `${id} ${known.method} ${pathOf(known, params)}`),
    [
      'remove DELETE /guilds/1',
      'get GET /guilds/1',
      'list GET /guilds/1/roles',
      'add POST /guilds/1/roles',
      'one GET /guilds/1/roles/2/a%20b',
      'edit PATCH /users/@me',
    ],
  )
})

test('a path encodes its parameters, so that they stay one segment', () => {
  assert.equal(pathOf(route('get'), { guild_id: '../../users/@me?x=1' }), '/guilds/..%2F..%2Fusers%2F%40me%3Fx%3D1')
})

test('a path without one of its parameters, or with an empty one, is refused', () => {
  assert.throws(() => pathOf(route('get')), /guild_id is missing/)
  assert.throws(() => pathOf(route('get'), { guild_id: '' }), /guild_id is missing/)
})
