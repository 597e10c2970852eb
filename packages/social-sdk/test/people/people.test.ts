/** Users and relationships of three players, who are people of the platform. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { RawGateway } from '@guildhall/testing'
import { nodesOfTests } from '../../../server/test/support/nodes-of-tests.ts'
import * as sdk from '../support/sdk.ts'
import { type SdkLab, sdkLab } from '../support/sdk-lab.ts'
import { until } from '../support/until.ts'

const { None, Friend, Blocked, PendingIncoming, PendingOutgoing } = sdk.RelationshipType
const { OnlinePlayingGame, OnlineElsewhere, Offline } = sdk.RelationshipGroupType
const { AvatarType } = sdk.UserHandle
const NAMES = ['ann', 'bob', 'cleo'] as const
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

type Name = (typeof NAMES)[number]
interface Player {
  readonly client: sdk.Client
  readonly token: string
  readonly id: bigint
  /** Calls of handlers, such as `created <id> true`. */
  readonly heard: string[]
}

async function player(lab: SdkLab, name: Name): Promise<Player> {
  const { access } = await lab.signIn(name)
  const client = await lab.connect(access)
  const heard: string[] = []
  client.SetRelationshipCreatedCallback((id, isPlatform) => void heard.push(`created ${id} ${isPlatform}`))
  client.SetRelationshipDeletedCallback((id, isPlatform) => void heard.push(`deleted ${id} ${isPlatform}`))
  client.SetRelationshipGroupsUpdatedCallback((id) => void heard.push(`groups ${id}`))
  client.SetUserUpdatedCallback((id) => void heard.push(`user ${id}`))
  return { client, token: access, id: lab.user(name), heard }
}

/** Returns the relationship that a Client shows: on the platform, and in the game. */
function typesOf({ client }: Player, id: bigint): [number, number] {
  const handle = client.GetRelationshipHandle(id)
  return [handle.DiscordRelationshipType(), handle.GameRelationshipType()]
}

async function succeeds(results: Promise<[sdk.ClientResult, ...unknown[]]>): Promise<void> {
  assert.equal((await results)[0].ToString(), 'Success')
}

async function isRefused(results: Promise<[sdk.ClientResult, ...unknown[]]>): Promise<void> {
  assert.equal((await results)[0].Type(), sdk.ErrorType.ValidationError)
}

/** Ends all relationships of the players. */
async function separate(lab: SdkLab, players: readonly Player[]): Promise<void> {
  const people = [...players.map(({ id }) => id), lab.user('dora')]
  for (const name of NAMES) for (const id of people) await lab.person(name).delete(`/users/@me/relationships/${id}`)
  for (const one of players)
    for (const other of players) await lab.bearer(one.token).delete(`/users/@me/game-relationships/${other.id}`)
  await until(() => players.every(({ client }) => client.GetRelationships().length === 0), 'end of relationships')
}

