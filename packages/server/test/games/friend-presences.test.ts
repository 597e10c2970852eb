/** Presences of friends: in READY and as PRESENCE_UPDATE without a guild, for people and for games. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Frame, RawGateway } from '@guildhall/testing'
import { type Games, gamesWorld, startGames } from '../support/games.ts'
import { named } from '../support/gateway-lab.ts'
import { startPlatform } from '../support/platform.ts'
import { BLOCKED, befriend, befriendInGame, FRIEND, gamePath, platformPath } from '../support/relationships.ts'

interface Activity {
  name: string
  type: number
  application_id?: string
}

interface Presence {
  user: { id: string; username?: string; global_name?: string | null }
  guild_id?: string
  status: string
  activities: Activity[]
  has_played_game?: boolean
}

interface Ready {
  presences: Presence[]
  relationships: { id: string; type: number; has_played_game?: boolean }[]
  game_relationships: { id: string; type: number; application_id: string }[]
}

/** People without a common guild. */
const world = { ...gamesWorld, guilds: {} }

/** Selects PRESENCE_UPDATE of a friend: without a guild. */
const ofFriend =
  (id: string, status?: string) =>
  ({ t, d }: Frame) => {
    const presence = d as unknown as Presence
    return (
      t === 'PRESENCE_UPDATE' &&
      presence.user.id === id &&
      presence.guild_id === undefined &&
      (status === undefined || presence.status === status)
    )
  }

async function personReady(games: Games, user: string) {
  const gateway = await RawGateway.connect(games.platform.gateway)
  const ready = await gateway.identify<Ready>({ token: games.personToken(user) })
  return { gateway, ready }
}

/** Sets a presence. Resolves when the platform has it. */
async function setPresence(gateway: RawGateway, fields: Record<string, unknown>): Promise<void> {
  gateway.send(3, { status: 'online', since: null, afk: false, activities: [], ...fields })
  await gateway.heartbeat()
}

test('READY has friends of all types and the presences of those who are online', async () => {
  await using games = await startGames({ world })
  await befriend(games, 'ann', 'bob')
  await befriend(games, 'ann', 'cat')
  await games.person('eve').put(platformPath(games, 'ann'))
  const bob = await games.watch('bob')
  await games.watch('eve')
  await setPresence(bob, { status: 'idle', activities: [{ name: 'x', type: 4, state: 'away' }] })
  const { gateway, ready } = await personReady(games, 'ann')
  assert.deepEqual(
    ready.relationships.map(({ id, type }) => [id, type]).sort(),
    [
      [games.userId('bob'), FRIEND],
      [games.userId('cat'), FRIEND],
      [games.userId('eve'), 3],
    ].sort(),
  )
  assert.deepEqual(ready.game_relationships, [])
  const [presence, ...none] = ready.presences
  assert.deepEqual(none, [], 'offline friends and strangers are left out')
  assert.deepEqual([presence?.user, presence?.status], [{ id: games.userId('bob') }, 'idle'])
  assert.equal(presence?.activities[0]?.type, 4)
  assert.equal(presence && 'has_played_game' in presence, false)
  await gateway.none('PRESENCE_UPDATE', () => games.watch('eve'))
})

test('PRESENCE_UPDATE reaches online friends only, while they are friends', async () => {
  await using games = await startGames({ world })
  await befriend(games, 'ann', 'bob')
  const [ann, eve] = [await games.watch('ann'), await games.watch('eve')]
  const [annId, bobId] = [games.userId('ann'), games.userId('bob')]
  const bob = await games.watch('bob')
  await ann.next(ofFriend(bobId, 'online'))
  await setPresence(bob, { status: 'dnd', activities: [{ name: 'Go', type: 0 }] })
  const busy = await ann.next<Presence>(ofFriend(bobId, 'dnd'))
  assert.deepEqual(
    busy.d.activities.map(({ name }) => name),
    ['Go'],
  )
  await setPresence(bob, { status: 'invisible' })
  await ann.next(ofFriend(bobId, 'offline'))
  await ann.none('PRESENCE_UPDATE', () =>
    setPresence(bob, { status: 'invisible', activities: [{ name: 'Chess', type: 0 }] }),
  )
  await setPresence(bob, {})
  await ann.next(ofFriend(bobId, 'online'))
  await games.person('ann').put(platformPath(games, 'bob'), { type: BLOCKED })
  await ann.none('PRESENCE_UPDATE', () => setPresence(bob, { status: 'idle' }))
  assert.equal(
    eve.frames.some(({ t }) => t === 'PRESENCE_UPDATE'),
    false,
  )
  assert.equal(bob.frames.some(ofFriend(bobId)), false, 'not their own')
  assert.equal(bob.frames.filter(ofFriend(annId)).length, 0, 'ann was online before, in READY')
})

