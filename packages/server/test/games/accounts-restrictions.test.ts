/** Limits of provisional accounts, and what other games learn of them: nothing. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ChannelObject, GameRelationshipObject, LobbyObject, UserObject } from '@guildhall/protocol'
import type { ResponseOf } from '@guildhall/testing'
import { type GameLab, gameLab } from '../support/game-lab.ts'

let lab: GameLab
before(async () => {
  lab = await gameLab({ rateLimits: 'off' })
})
after(() => lab[Symbol.asyncDispose]())

const guild = () => lab.platform.world?.guilds.lab ?? assert.fail()

describe('a provisional account', () => {
  test('joins no guild', async () => {
    const { token, id } = await lab.player('game', 'r-1')
    const added = await lab.bot('game').put(`/guilds/${guild().id}/members/${id}`, { access_token: token })
    assert.deepEqual([added.status, added.code], [403, 50025])
    const invite = await lab
      .person('ann')
      .post<{ code: string }>(`/channels/${guild().channels.general?.id}/invites`, {})
    assert.equal(invite.status, 200)
    assert.equal((await lab.bearer(token).post(`/invites/${invite.body.code}`, {})).status, 401)
    assert.deepEqual((await lab.bearer(token).get('/users/@me/guilds')).body, [])
    assert.equal((await lab.bot('game').get(`/guilds/${guild().id}/members/${id}`)).body.code, 10007)
    const banned = await lab.bot('game').put(`/guilds/${guild().id}/bans/${id}`, {})
    assert.deepEqual([banned.status, banned.code], [404, 10013])
  })

  test('is in no direct message and no group of the platform', async () => {
    const { id } = await lab.player('game', 'r-2')
    for (const [caller, code] of [
      [lab.person('ann'), 50007],
      [lab.bot('game'), 50007],
      [lab.bot('rival'), 50033],
    ] as const) {
      const { status, body } = await caller.post('/users/@me/channels', { recipient_id: id })
      assert.ok(status >= 400 && status < 404, `${status}`)
      assert.equal(body.code, code)
    }
    const recipients = [id, lab.user('bob')]
    const group = await lab.person('ann').post('/users/@me/channels', { recipients })
    assert.deepEqual([group.status, group.code], [403, 50007])
    const pair = [lab.user('bob'), lab.user('cleo')]
    const made = await lab.person('ann').post<{ id: string }>('/users/@me/channels', { recipients: pair })
    if (made.status === 200) {
      const joined = await lab.person('ann').put(`/channels/${made.body.id}/recipients/${id}`, {})
      assert.ok(joined.status >= 400)
    }
    assert.deepEqual(
      (await lab.person('ann').get<ChannelObject[]>('/users/@me/channels')).body.filter(({ type }) => type === 1),
      [],
    )
  })

  test('has no session of a person: its token opens no operation of people', async () => {
    const { token } = await lab.player('game', 'r-3')
    for (const [method, path, body] of [
      ['patch', '/users/@me', { username: 'mine' }],
      ['post', '/users/@me/channels', { recipient_id: lab.user('ann') }],
      ['post', '/oauth2/authorize', { authorize: true }],
      ['get', '/oauth2/tokens', undefined],
      ['delete', `/oauth2/tokens/${lab.app('game')}`, undefined],
      ['get', `/channels/${guild().channels.general?.id}/messages`, undefined],
      ['post', `/channels/${guild().channels.general?.id}/messages`, { content: 'x' }],
    ] as const) {
      const { status } = await lab.bearer(token)[method](path, body)
      assert.ok(status === 401 || status === 403, `${method} ${path}: ${status}`)
    }
    assert.equal((await lab.bearer(token).post('/guilds', { name: 'Mine' })).body.code, 20001)
    assert.equal((await lab.bearer(token).get('/users/@me/connections')).body.code, 50026)
    const bare = await lab.platform.api
    assert.equal((await fetch(`${bare}/users/@me`, { headers: { authorization: token } })).status, 401)
    assert.equal((await fetch(`${bare}/users/@me`, { headers: { authorization: `Bot ${token}` } })).status, 401)
  })

  test('cannot be signed in to by password', async () => {
    const { token } = await lab.player('game', 'r-4')
    const { username } = (await lab.bearer(token).get<{ username: string }>('/users/@me')).body
    for (const password of ['', ' ', username, 'undefined', 'null'])
      assert.equal((await lab.anyone().post('/auth/login', { login: username, password })).status, 400)
  })
})

describe('another application', () => {
  test('learns nothing of a game’s provisional account', async () => {
    const { id } = await lab.player('game', 'r-10')
    assert.equal((await lab.bot('game').get<UserObject>(`/users/${id}`)).body.id, id)
    for (const name of ['rival', 'site', 'publisher']) {
      const { status, body } = await lab.bot(name).get(`/users/${id}`)
      assert.deepEqual([status, body.code], [404, 10013], name)
    }
    const stranger = await lab.player('rival', 'r-11')
    const asked = await lab.bearer(stranger.token).put(`/users/@me/game-relationships/${id}`, {})
    assert.deepEqual([asked.status, asked.code], [404, 10013])
  })

  test('gets no use of a game’s tokens', async () => {
    const { token, id } = await lab.player('game', 'r-12')
    const fields = { ...lab.client('rival'), token }
    assert.equal((await lab.form('/oauth2/token/revoke', fields)).status, 200, 'unknown tokens count as revoked')
    assert.equal(await lab.userIdOf(token), id)
    const info = await lab.bearer(token).get<ResponseOf<'get_my_oauth2_authorization'>>('/oauth2/@me')
    assert.equal(info.body.application.id, lab.app('game'))
  })
})

test('[AUT-25] the child of a publisher knows the players of the publisher, and a foreign game does not', async () => {
  const one = await lab.player('publisher', 'r-20')
  const two = await lab.player('publisher', 'r-21')
  const exchange = async (token: string) => {
    const body = {
      parent_access_token: token,
      child_application_id: lab.app('chapter'),
      parent_client_secret: 'publisher-secret',
    }
    return (await lab.anyone().post<{ access_token: string }>('/partner-sdk/child-token', body)).body.access_token
  }
  const [first, second] = [await exchange(one.token), await exchange(two.token)]
  assert.equal((await lab.bot('chapter').get(`/users/${one.id}`)).status, 200)
  assert.equal((await lab.bearer(first).put(`/users/@me/game-relationships/${two.id}`, {})).status, 204)
  assert.equal((await lab.bearer(second).put(`/users/@me/game-relationships/${one.id}`, {})).status, 204)
  const lobby = await lab.bot('chapter').post<LobbyObject>('/lobbies', { members: [{ id: one.id }, { id: two.id }] })
  assert.ok(lobby.status === 200 || lobby.status === 201, JSON.stringify(lobby.body))
  assert.equal((await lab.bot('rival').post('/lobbies', { members: [{ id: one.id }] })).body.code, 10013)
  // The merge at the publisher takes friends and lobbies of its games along.
  const merged = await lab.merge('ann', 'publisher', one.token)
  assert.equal(merged.status, 200, JSON.stringify(merged.body))
  const friends = await lab.bearer(second).get<GameRelationshipObject[]>('/users/@me/game-relationships')
  assert.deepEqual(
    friends.body.filter(({ type }) => type === 1).map(({ id }) => id),
    [lab.user('ann')],
  )
})