test('users and relationships', async (t) => {
  await using lab = await sdkLab()
  const waiting = lab.client()
  await t.test(
    '[SDK-35] [VER-16] the deprecated GetCurrentUser is not valid before Ready, and warns once',
    async () => {
      const warnings: string[] = []
      waiting.AddLogCallback((line) => void warnings.push(line), sdk.LoggingSeverity.Warning)
      assert.equal(waiting.GetCurrentUserV2(), null)
      for (let count = 0; count < 2; count += 1) assert.equal(waiting.GetCurrentUser().valid, false)
      await until(() => warnings.length > 0, 'warning')
      assert.deepEqual([warnings.length, warnings[0]?.includes('GetCurrentUser')], [1, true])
    },
  )
  assert.equal((await waiting.BlockUser(1n))[0].Type(), sdk.ErrorType.ClientNotReady)
  const players = [await player(lab, 'ann'), await player(lab, 'bob'), await player(lab, 'cleo')] as const
  const [ann, bob, cleo] = players

  await t.test('[SDK-35] the current user and unknown users', async () => {
    const user = ann.client.GetCurrentUserV2()
    assert.ok(user)
    assert.deepEqual([user.Id(), user.Username(), user.GlobalName()], [ann.id, 'ann', null])
    assert.deepEqual([user.DisplayName(), user.IsProvisional(), user.Avatar()], ['ann', false, null])
    assert.equal(user.Status(), sdk.StatusType.Online)
    assert.equal(user.GameActivity(), null)
    assert.deepEqual(user.UserApplicationProfiles(), [])
    assert.equal(ann.client.GetCurrentUser().Id(), ann.id)
    assert.equal(ann.client.GetUser(bob.id), null)
    const none = ann.client.GetRelationshipHandle(bob.id)
    assert.deepEqual([none.valid, none.Id(), none.User(), none.IsSpamRequest()], [true, bob.id, null, false])
    assert.deepEqual(typesOf(ann, bob.id), [None, None])
  })

  await t.test('a provisional player has a profile of the game', async () => {
    const token = await lab.playerToken('arcade', 'guest')
    const user = (await lab.connect(token)).GetCurrentUserV2()
    assert.equal(user?.IsProvisional(), true)
    const [profile] = user.UserApplicationProfiles()
    assert.ok(profile)
    assert.equal(profile.ProviderType(), sdk.ExternalIdentityProviderType.DiscordBot)
    assert.equal(profile.ProviderIssuedUserId(), 'guest')
    assert.equal(profile.Username(), 'guest')
    assert.deepEqual([profile.ProviderId(), profile.AvatarHash(), profile.Metadata()], [null, '', ''])
  })

  await t.test('a friend request of the platform is sent by name, rejected, cancelled and accepted', async () => {
    await isRefused(bob.client.AcceptDiscordFriendRequest(ann.id))
    await isRefused(bob.client.RejectDiscordFriendRequest(ann.id))
    await isRefused(ann.client.CancelDiscordFriendRequest(bob.id))
    assert.equal((await ann.client.SendDiscordFriendRequest('nobody-here'))[0].Type(), sdk.ErrorType.HTTPError)
    await succeeds(ann.client.SendDiscordFriendRequest('bob'))
    assert.deepEqual(typesOf(ann, bob.id), [PendingOutgoing, None])
    await until(() => bob.heard.length > 0, 'request')
    assert.deepEqual(typesOf(bob, ann.id), [PendingIncoming, None])
    assert.deepEqual(bob.heard.splice(0), [`created ${ann.id} true`])
    assert.equal(bob.client.GetUser(ann.id)?.Username(), 'ann')
    assert.equal(bob.client.GetUser(ann.id)?.Relationship().DiscordRelationshipType(), PendingIncoming)
    await isRefused(ann.client.AcceptDiscordFriendRequest(bob.id))
    await succeeds(bob.client.RejectDiscordFriendRequest(ann.id))
    await until(() => typesOf(ann, bob.id)[0] === None, 'rejection')
    assert.deepEqual(bob.heard.splice(0), [`deleted ${ann.id} true`])
    await succeeds(ann.client.SendDiscordFriendRequestById(bob.id))
    await succeeds(ann.client.CancelDiscordFriendRequest(bob.id))
    await until(() => bob.heard.includes(`deleted ${ann.id} true`), 'cancellation')
    await succeeds(ann.client.SendDiscordFriendRequestById(bob.id))
    await until(() => typesOf(bob, ann.id)[0] === PendingIncoming, 'request')
    await succeeds(bob.client.AcceptDiscordFriendRequest(ann.id))
    await until(() => ann.heard.includes(`groups ${bob.id}`), 'friendship')
    assert.deepEqual(typesOf(ann, bob.id), [Friend, None])
    assert.equal(ann.client.GetRelationshipHandle(bob.id).User()?.Id(), bob.id)
  })

  await t.test('a friend of the game is another layer, and both are removed together', async () => {
    await isRefused(ann.client.RemoveGameFriend(bob.id))
    await isRefused(bob.client.AcceptGameFriendRequest(ann.id))
    await isRefused(ann.client.CancelGameFriendRequest(bob.id))
    await succeeds(ann.client.SendGameFriendRequest('bob'))
    await until(() => typesOf(bob, ann.id)[1] === PendingIncoming, 'request')
    assert.deepEqual(typesOf(ann, bob.id), [Friend, PendingOutgoing])
    await succeeds(bob.client.RejectGameFriendRequest(ann.id))
    await until(() => typesOf(ann, bob.id)[1] === None, 'rejection')
    await isRefused(bob.client.RejectGameFriendRequest(ann.id))
    await succeeds(ann.client.SendGameFriendRequestById(bob.id))
    await succeeds(ann.client.CancelGameFriendRequest(bob.id))
    for (const remove of ['RemoveGameFriend', 'RemoveDiscordAndGameFriend'] as const) {
      await succeeds(ann.client.SendGameFriendRequestById(bob.id))
      await until(() => typesOf(bob, ann.id)[1] === PendingIncoming, 'request')
      bob.heard.length = 0
      await succeeds(bob.client.AcceptGameFriendRequest(ann.id))
      assert.ok(bob.heard.includes(`created ${ann.id} false`))
      assert.equal(bob.client.GetRelationships().length, 1, 'each user once')
      await succeeds(bob.client[remove](ann.id))
      assert.ok(bob.heard.includes(`deleted ${ann.id} false`))
    }
    assert.deepEqual(typesOf(bob, ann.id), [None, None])
    await until(() => ann.client.GetRelationships().length === 0, 'end of both friendships')
    await isRefused(ann.client.RemoveDiscordAndGameFriend(bob.id))
  })

  await t.test('a block ends both layers, and unblocking restores nothing', async () => {
    await isRefused(ann.client.UnblockUser(bob.id))
    await succeeds(bob.client.SendGameFriendRequestById(ann.id))
    await succeeds(ann.client.BlockUser(bob.id))
    assert.deepEqual(typesOf(ann, bob.id), [Blocked, None])
    assert.equal(ann.client.GetUser(bob.id)?.Status(), sdk.StatusType.Blocked)
    await until(() => typesOf(bob, ann.id)[1] === None, 'end of the request')
    assert.deepEqual(typesOf(bob, ann.id), [None, None], 'the blocked user sees no block')
    assert.equal((await bob.client.SendDiscordFriendRequestById(ann.id))[0].Type(), sdk.ErrorType.HTTPError)
    await succeeds(ann.client.UnblockUser(bob.id))
    assert.deepEqual(typesOf(ann, bob.id), [None, None])
  })

  await t.test('groups follow presences, and are sorted by display name without case', async () => {
    for (const other of [bob, cleo]) await lab.person('ann').put(`/users/@me/relationships/${other.id}`)
    await lab.person('bob').put(`/users/@me/relationships/${ann.id}`)
    await lab.person('cleo').put(`/users/@me/relationships/${ann.id}`)
    // dora has never played the game.
    await lab.person('ann').put(`/users/@me/relationships/${lab.user('dora')}`)
    await lab.person('dora').put(`/users/@me/relationships/${ann.id}`)
    await lab.person('bob').patch('/users/@me', { global_name: 'Zed' })
    await lab.person('dora').patch('/users/@me', { global_name: 'aaron' })
    const group = (type: sdk.RelationshipGroupType) =>
      ann.client.GetRelationshipsByGroup(type).map((handle) => handle.User()?.DisplayName())
    await until(() => `${group(OnlineElsewhere)} ${group(Offline)}` === 'cleo,Zed aaron', 'groups')
    await until(() => ann.heard.includes(`user ${bob.id}`), 'call of the handler for users')
    const activity = new sdk.Activity()
    activity.SetState('In the lobby')
    await succeeds(bob.client.UpdateRichPresence(activity))
    await until(() => `${group(OnlinePlayingGame)}` === 'Zed', 'group of those who play')
    assert.deepEqual([group(OnlineElsewhere), group(Offline)], [['cleo'], ['aaron']])
    assert.equal(ann.client.GetUser(bob.id)?.GameActivity()?.State(), 'In the lobby')
    cleo.client.Disconnect()
    await until(() => `${group(Offline)}` === 'aaron,cleo', 'group of those who are offline')
    const dora = await RawGateway.connect(lab.platform.gateway)
    await dora.identify({ token: lab.platform.world?.users.dora?.token ?? '' })
    await until(() => `${group(OnlineElsewhere)}` === 'aaron', 'friend elsewhere')
    cleo.client.Connect()
    await until(() => `${group(OnlineElsewhere)}` === 'cleo,aaron', 'players before others')
    await dora.close()
  })

  await t.test('friends are found by a part of a name, or by a name that is nearly right', () => {
    const search = (text: string) => ann.client.SearchFriendsByUsername(text).map((user) => user.Username())
    assert.deepEqual(search('BO'), ['bob'])
    assert.deepEqual(search('zed'), ['bob'], 'by the display name')
    assert.deepEqual(search('cloe'), ['cleo'])
    assert.deepEqual(search('aron'), ['dora'])
    assert.deepEqual(search('nothing like it'), [])
    assert.deepEqual(search('').length, 3)
  })

  await t.test('pictures are below the web base, in the format that the game asks for', async () => {
    const user = ann.client.GetUser(bob.id) ?? assert.fail('bob is known')
    const urls = () => user.AvatarUrl(AvatarType.Gif, AvatarType.Webp)
    assert.ok(urls().startsWith(`${lab.platform.url}/cdn/embed/avatars/`))
    assert.equal((await fetch(urls())).status, 200)
    const { status } = await lab.person('bob').patch('/users/@me', { avatar: PICTURE })
    assert.equal(status, 200)
    await until(() => user.Avatar() !== null, 'picture')
    assert.equal(urls(), `${lab.platform.url}/cdn/avatars/${bob.id}/${user.Avatar()}.webp`)
    for (const format of [AvatarType.Webp, AvatarType.Png, AvatarType.Jpeg, AvatarType.Gif])
      assert.equal((await fetch(user.AvatarUrl(format, format))).status, 200, sdk.UserHandle.AvatarTypeToString(format))
  })

  await t.test('a later session calls the handlers for changes in between', async () => {
    await separate(lab, players)
    // A new session of the same player begins with READY.
    const heardBefore = ann.heard.length
    ann.client.Disconnect()
    await lab.person('cleo').put(`/users/@me/relationships/${ann.id}`)
    ann.client.Connect()
    await until(() => ann.heard.slice(heardBefore).includes(`created ${cleo.id} true`), 'request of the meantime')
    assert.deepEqual(typesOf(ann, cleo.id), [PendingIncoming, None])
  })

  await t.test('after random operations, each cache equals what the server says', async () => {
    await separate(lab, players)
    await compareAfterRandomOperations(lab, players)
  })

  await t.test('after the end of the Client, handles show nothing', () => {
    const user = ann.client.GetCurrentUserV2()
    const relationship = ann.client.GetRelationshipHandle(bob.id)
    ann.client.dispose()
    assert.deepEqual([user?.valid, user?.Id(), user?.Relationship().Id()], [false, 0n, 0n])
    assert.deepEqual([relationship.Id(), relationship.User()], [0n, null])
    assert.equal(ann.client.GetCurrentUserV2(), null)
    assert.deepEqual(ann.client.GetRelationships(), [])
  })
})

