/** Activities that games set: what guilds and friends receive, what is withheld, and how often a game may set them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PresenceObject } from '@guildhall/protocol'
import type { Frame, RawGateway } from '@guildhall/testing'
import { type Games, startGames } from '../support/games.ts'
import { TRANSPORTS } from '../support/gateway-lab.ts'

type Activity = PresenceObject['activities'][number]

/** Selects a presence of a user; with `activities` only one with this number of them. */
const presenceOf = (games: Games, user: string, activities?: number) => (frame: Frame) => {
  if (frame.t !== 'PRESENCE_UPDATE') return false
  const presence = frame.d as unknown as { user: { id: string }; activities: Activity[] }
  const counts = activities === undefined || presence.activities.length === activities
  return presence.user.id === games.userId(user) && counts
}

interface Presence {
  status: string
  guild_id?: string
  activities: Activity[]
  client_status: object
}

const nextPresence = async (gateway: RawGateway, games: Games, user: string, activities?: number) =>
  (await gateway.next<Presence>(presenceOf(games, user, activities))).d

const setActivity = (gateway: RawGateway, activity: object | null, status = 'online') =>
  gateway.send(3, { status, activities: activity ? [activity] : [], since: null, afk: false })

async function watched(games: Games, watcher = 'watcher') {
  const gateway = await games.watch(watcher)
  await gateway.next('GUILD_CREATE')
  return gateway
}

test('Identify of a game ignores presence and client_state', async () => {
  await using games = await startGames()
  const watcher = await watched(games)
  const presence = { status: 'dnd', activities: [{ name: 'Cheat', type: 0 }], since: 0, afk: false }
  const { gateway } = await games.play('bob', { presence, client_state: { guild_versions: {} } })
  const d = await nextPresence(watcher, games, 'bob')
  assert.deepEqual([d.status, d.activities, d.client_status], ['online', [], { desktop: 'online' }])
  await gateway.close()
})

test('[ACT-1] [ACT-2] [ACT-3] [ACT-4] [ACT-5] [ACT-6] [ACT-7] members of the guild receive the activity of a game', async (t) => {
  await using games = await startGames()
  const token = await games.tokenOf('bob')
  const url = 'https://chess.example/match/1'
  const fields = {
    state: 'In a match',
    state_url: url,
    details: 'Ranked',
    details_url: url,
    status_display_type: 1,
    timestamps: { start: 1_700_000_000_000 },
    assets: { large_image: 'board', large_text: 'Board', large_url: url, small_image: 'pawn', small_url: url },
    party: { id: 'party1', size: [1, 4] },
    supported_platforms: ['desktop', 'ios'],
    platform: 'desktop',
  }
  for (const { name, query, payload } of TRANSPORTS) {
    await t.test(name, async () => {
      const watcher = await watched(games)
      const { gateway } = await games.play({ token }, { compress: payload === true }, query)
      await nextPresence(watcher, games, 'bob', 0)
      setActivity(gateway, { ...fields, type: 0, assets: { ...fields.assets, invite_cover_image: 'cover' } })
      const { activities, guild_id } = await nextPresence(watcher, games, 'bob', 1)
      assert.equal(guild_id, games.guildId('lab'))
      const { created_at, id, ...activity } = activities[0] ?? assert.fail()
      assert.deepEqual(activity, {
        ...fields,
        name: 'Chess',
        type: 0,
        application_id: games.applicationId('chess'),
        assets: { ...fields.assets, invite_cover_image: 'cover' },
      })
      for (const type of [1, 2, 3, 4, 5]) {
        setActivity(gateway, { name: 'Blitz', type, state: 'Hello' })
        const { activities } = await nextPresence(watcher, games, 'bob', 1)
        assert.deepEqual([activities[0]?.name, activities[0]?.type], [type === 4 ? 'Custom Status' : 'Blitz', type])
      }
      setActivity(gateway, { name: 'Blitz', type: 7 })
      await nextPresence(watcher, games, 'bob', 0)
      await gateway.close()
      assert.equal((await nextPresence(watcher, games, 'bob')).status, 'offline')
      await watcher.close()
    })
  }
})

