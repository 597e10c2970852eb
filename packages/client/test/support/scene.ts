import assert from 'node:assert/strict'
import type { Api } from '@guildhall/testing'
import type { Scene } from './actions.ts'
import type { Follower } from './follower.ts'

/** World in which people act at random. */
export const world = {
  users: { ann: {}, bob: {}, cid: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      features: ['COMMUNITY', 'NEWS'],
      members: ['bob', 'cid'],
      bots: { app: { permissions: '8' } },
      channels: { general: {}, news: { type: 5 }, forum: { type: 15 }, hall: { type: 13 }, talk: { type: 2 } },
    },
    club: { owner: 'cid', members: ['ann', 'bob'], channels: { general: {} } },
  },
}

type Token = { readonly id: string; readonly token: string }

/** A platform of this world. */
interface Platform {
  readonly world: {
    readonly users: Readonly<Record<string, Token>>
    readonly guilds: Readonly<
      Record<string, { readonly id: string; readonly channels: Readonly<Record<string, { readonly id: string }>> }>
    >
  } | null
  readonly clock: { now(): number }
}

/** Returns the tokens of the people whose records are compared: ann and bob. */
export function followedTokens({ world: filled }: Platform): string[] {
  return ['ann', 'bob'].map((name) => filled?.users[name]?.token ?? '')
}

/**
 * Returns a scene at its beginning.
 *
 * @param as returns the requests of a person with a token
 */
export function newScene(
  { world: filled, clock }: Platform,
  as: (token: string) => Api,
  followers: readonly Follower[],
): Scene {
  const { ann, bob, cid } = filled?.users ?? {}
  const { lab, club } = filled?.guilds ?? {}
  assert.ok(ann && bob && cid && lab && club)
  return {
    people: { ann: as(ann.token), bob: as(bob.token), cid: as(cid.token) },
    sessions: followers.map(({ connection }) => connection),
    guild: lab.id,
    club: club.id,
    hall: lab.channels.hall?.id ?? '',
    talk: lab.channels.talk?.id ?? '',
    users: [ann.id, bob.id, cid.id],
    channels: Object.values(lab.channels).map(({ id }) => id),
    threads: [],
    roles: [lab.id],
    emojis: [],
    events: [],
    messages: [],
    direct: [],
    now: () => clock.now(),
  }
}
