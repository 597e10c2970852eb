import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClientState, EMPTY, reduceEvent } from '../../src/records/index.ts'

/** Time in milliseconds at which the events of cases come. */
export const NOW = 1_000

/** Effect of one action on the records of `START`. Data has only what reducers read. */
export interface Case {
  readonly does: string
  readonly data: unknown
  /** Actions before, as pairs of a name and its data. */
  readonly after?: readonly (readonly [name: string, data: unknown])[]
  /** Examines the records. Without it, the action changes nothing. */
  check?(after: ClientState, before: ClientState): void
}

/** At least one case for each reducer of a file: one that is missing does not compile. */
export type Cases<R> = { readonly [N in keyof R]: readonly [Case, ...Case[]] }

const SELF = { id: '10', username: 'alice', global_name: null }
export const BOB = { id: '11', username: 'bob', global_name: null }
export const CAROL = { id: '12', username: 'carol', global_name: null }
const memberOf = (user: typeof BOB, ...roles: string[]) => ({ user, roles, nick: null })
export const message = (id: string, more: object = {}) => ({
  id,
  channel_id: '20',
  author: BOB,
  flags: 0,
  type: 0,
  content: id,
  mentions: [],
  mention_roles: [],
  ...more,
})

const READY = {
  user: { ...SELF, locale: 'en-US' },
  user_settings: { locale: null },
  session_id: 's1',
  guilds: [{ id: '1' }],
  private_channels: [
    { id: '30', type: 1, recipients: [BOB], last_message_id: '90' },
    { id: '31', type: 3, name: 'group', recipients: [BOB, CAROL] },
  ],
  relationships: [{ id: '11', type: 1, user: BOB }],
  presences: [{ user: { id: '11' }, status: 'online' }],
  read_state: [{ id: '20', last_message_id: '100', mention_count: 1 }],
}
const GUILD_CREATE = {
  id: '1',
  name: 'lab',
  owner_id: '11',
  joined_at: '2030-01-01T00:00:00Z',
  member_count: 2,
  roles: [
    { id: '1', name: '@everyone' },
    { id: '2', name: 'crew' },
  ],
  emojis: [{ id: '40', name: 'pixel' }],
  stickers: [{ id: '41', name: 'wave' }],
  channels: [
    { id: '20', type: 0, name: 'general', last_message_id: '101' },
    { id: '21', type: 2, name: 'talk' },
    { id: '22', type: 15, name: 'forum' },
  ],
  threads: [
    {
      id: '23',
      type: 11,
      parent_id: '20',
      message_count: 2,
      total_message_sent: 3,
      member_count: 1,
      thread_metadata: { archived: false },
      member: { id: '23', user_id: '10', flags: 0 },
    },
  ],
  members: [memberOf(SELF as typeof BOB, '2'), memberOf(BOB)],
  presences: [{ user: { id: '11' }, status: 'online' }],
  voice_states: [{ user_id: '11', channel_id: '21', session_id: 's2' }],
  stage_instances: [{ id: '50', guild_id: '1', channel_id: '24', topic: 'Tales' }],
  guild_scheduled_events: [{ id: '60', guild_id: '1', name: 'Picnic', status: 1 }],
}
const LOADED = {
  channelId: '20',
  mode: 'replace',
  range: {
    items: [
      message('100', { reactions: [{ emoji: { id: null, name: '🔥' }, count: 1, me: false }] }),
      message('101', { poll: {}, referenced_message: message('100') }),
    ],
    hasOlder: false,
    hasNewer: false,
  },
}

/** Returns records after actions, given as pairs of a name and its data. */
function apply(state: ClientState, actions: NonNullable<Case['after']>): ClientState {
  return actions.reduce((before, [name, data]) => reduceEvent(before, name, data, NOW), state)
}

/** Records of alice with a guild, direct messages and the loaded messages 100 and 101 of bob in channel 20. */
const START: ClientState = apply(EMPTY, [
  ['READY', READY],
  ['GUILD_CREATE', GUILD_CREATE],
  ['messages loaded', LOADED],
])

/** Returns the guild of `START` in records. */
export const guildOf = (state: ClientState) => state.guilds.get('1') ?? assert.fail('the guild is not known')

/** Tests each case, and that no reducer changes the records or the data that it is given. */
export function testReducers<R>(cases: Cases<R>): void {
  for (const [name, list] of Object.entries(cases) as [string, readonly Case[]][]) {
    for (const { does, data, after = [], check } of list) {
      test(`${name} ${does}`, () => {
        const before = apply(START, after)
        const copies = structuredClone({ before: plain(before), data })
        const next = reduceEvent(before, name, data, NOW)
        assert.deepEqual({ before: plain(before), data }, copies, 'the reducer changes what it was given')
        if (check) check(next, before)
        else assert.deepEqual(plain(next), plain(before))
      })
    }
  }
}

/** Returns records without the functions of messages that can be sent again, which are not cloned. */
function plain(state: ClientState): unknown {
  return JSON.parse(
    JSON.stringify(state, (_, value: unknown) => (value instanceof Map ? [...value] : (value as object))),
  )
}
