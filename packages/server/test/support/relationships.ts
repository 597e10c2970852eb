/** Friends in tests: what a user lists, and requests between users of `startGames`. */
import assert from 'node:assert/strict'
import type { Api } from '@guildhall/testing'
import type { Games } from './games.ts'

export const FRIEND = 1
export const BLOCKED = 2
export const INCOMING = 3
export const OUTGOING = 4

export interface Relationship {
  id: string
  type: number
  user: { id: string; username: string }
  nickname: string | null
  user_ignored: boolean
  is_spam_request?: boolean
  stranger_request?: boolean
  has_played_game?: boolean
  origin_application_id?: string
  note?: string
  since?: string
}

export interface GameRelationship {
  id: string
  application_id: string
  type: number
  user?: { username: string }
  since: string
  dm_access_type: number
  user_id: string
}

/** Returns the types of a user's relationships on the platform, by the other user's name. */
export async function listOf(user: Api): Promise<Record<string, number>> {
  const { body, status } = await user.get<Relationship[]>('/users/@me/relationships')
  assert.equal(status, 200, JSON.stringify(body))
  return Object.fromEntries(body.map(({ user: other, type }) => [other.username, type]))
}

/** Returns the types of a user's relationships in a game, by the other user's id. */
export async function gameListOf(user: Api): Promise<Record<string, number>> {
  const { body, status } = await user.get<GameRelationship[]>('/users/@me/game-relationships')
  assert.equal(status, 200, JSON.stringify(body))
  return Object.fromEntries(body.map(({ id, type }) => [id, type]))
}

/** Makes two people friends on the platform. */
export async function befriend(games: Games, one: string, other: string): Promise<void> {
  const sent = await games.person(one).put(`/users/@me/relationships/${games.userId(other)}`)
  const accepted = await games.person(other).put(`/users/@me/relationships/${games.userId(one)}`)
  assert.deepEqual([sent.status, accepted.status], [204, 204])
}

/** Makes two players friends in the game of their tokens. */
export async function befriendInGame(games: Games, tokens: Record<string, string>): Promise<void> {
  const [one, other] = Object.keys(tokens)
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const { status } = await games.bearer(tokens[from ?? ''] ?? '').put(gamePath(games, to ?? ''))
    assert.equal(status, 204)
  }
}

export const platformPath = (games: Games, user: string) => `/users/@me/relationships/${games.userId(user)}`
export const gamePath = (games: Games, user: string) => `/users/@me/game-relationships/${games.userId(user)}`