test('a new friend is followed from RELATIONSHIP_ADD on, and their presence comes after it', async () => {
  await using games = await startGames({ world })
  const [ann, bob] = [await games.watch('ann'), await games.watch('bob')]
  await befriend(games, 'ann', 'bob')
  const bobId = games.userId('bob')
  await ann.next(ofFriend(bobId, 'online'))
  const at = (gateway: RawGateway, wanted: (frame: Frame) => boolean) => gateway.frames.find(wanted)?.s ?? 0
  const added = at(ann, named('RELATIONSHIP_ADD', { type: FRIEND }))
  assert.ok(added > 0 && added < (ann.seq ?? 0))
  await bob.next(ofFriend(games.userId('ann'), 'online'))
  await bob.close()
  await ann.next(ofFriend(bobId, 'offline'))
})

test('friends see the custom status that profile_visibility hides from guilds, and a new visibility applies at once', async () => {
  await using games = await startGames({
    world: { ...gamesWorld, users: { ...gamesWorld.users, bob: { profile_visibility: 1 } } },
  })
  await befriend(games, 'ann', 'bob')
  const [bot, ann, bob] = [await games.watch('watcher'), await games.watch('ann'), await games.watch('bob')]
  await setPresence(bob, {
    status: 'idle',
    activities: [
      { name: 'x', type: 4, state: 'hi' },
      { name: 'Go', type: 0 },
    ],
  })
  const types = ({ d }: Frame<Presence>) => d.activities.map(({ type }) => type)
  assert.deepEqual(types(await ann.next<Presence>(ofFriend(games.userId('bob'), 'idle'))), [4, 0])
  const inGuild = (frame: Frame) => frame.t === 'PRESENCE_UPDATE' && (frame.d as unknown as Presence).status === 'idle'
  assert.deepEqual(types(await bot.next<Presence>(inGuild)), [0])
  await games.person('bob').patch('/users/@me/settings', { profile_visibility: 3 })
  assert.deepEqual(types(await bot.next<Presence>(inGuild)), [4, 0])
  assert.equal(ann.frames.some(ofFriend(games.userId('bob'), 'idle')), false, 'nothing changed for friends')
})

test('a new name of a friend comes as PRESENCE_UPDATE with the user', async () => {
  await using games = await startGames({ world })
  await befriend(games, 'ann', 'bob')
  const [ann, eve] = [await games.watch('ann'), await games.watch('eve')]
  await eve.none('PRESENCE_UPDATE', () => games.person('bob').patch('/users/@me', { global_name: 'Bobby' }))
  const { d } = await ann.next<Presence>(ofFriend(games.userId('bob')))
  assert.deepEqual([d.user.username, d.user.global_name, d.status], ['bob', 'Bobby', 'offline'])
})

test('a game sees friends of the platform with the activities of this game only', async () => {
  await using games = await startGames({ world })
  await befriend(games, 'ann', 'bob')
  const bob = await games.watch('bob')
  const [chess, rival] = [games.applicationId('chess'), games.applicationId('rival')]
  await setPresence(bob, {
    activities: [
      { name: 'Chess', type: 0, application_id: chess },
      { name: 'Rival', type: 0, application_id: rival },
      { name: 'x', type: 4, state: 'hi' },
    ],
  })
  const bobId = games.userId('bob')
  const { ready, gateway } = await games.play<Ready & Record<string, unknown>>('ann')
  assert.deepEqual(
    ready.relationships.map(({ id, has_played_game }) => [id, has_played_game]),
    [[bobId, false]],
  )
  const [presence] = ready.presences
  assert.deepEqual([presence?.user.id, presence?.status, presence?.has_played_game], [bobId, 'online', false])
  assert.deepEqual(
    presence?.activities.map(({ name }) => name),
    ['Chess'],
  )
  await setPresence(bob, {})
  assert.deepEqual((await gateway.next<Presence>(ofFriend(bobId))).d.activities, [])
  await gateway.none('PRESENCE_UPDATE', () =>
    setPresence(bob, { activities: [{ name: 'Rival', type: 0, application_id: rival }] }),
  )
  const game = await games.play('bob')
  await bob.close()
  const playing = await gateway.next<Presence>((frame) => ofFriend(bobId)(frame) && frame.d?.has_played_game === true)
  assert.equal(playing.d.guild_id, undefined)
  await game.gateway.close()
  assert.equal((await gateway.next<Presence>(ofFriend(bobId, 'offline'))).d.has_played_game, true)
})

