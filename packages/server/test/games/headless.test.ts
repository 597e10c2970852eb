/** Presences of players without a gateway session: how they begin, what others receive, and what ends them. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Frame, RawGateway } from '@guildhall/testing'
import { type Games, startGames } from '../support/games.ts'

const MINUTE_MS = 60_000
const HEADLESS = '/users/@me/headless-sessions'

interface Presence {
  user: { id: string }
  status: string
  activities: { name: string; state?: string; platform?: string; session_id?: string; [field: string]: unknown }[]
  client_status: Record<string, string>
}

async function watched(games: Games) {
  const gateway = await games.watch('watcher')
  await gateway.next('GUILD_CREATE')
  return gateway
}

const isAbout = (games: Games, user: string) => (frame: Frame) =>
  frame.t === 'PRESENCE_UPDATE' && (frame.d as unknown as Presence).user.id === games.userId(user)

const nextPresence = async (gateway: RawGateway, games: Games, user = 'bob') =>
  (await gateway.next<Presence>(isAbout(games, user))).d

async function begin(games: Games, token: string, activity: object, more: object = {}) {
  const response = await games.bearer(token).post<{ token: string }>(HEADLESS, { activities: [activity], ...more })
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body.token
}

test('a session without a connection gives a presence for 20 minutes, and a repeated POST refreshes it', async () => {
  await using games = await startGames()
  const watcher = await watched(games)
  const token = await games.tokenOf('bob')
  const session = await begin(games, token, { type: 0, state: 'Level 1', platform: 'xbox' })
  const { status, activities, client_status } = await nextPresence(watcher, games)
  assert.deepEqual([status, client_status], ['online', { embedded: 'online' }])
  const { created_at, id, ...activity } = activities[0] ?? assert.fail()
  const application_id = games.applicationId('chess')
  assert.deepEqual(activity, { name: 'Chess', type: 0, state: 'Level 1', platform: 'xbox', application_id })

  games.platform.clock.advance(19 * MINUTE_MS)
  assert.equal(await begin(games, token, { type: 0, state: 'Level 2', platform: 'ios' }, { token: session }), session)
  const second = await nextPresence(watcher, games)
  assert.deepEqual([second.activities[0]?.state, second.client_status], ['Level 2', { mobile: 'online' }])
  games.platform.clock.advance(19 * MINUTE_MS)
  await games.settle()
  assert.equal(watcher.frames.some(isAbout(games, 'bob')), false)
  games.platform.clock.advance(MINUTE_MS)
  const { status: last, activities: none } = await nextPresence(watcher, games)
  assert.deepEqual([last, none], ['offline', []])
  assert.equal((await games.bearer(token).post(`${HEADLESS}/delete`, { token: session })).status, 404)
})

test('POST /users/@me/headless-sessions/delete ends a session of the same player and game only', async () => {
  await using games = await startGames()
  const watcher = await watched(games)
  const token = await games.tokenOf('bob')
  const session = await begin(games, token, { type: 0 })
  await nextPresence(watcher, games)
  const strangers = [await games.tokenOf('bob', 'rival'), await games.tokenOf('cat')]
  for (const stranger of strangers) {
    const refused = await games.bearer(stranger).post(`${HEADLESS}/delete`, { token: session })
    assert.deepEqual([refused.status, refused.body.code], [404, 10020])
    // A foreign token begins a separate session.
    assert.notEqual(await begin(games, stranger, { type: 0, state: 'stolen' }, { token: session }), session)
  }
  const both = await nextPresence(watcher, games)
  assert.deepEqual(
    both.activities.map(({ name, state }) => [name, state]),
    [
      ['Chess', undefined],
      ['Rival', 'stolen'],
    ],
  )
  assert.equal((await games.bearer(token).post(`${HEADLESS}/delete`, { token: session })).status, 204)
  const left = await nextPresence(watcher, games)
  assert.deepEqual(
    left.activities.map(({ name }) => name),
    ['Rival'],
  )
})

test('headless sessions need activities.write, a game and valid activities', async () => {
  await using games = await startGames()
  const watcher = await watched(games)
  const token = await games.tokenOf('bob')
  const weak = await games.tokenOf('bob', 'rival', 'identify gateway.connect activities.read')
  const body = { activities: [{ type: 0, name: 'x' }] }
  const refused = await games.bearer(weak).post(HEADLESS, body)
  assert.deepEqual([refused.status, refused.body.code], [403, 50026])
  assert.equal((await games.bearer(weak).post(`${HEADLESS}/delete`, { token: 'x' })).status, 403)
  for (const caller of [games.person('bob'), games.bot('chess')]) {
    assert.ok((await caller.post(HEADLESS, body)).status >= 400)
  }
  const invalid = [
    {},
    { activities: [] },
    { activities: Array(11).fill({ type: 0 }) },
    { activities: 'x' },
    { activities: [{ type: 7 }] },
    { activities: [null] },
    { activities: [{ type: 0 }, 5] },
    { activities: [{ type: 0 }], token: [] },
  ]
  for (const given of invalid) {
    const { status, body } = await games.bearer(token).post(HEADLESS, given)
    assert.deepEqual([status, body.code], [400, 50035], JSON.stringify(given))
  }
  await games.settle()
  assert.equal(watcher.frames.some(isAbout(games, 'bob')), false)
})

test('a player has 5 headless sessions in a game; another one ends the oldest', async () => {
  await using games = await startGames()
  const watcher = await watched(games)
  const token = await games.tokenOf('bob')
  const sessions: string[] = []
  for (let count = 1; count <= 6; count += 1) {
    games.platform.clock.advance(1000)
    sessions.push(await begin(games, token, { type: 0, state: `Console ${count}` }))
    let presence = await nextPresence(watcher, games)
    while (presence.activities.at(-1)?.state !== `Console ${count}`) presence = await nextPresence(watcher, games)
    assert.ok(presence.activities.length <= 5)
  }
  const end = async (session = '') => (await games.bearer(token).post(`${HEADLESS}/delete`, { token: session })).status
  assert.deepEqual([await end(sessions[0]), await end(sessions[1])], [404, 204])
})

test('revoking the token of a game ends its headless sessions and no other', async () => {
  await using games = await startGames()
  const watcher = await watched(games)
  const token = await games.tokenOf('bob')
  const session = await begin(games, token, { type: 0 })
  await nextPresence(watcher, games)
  await begin(games, await games.tokenOf('bob', 'rival'), { type: 0 })
  await nextPresence(watcher, games)
  const form = new URLSearchParams({ token, client_id: games.applicationId('chess'), client_secret: 's' })
  assert.equal((await games.person('bob').post('/oauth2/token/revoke', form)).status, 200)
  const { activities } = await nextPresence(watcher, games)
  assert.deepEqual(
    activities.map(({ name }) => name),
    ['Rival'],
  )
  const fresh = await games.tokenOf('bob')
  assert.equal((await games.bearer(fresh).post(`${HEADLESS}/delete`, { token: session })).status, 404)
})

test('a headless session survives a restart, its secrets are encrypted, and it expires after the restart', async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-headless-'))
  const date = Date.parse('2026-11-01T00:00:00Z')
  const options = { data, databaseUrl: undefined, date }
  try {
    const first = await startGames(options as never)
    const token = await first.tokenOf('bob')
    const secrets = { join: 'opensesame' }
    const session = await begin(first, token, { type: 0, party: { id: 'party1' }, secrets, platform: 'ps5' })
    const { world } = first
    await first.platform.close()
    const files = (await readdir(data)).filter((file) => file.startsWith('guildhall.db'))
    assert.ok(files.length > 0)
    for (const file of files) assert.equal((await readFile(join(data, file))).includes('opensesame'), false, file)
    await using second = await startGames({ ...options, date: date + 5 * MINUTE_MS, former: world } as never)
    const watcher = await second.watch('watcher')
    const { d } = await watcher.next<{ presences: Presence[] }>('GUILD_CREATE')
    let presence = d.presences.find(({ user }) => user.id === second.userId('bob'))
    presence ??= await nextPresence(watcher, second)
    assert.deepEqual(presence.client_status, { embedded: 'online' })
    assert.equal(presence.activities[0]?.flags, 2)
    assert.doesNotMatch(JSON.stringify(presence), /opensesame/)
    second.platform.clock.advance(16 * MINUTE_MS)
    assert.equal((await nextPresence(watcher, second)).status, 'offline')
    assert.equal((await second.bearer(token).post(`${HEADLESS}/delete`, { token: session })).status, 404)
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})

test('a headless presence follows its player into a guild, and counts as no gateway session', async () => {
  await using games = await startGames()
  const watcher = await watched(games)
  await begin(games, await games.tokenOf('cat'), { type: 0 })
  const channel = games.channelId('lab', 'general')
  const invite = await games.person('ann').post<{ code: string }>(`/channels/${channel}/invites`, {})
  assert.equal(watcher.frames.some(isAbout(games, 'cat')), false)
  assert.equal((await games.person('cat').post(`/invites/${invite.body.code}`, {})).status, 200)
  assert.equal((await nextPresence(watcher, games, 'cat')).activities.length, 1)
})
