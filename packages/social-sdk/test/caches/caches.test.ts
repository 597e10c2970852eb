/**
 * Random acts of three players, one of them provisional, and of their game's server: all that their Clients show
 * afterwards equals what a new Client shows, and what the server says. A failure prints its seed, which
 * GUILDHALL_TEST_SEED repeats; GUILDHALL_TEST_RUNS takes more seeds.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { snowflakeTime } from '@guildhall/protocol'
import * as sdk from '../support/sdk.ts'
import { type SdkLab, sdkLab } from '../support/sdk-lab.ts'
import { until } from '../support/until.ts'
import { type Player, RandomGame } from './random-game.ts'
import { shownLobbies, shownMessage, shownPeople, sorted } from './shown-state.ts'

const SEED = Number(process.env.GUILDHALL_TEST_SEED) || 20_260_101
const RUNS = Number(process.env.GUILDHALL_TEST_RUNS) || 1
const CHECKS = 2
const STEPS = 30
const KEPT_MESSAGES = 25
/** Messages of a page, which a Client may have without a request. */
const PAGE = 6
const GROUPS = Object.values(sdk.RelationshipGroupType)

interface WireMessage {
  readonly id: string
  readonly content: string
  readonly edited_timestamp?: string | null
  readonly timestamp?: string
  readonly author: { readonly id: string }
  readonly metadata?: Record<string, string>
  readonly moderation_metadata?: Record<string, string>
}

async function playersOf(lab: SdkLab): Promise<Player[]> {
  const tokens = [
    ['ann', (await lab.signIn('ann')).access],
    ['bob', (await lab.signIn('bob')).access],
    ['gus', await lab.playerToken('arcade', 'gus')],
  ] as const
  return Promise.all(
    tokens.map(async ([name, token]) => {
      const client = await lab.connect(token)
      const id = client.GetCurrentUserV2()?.Id() ?? 0n
      return {
        name,
        id,
        token,
        client,
        readySince: lab.platform.clock.now(),
        joined: new Map<bigint, number>(),
        presences: 0,
      }
    }),
  )
}

/** Waits until two values are equal. @throws AssertionError with both if they do not become equal */
async function settle(actual: () => unknown, expected: () => unknown, what: string): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) {
    if (isDeepStrictEqual(actual(), expected())) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  assert.deepEqual(actual(), expected(), what)
}

/** Compares what a Client shows with a new Client of the same player. */
async function compareWithNew(game: RandomGame, player: Player): Promise<void> {
  const fresh = await game.lab.connect(player.token)
  const { client, name } = player
  await settle(
    () => shownLobbies(client),
    () => shownLobbies(fresh),
    `lobbies of ${name}`,
  )
  await settle(
    () => shownPeople(client, GROUPS),
    () => shownPeople(fresh, GROUPS),
    `people of ${name}`,
  )
  for (const other of game.players) {
    if (other === player) continue
    const pages = await Promise.all([client, fresh].map((one) => one.GetUserMessagesWithLimit(other.id, PAGE)))
    const [kept, fetched] = pages.map(([, page]) => page.map((message) => `${message.Id()} ${message.RawContent()}`))
    assert.deepEqual(kept, fetched, `messages of ${name} with ${other.name}`)
  }
  fresh.dispose()
}

/** Compares the messages that a Client keeps with the history of the server. */
async function compareMessages(game: RandomGame, player: Player): Promise<void> {
  const { lab, players, lobbies, messages } = game
  const { client, name, readySince, joined } = player
  const histories: [path: string, since: number][] = [
    ...players
      .filter((one) => one !== player)
      .map(({ id }) => [`/users/${id}/messages`, readySince] as [string, number]),
    ...[...lobbies].map(
      (id) => [`/lobbies/${id}/messages`, Math.max(readySince, joined.get(id) ?? Infinity)] as [string, number],
    ),
  ]
  const said = new Map<string, WireMessage>()
  for (const [path, since] of histories) {
    const { status, body } = await lab.bearer(player.token).get<WireMessage[]>(`${path}?limit=200`)
    if (status !== 200) continue
    const newest = body.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? 1 : -1))
    for (const message of newest) said.set(message.id, message)
    for (const { id } of newest.slice(0, KEPT_MESSAGES))
      if (snowflakeTime(BigInt(id)) > since)
        await until(() => client.GetMessageHandle(BigInt(id)) !== null, `${id} of ${path} at ${name}`)
  }
  for (const { id } of messages) {
    const shown = shownMessage(client, id)
    const wire = said.get(`${id}`)
    if (!shown) continue
    assert.ok(wire, `${name} still shows ${id}, which the server does not`)
    await settle(
      () => shownMessage(client, id),
      () => wireState(wire),
      `message ${id} of ${name}`,
    )
  }
}

function wireState({ content, edited_timestamp, author, metadata = {}, moderation_metadata = {} }: WireMessage) {
  return {
    content,
    isEdited: Boolean(edited_timestamp),
    author: BigInt(author.id),
    metadata: sorted(metadata),
    moderation: sorted(moderation_metadata),
  }
}

async function run(seed: number): Promise<void> {
  await using lab = await sdkLab()
  const game = new RandomGame(lab, await playersOf(lab), seed)
  try {
    for (let check = 0; check < CHECKS; check += 1) {
      for (let step = 0; step < STEPS; step += 1) await game.step()
      await Promise.all(game.players.map((player) => game.ready(player)))
      for (const player of game.players) await compareMessages(game, player)
      for (const player of game.players) await compareWithNew(game, player)
    }
  } catch (error) {
    console.error(`seed ${seed}\n${game.log.join('\n')}`)
    throw error
  }
}

for (let seed = SEED; seed < SEED + RUNS; seed += 1)
  test(`Clients show what the server says after random acts, seed ${seed}`, () => run(seed))