test('secrets, links of buttons and the privacy of the party are in no event and no response to others', async () => {
  await using games = await startGames()
  const watchers = [await watched(games), await watched(games, 'ann')]
  const { gateway } = await games.play('bob')
  for (const watcher of watchers) await nextPresence(watcher, games, 'bob', 0)
  const others = [
    (await games.play('cat')).gateway,
    (await games.play({ token: await games.tokenOf('bob', 'rival') })).gateway,
  ]
  setActivity(gateway, {
    party: { id: 'party1', size: [1, 4], privacy: 1 },
    secrets: { join: 'opensesame', spectate: 'opensesame', match: 'opensesame' },
    buttons: [{ label: 'Watch', url: 'https://opensesame.example' }],
  })
  for (const watcher of watchers) {
    const presence = await nextPresence(watcher, games, 'bob', 1)
    const { buttons, session_id, flags } = presence.activities[0] ?? assert.fail()
    assert.deepEqual([buttons, session_id, flags], [['Watch'], gateway.sessionId, 2 | 4])
    assert.doesNotMatch(JSON.stringify(presence), /opensesame|privacy/)
  }
  const late = await games.watch('watcher')
  const guild = await late.next('GUILD_CREATE')
  late.send(8, { guild_id: games.guildId('lab'), query: '', limit: 0, presences: true })
  const chunk = await late.next<{ presences: { activities: Activity[] }[] }>('GUILD_MEMBERS_CHUNK')
  assert.match(JSON.stringify(chunk.d.presences), /party1/)
  const widget = await games.bot('watcher').get(`/guilds/${games.guildId('lab')}/widget.json`)
  assert.doesNotMatch(JSON.stringify([guild.d, chunk.d, widget.body]), /opensesame|privacy/)
  for (const other of [...others, ...watchers]) {
    await other.heartbeat()
    assert.doesNotMatch(JSON.stringify(other.frames), /opensesame/)
  }
})

test('op 3 changes nothing without activities.write', async () => {
  await using games = await startGames()
  const watcher = await watched(games)
  const token = await games.tokenOf('bob', 'chess', 'identify gateway.connect activities.read')
  const { gateway } = await games.play({ token })
  await nextPresence(watcher, games, 'bob', 0)
  setActivity(gateway, { name: 'Chess' }, 'dnd')
  await gateway.heartbeat()
  await gateway.close()
  assert.equal((await nextPresence(watcher, games, 'bob')).status, 'offline')
})

test('a person who is invisible stays invisible when their game connects', async () => {
  await using games = await startGames()
  const watcher = await watched(games)
  const own = await watched(games, 'bob')
  await nextPresence(watcher, games, 'bob', 0)
  own.send(3, { status: 'invisible', activities: [], since: null, afk: false })
  assert.equal((await nextPresence(watcher, games, 'bob')).status, 'offline')
  const { gateway } = await games.play('bob')
  await watcher.none(presenceOf(games, 'bob'), async () => {
    setActivity(gateway, { state: 'In a match' })
    await gateway.heartbeat()
  })
  own.send(3, { status: 'dnd', activities: [], since: null, afk: false })
  const { status, client_status } = await nextPresence(watcher, games, 'bob', 1)
  assert.deepEqual([status, client_status], ['dnd', { web: 'dnd', desktop: 'dnd' }])
})

test('a game sets 5 presences in 20 seconds, and the last further one follows when the window ends', async () => {
  await using games = await startGames({ rateLimits: 'documented' })
  const watcher = await watched(games)
  const { gateway } = await games.play('bob')
  await nextPresence(watcher, games, 'bob', 0)
  for (let count = 1; count <= 5; count += 1) {
    setActivity(gateway, { state: `Move ${count}` })
    assert.equal((await nextPresence(watcher, games, 'bob', 1)).activities[0]?.state, `Move ${count}`)
  }
  for (let count = 6; count <= 9; count += 1) setActivity(gateway, { state: `Move ${count}` })
  await gateway.heartbeat()
  await watcher.heartbeat()
  assert.equal(watcher.frames.some(presenceOf(games, 'bob')), false)
  games.platform.clock.advance(20_000)
  assert.equal((await nextPresence(watcher, games, 'bob', 1)).activities[0]?.state, 'Move 9')
})

test('op 3 drops invalid parts of activities, and the session goes on', async () => {
  await using games = await startGames()
  const watcher = await watched(games)
  const { gateway } = await games.play('bob')
  await nextPresence(watcher, games, 'bob', 0)
  const hostile = [
    { buttons: [null, 7, [], { label: null }], secrets: null, party: 7, assets: [], timestamps: 'x', emoji: 0 },
    { secrets: [null], party: { id: [], size: [1, 2, 3] }, supported_platforms: [null], flags: -1 },
    { name: { toString: 'x' }, secrets: { join: {} }, buttons: {}, state: [] },
  ]
  gateway.send(3, { status: 'online', activities: [null, 7, 'x', [], ...hostile] })
  const { activities } = await nextPresence(watcher, games, 'bob', hostile.length + 1)
  for (const { created_at, id, ...activity } of activities) {
    assert.deepEqual(activity, { name: 'Chess', type: 0, application_id: games.applicationId('chess') })
  }
  for (const d of [null, 7, [], {}, { status: 'streaming' }, { status: 'unknown' }, { activities: [] }]) {
    const other = await games.play('cat')
    other.gateway.send(3, d)
    assert.equal((await other.gateway.closed).code, 4002, JSON.stringify(d))
  }
  gateway.send(3, { status: 'online', activities: [{ state: 'x'.repeat(5_000) }] })
  assert.equal((await gateway.closed).code, 4002, 'over 4,096 bytes [GW-9]')
})