test('friends of a game see each other only while both play it', async () => {
  await using games = await startGames({ world })
  const tokens = { ann: await games.tokenOf('ann'), bob: await games.tokenOf('bob') }
  await befriendInGame(games, tokens)
  const bobId = games.userId('bob')
  const elsewhere = await games.watch('bob')
  const rival = await games.play({ token: await games.tokenOf('bob', 'rival') })
  const ann = await games.play<Ready & Record<string, unknown>>({ token: tokens.ann })
  assert.deepEqual(ann.ready.presences, [])
  assert.deepEqual(ann.ready.relationships, [])
  assert.deepEqual(
    ann.ready.game_relationships.map(({ id, type }) => [id, type]),
    [[bobId, FRIEND]],
  )
  const person = await personReady(games, 'ann')
  assert.deepEqual(person.ready.presences, [], 'a client outside the game sees nothing')
  assert.equal(person.ready.game_relationships.length, 1)
  const rivalOfAnn = await games.play<Ready & Record<string, unknown>>({ token: await games.tokenOf('ann', 'rival') })
  assert.deepEqual([rivalOfAnn.ready.presences, rivalOfAnn.ready.game_relationships], [[], []])
  await ann.gateway.none('PRESENCE_UPDATE', () => setPresence(elsewhere, { status: 'idle' }))
  const bob = await games.play({ token: tokens.bob })
  await ann.gateway.next(ofFriend(bobId, 'online'))
  await setPresence(bob.gateway, { activities: [{ name: 'Chess', type: 0 }] })
  const playing = await ann.gateway.next<Presence>(
    (frame) => ofFriend(bobId)(frame) && (frame.d as unknown as Presence).activities.length === 1,
  )
  assert.deepEqual(
    playing.d.activities.map(({ application_id }) => application_id),
    [games.applicationId('chess')],
  )
  await bob.gateway.close()
  await ann.gateway.next(ofFriend(bobId, 'offline'))
  for (const { gateway } of [person, rivalOfAnn])
    assert.equal(
      gateway.frames.some(({ t }) => t === 'PRESENCE_UPDATE'),
      false,
    )
  await games.play({ token: tokens.bob })
  await ann.gateway.next(ofFriend(bobId, 'online'))
  await setPresence(elsewhere, { status: 'invisible' })
  await ann.gateway.next(ofFriend(bobId, 'offline'))
  await games.bearer(tokens.ann).delete(gamePath(games, 'bob'))
  // Her node may hear of his presence before it hears of the end of the friendship.
  await ann.gateway.next('GAME_RELATIONSHIP_REMOVE')
  await ann.gateway.none('PRESENCE_UPDATE', () => setPresence(elsewhere, { status: 'online' }))
  await rival.gateway.close()
})

test('a resumed session follows its friends again after a restart', async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-friends-'))
  try {
    const first = await startGames({ world, data, databaseUrl: null })
    await befriend(first, 'ann', 'bob')
    const [ann, bob] = [await first.watch('ann'), await first.watch('bob')]
    const [bobId, tokens] = [first.userId('bob'), [first.personToken('ann'), first.personToken('bob')]]
    await ann.next(ofFriend(bobId, 'online'))
    await Promise.all([ann.closed, bob.closed, first.platform.close()])
    await using second = await startPlatform({ data, rateLimits: 'off', databaseUrl: null })
    const resume = async (former: RawGateway, token: string | undefined) => {
      const gateway = await RawGateway.connect(second.gateway)
      gateway.send(6, { token, session_id: former.sessionId, seq: former.seq })
      await gateway.next('RESUMED')
      return gateway
    }
    const annAgain = await resume(ann, tokens[0])
    const bobAgain = await resume(bob, tokens[1])
    assert.equal(annAgain.frames.some(ofFriend(bobId)), false, 'nothing has changed for ann')
    await setPresence(bobAgain, { status: 'dnd' })
    await annAgain.next(ofFriend(bobId, 'dnd'))
    await bobAgain.close()
    await annAgain.next(ofFriend(bobId, 'offline'))
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})

test('a game without relationships.read, activities.read or the intent receives no more than it names', async () => {
  await using games = await startGames({ world })
  await befriend(games, 'ann', 'bob')
  const bob = await games.watch('bob')
  const activities = [{ name: 'Chess', type: 0, application_id: games.applicationId('chess') }]
  const base = 'identify gateway.connect'
  const scopes = [base, `${base} activities.read`, `${base} relationships.read`]
  const sessions = []
  for (const scope of scopes)
    sessions.push(
      await games.play<Ready & Record<string, unknown>>({ token: await games.tokenOf('ann', 'chess', scope) }),
    )
  const [blind, activitiesOnly, statusOnly] = sessions
  const silent = await games.play<Ready & Record<string, unknown>>('ann', { intents: 1 << 22 })
  assert.ok(blind && activitiesOnly && statusOnly)
  await setPresence(bob, { status: 'dnd', activities })
  const { d } = await statusOnly.gateway.next<Presence>(ofFriend(games.userId('bob'), 'dnd'))
  assert.deepEqual(d.activities, [])
  for (const { gateway, ready } of [blind, activitiesOnly, silent]) {
    await gateway.heartbeat()
    assert.equal(
      gateway.frames.some(({ t }) => t === 'PRESENCE_UPDATE'),
      false,
    )
    assert.deepEqual(ready.presences, [])
  }
  assert.deepEqual([blind.ready.relationships, silent.ready.relationships.length], [[], 1])
})
