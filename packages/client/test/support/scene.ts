import assert from 'node:assert/strict'
import { Intent } from '@guildhall/protocol'
import type { Api } from '@guildhall/testing'
import type { Scene } from './actions.ts'
import type { Follower, IdentifyFields } from './follower.ts'

const INTENTS = Object.values(Intent).reduce((all, intent) => all | intent, 0)
const PRIVILEGED = ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT']

/** World in which people act at random. */
export const world = {
  users: { ann: {}, bob: {}, cid: {} },
  applications: {
    app: { owner: 'ann', bot: {}, intents: PRIVILEGED },
    eye: { owner: 'ann', bot: {}, intents: PRIVILEGED },
  },
  guilds: {
    lab: {
      owner: 'ann',
      features: ['COMMUNITY', 'NEWS'],
      members: ['bob', 'cid'],
      bots: { app: { permissions: '8' }, eye: { permissions: '0' } },
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
    readonly applications: Readonly<Record<string, { readonly id: string; readonly bot?: Token }>>
    readonly guilds: Readonly<
      Record<string, { readonly id: string; readonly channels: Readonly<Record<string, { readonly id: string }>> }>
    >
  } | null
  readonly clock: { now(): number }
}

/** A client whose records are compared. */
interface Followed {
  readonly name: string
  readonly token: string
  readonly fields: IdentifyFields
}

/** Returns the people whose records are compared: ann and bob. */
export function followedPeople({ world: filled }: Platform): Followed[] {
  return ['ann', 'bob'].map((name) => ({ name, token: filled?.users[name]?.token ?? '', fields: {} }))
}

/** Returns the bots whose records are compared: an administrator, and the shards of one without permissions. */
export function followedBots({ world: filled }: Platform): Followed[] {
  const bot = (name: string, shard: readonly [number, number]) => {
    const token = filled?.applications[name]?.bot?.token ?? ''
    return { name: `${name} ${shard[0]}`, token, fields: { intents: INTENTS, shard } }
  }
  return [bot('app', [0, 1]), bot('eye', [0, 2]), bot('eye', [1, 2])]
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
  const applications = Object.values(filled?.applications ?? {})
  assert.ok(ann && bob && cid && lab && club)
  return {
    people: { ann: as(ann.token), bob: as(bob.token), cid: as(cid.token) },
    sessions: followers.map(({ connection }) => connection),
    guild: lab.id,
    club: club.id,
    hall: lab.channels.hall?.id ?? '',
    talk: lab.channels.talk?.id ?? '',
    users: [ann.id, bob.id, cid.id, ...applications.flatMap(({ bot }) => bot?.id ?? [])],
    applications: applications.map(({ id }) => id),
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
