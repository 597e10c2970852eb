import type { Instant, Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../kernel/json.ts'
import type { ActivitySecrets, SessionPresence, VoiceState } from '../../kernel/model.ts'
import { type Secrets, SecretsError } from '../../kernel/store/secrets.ts'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { Tables } from '../../kernel/store/tables.ts'
import type { Work } from '../../kernel/work.ts'
import { EncodedDispatch, SharedBytes } from './dispatch.ts'
import type { StoredPermissions } from './former-permissions.ts'
import type { UnsyncedChannels } from './session.ts'

/** Rows per statement: a store limits the values of one statement. */
const ROWS_PER_STATEMENT = 200
/** Batches of sessions whose payloads stay in memory. */
const KNOWN_HOLDERS_MAX = 8

/** A session in the store, for the next process. */
export interface KeptSession {
  id: string
  detachedAt: Instant
  /** Moment from which on it received nothing, by the clock of its node; absent in rows of older versions. */
  keptAt?: Instant
  tokenHash: string
  /** Absent in rows of older versions. */
  userId?: Snowflake
  encoding: string
  intents: number
  capabilities: number
  shard: readonly [number, number]
  largeThreshold: number
  guilds: readonly Snowflake[]
  /** Lobbies that the session watched; absent in rows of older versions. */
  lobbies?: readonly Snowflake[]
  /** User and game of a session to which lobbies were visible. */
  player?: { readonly applicationId: Snowflake; readonly userId: Snowflake } | null
  /** False if other members were not informed yet that the session is connected. */
  inLobbies?: boolean
  presence: SessionPresence | null
  /** Its voice states, one for each guild or lobby in which it is connected. */
  voice: readonly VoiceState[]
  /** Versions of the topics whose events it had received; absent in rows of older versions. */
  versions?: Readonly<Record<string, number>>
  /** Its permissions in each guild at these versions; null where changes of them were being sent. */
  permissions?: Readonly<Record<string, StoredPermissions | null>>
  /** Guilds that were still to be sent by GUILD_CREATE. */
  starting?: readonly Snowflake[]
  /** Lobbies that were still to be sent by LOBBY_CREATE; absent in rows of older versions. */
  startingLobbies?: readonly Snowflake[]
  /** Channels whose threads were still to be sent by THREAD_LIST_SYNC. */
  unsynced?: readonly UnsyncedChannels[]
  /** Last sequence number. */
  seq: number
  /** The replay buffer, up to `seq`. */
  dispatches: readonly (EncodedDispatch | null)[]
}

type PayloadRow = Pick<Tables['kept_payloads'], 'guild_id' | 'channel_id' | 'lobby_id' | 'bytes'>

/** The `data` column; `payloads` holds ids of `kept_payloads`, 0 for a hidden dispatch. */
type Row = Omit<KeptSession, 'id' | 'detachedAt' | 'dispatches' | 'presence'> & {
  presence: Omit<SessionPresence, 'secrets'> | null
  /** Secrets of the presence, encrypted; absent without any. */
  secrets?: string
  payloads: readonly number[]
}

/**
 * Keeps the sessions of a process that ends, besides those of other nodes. A dispatch that several sessions may be sent
 * again is stored once.
 *
 * @param holder name of the process in this life
 */
export async function insertKeptSessions(work: Work, sessions: readonly KeptSession[], holder: string): Promise<void> {
  const ids = new Map<EncodedDispatch, number>()
  const idOf = (dispatch: EncodedDispatch) => {
    const id = ids.get(dispatch) ?? ids.size + 1
    ids.set(dispatch, id)
    return id
  }
  const rows = sessions.map(({ id, detachedAt, dispatches, presence, ...kept }) => {
    const payloads = dispatches.map((dispatch) => (dispatch ? idOf(dispatch) : 0))
    const row: Row = { ...kept, ...presenceOfSession(work.secrets, id, presence), payloads }
    return { holder, id, detached_at: detachedAt, data: pack(row) }
  })
  for (const table of TABLES) await work.run(db.deleteFrom(table).where('holder', '=', holder))
  for (const some of batches(rows)) await work.run(db.insertInto('kept_sessions').values(some))
  for (const some of batches([...ids])) {
    const payloads = some.map(([dispatch, id]) => ({ holder, ...rowOf(id, dispatch) }))
    await work.run(db.insertInto('kept_payloads').values(payloads))
  }
}

/** Removes all kept sessions from the store and returns them. */
export async function takeKeptSessions(work: Work): Promise<KeptSession[]> {
  const rows = await work.all(db.selectFrom('kept_sessions').selectAll())
  if (rows.length === 0) return []
  const dispatches = new Map<string, EncodedDispatch>()
  for (const row of await work.all(db.selectFrom('kept_payloads').selectAll()))
    dispatches.set(`${row.holder} ${row.id}`, dispatchOfRow(row))
  for (const table of TABLES) await work.run(db.deleteFrom(table))
  return rows.map((row) => keptOfRow(work.secrets, row, (number) => dispatches.get(`${row.holder} ${number}`)))
}

/** Returns the hash of the token of a kept session; undefined for none. */
export async function findKeptToken(store: StoreSession, id: string): Promise<string | undefined> {
  const row = await store.first(db.selectFrom('kept_sessions').select('data').where('id', '=', id))
  return row && unpack<Row>(row.data).tokenHash
}

/** Payloads that this process has read, by their holders: sessions that were kept together share most of them. */
export class KnownPayloads {
  readonly #byHolder = new Map<string, Map<number, EncodedDispatch>>()

  /** Returns the payloads of a holder that were read. */
  of(holder: string): Map<number, EncodedDispatch> {
    const known = this.#byHolder.get(holder) ?? new Map<number, EncodedDispatch>()
    this.#byHolder.delete(holder)
    this.#byHolder.set(holder, known)
    const [oldest] = this.#byHolder.keys()
    if (this.#byHolder.size > KNOWN_HOLDERS_MAX && oldest !== undefined) this.#byHolder.delete(oldest)
    return known
  }
}

/** Removes one kept session from the store and returns it; undefined if another process was faster. */
export async function takeKeptSession(work: Work, id: string, known: KnownPayloads): Promise<KeptSession | undefined> {
  const row = await work.first(db.deleteFrom('kept_sessions').where('id', '=', id).returningAll())
  if (!row) return undefined
  const { holder, data } = row
  const dispatches = known.of(holder)
  const wanted = [...new Set(unpack<Row>(data).payloads)].filter((number) => number > 0 && !dispatches.has(number))
  for (const some of batches(wanted)) {
    const payloads = db.selectFrom('kept_payloads').selectAll().where('holder', '=', holder).where('id', 'in', some)
    for (const payload of await work.all(payloads)) dispatches.set(payload.id, dispatchOfRow(payload))
  }
  return keptOfRow(work.secrets, row, (number) => dispatches.get(number))
}

/** Returns one of these sessions that waits in the store; null if none does. */
export async function findKeptOf(store: StoreSession, ids: readonly string[]): Promise<string | null> {
  if (ids.length === 0) return null
  const kept = db.selectFrom('kept_sessions').select('id').where('id', 'in', ids).orderBy('detached_at').limit(1)
  return (await store.first(kept))?.id ?? null
}

/** Removes a kept session from the store. Returns whether it was there. */
export async function deleteKeptSession(store: StoreSession, id: string): Promise<boolean> {
  return (await store.run(db.deleteFrom('kept_sessions').where('id', '=', id))) > 0
}

/** Removes kept sessions that can no longer be resumed, and the payloads that no session needs. */
export async function deleteExpiredKeptSessions(work: Work, detachedBefore: Instant): Promise<void> {
  await work.run(db.deleteFrom('kept_sessions').where('detached_at', '<=', detachedBefore))
  const holders = db.selectFrom('kept_sessions').select('holder')
  await work.run(db.deleteFrom('kept_payloads').where('holder', 'not in', holders))
}

const TABLES = ['kept_sessions', 'kept_payloads'] as const

function dispatchOfRow({ guild_id, channel_id, lobby_id, bytes }: PayloadRow): EncodedDispatch {
  const part = new SharedBytes(Buffer.from(bytes, 'base64'))
  return new EncodedDispatch([part], { guildId: guild_id, channelId: channel_id, lobbyId: lobby_id })
}

function keptOfRow(
  key: Secrets,
  { id, detached_at, data }: { id: string; detached_at: Instant; data: string },
  dispatchAt: (number: number) => EncodedDispatch | undefined,
): KeptSession {
  const { payloads, presence, secrets, ...kept } = unpack<Row>(data)
  return {
    ...kept,
    id,
    presence: presence && { ...presence, secrets: openSecrets(key, id, secrets) },
    detachedAt: detached_at,
    dispatches: payloads.map((number) => dispatchAt(number) ?? null),
  }
}

const placeOf = (id: string) => `kept_sessions.${id}`

function presenceOfSession(key: Secrets, id: string, given: SessionPresence | null) {
  if (!given) return { presence: null }
  const { secrets, ...presence } = given
  return { presence, ...(secrets.length > 0 ? { secrets: key.seal(pack(secrets), placeOf(id)) } : {}) }
}

/** Returns none under another key: the game sets its activity again. */
function openSecrets(key: Secrets, id: string, sealed: string | undefined): readonly ActivitySecrets[] {
  try {
    return sealed === undefined ? [] : unpack<ActivitySecrets[]>(key.open(sealed, placeOf(id)))
  } catch (error) {
    if (error instanceof SecretsError) return []
    throw error
  }
}

function rowOf(id: number, { parts, scope }: EncodedDispatch) {
  const bytes = Buffer.concat(parts.map((part) => part.bytes)).toString('base64')
  return { id, guild_id: scope.guildId, channel_id: scope.channelId, lobby_id: scope.lobbyId, bytes }
}

function* batches<T>(rows: readonly T[]): Iterable<T[]> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) yield rows.slice(at, at + ROWS_PER_STATEMENT)
}