const METHODS = [
  'SendDiscordFriendRequestById',
  'SendGameFriendRequestById',
  'AcceptDiscordFriendRequest',
  'AcceptGameFriendRequest',
  'RejectDiscordFriendRequest',
  'RejectGameFriendRequest',
  'CancelDiscordFriendRequest',
  'CancelGameFriendRequest',
  'RemoveDiscordAndGameFriend',
  'RemoveGameFriend',
  'BlockUser',
  'UnblockUser',
] as const
const STEPS = 80
/** Shares of steps that send a request, so that there is something to accept, and that undo a block. */
const REQUESTS = 0.4
const UNBLOCKS = 0.5

async function compareAfterRandomOperations(lab: SdkLab, players: readonly Player[]): Promise<void> {
  const seed = Number(process.env.SEED ?? 11)
  const random = randomFrom(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  let successes = 0
  for (let step = 0; step < STEPS; step += 1) {
    const one = pick(players)
    const other = pick(players.filter((player) => player !== one))
    const chosen = random() < REQUESTS ? pick(METHODS.slice(0, 2)) : pick(METHODS)
    const isBlocked = typesOf(one, other.id)[0] === Blocked
    const method = isBlocked && random() < UNBLOCKS ? 'UnblockUser' : chosen
    const [result] = await one.client[method](other.id)
    if (!result.Successful()) continue
    successes += 1
    const at = `seed ${seed}, step ${step}: ${method}`
    const expected = await serverOf(lab, one, players)
    // The event of an operation at another node may come after its response.
    if (nodesOfTests() > 1) await until(() => isDeepStrictEqual(cacheOf(one, players), expected), at)
    assert.deepEqual(cacheOf(one, players), expected, at)
  }
  assert.ok(successes > STEPS / 5, `${successes} operations succeeded`)
  for (const one of players) {
    const expected = JSON.stringify(await serverOf(lab, one, players))
    await until(() => JSON.stringify(cacheOf(one, players)) === expected, `equal relationships, seed ${seed}`)
  }
}

function cacheOf(one: Player, players: readonly Player[]): [number, number][] {
  return players.map(({ id }) => typesOf(one, id))
}

async function serverOf(lab: SdkLab, one: Player, players: readonly Player[]): Promise<[number, number][]> {
  const name = NAMES.find((user) => lab.user(user) === one.id) ?? assert.fail('the player is a person')
  const api = lab.person(name)
  const { body: platform } = await api.get<{ id: string; type: number }[]>('/users/@me/relationships')
  const { body: game } = await api.get<{ id: string; type: number }[]>('/users/@me/game-relationships')
  const typeIn = (list: readonly { id: string; type: number }[], id: bigint) =>
    list.find((entry) => BigInt(entry.id) === id)?.type ?? None
  return players.map(({ id }) => [typeIn(platform, id), typeIn(game, id)])
}

/** Returns a generator of the same numbers from 0 to below 1 for each seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
