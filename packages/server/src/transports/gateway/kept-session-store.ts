import type { Instant, Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../kernel/json.ts'
import type { ActivitySecrets, SessionPresence, VoiceState } from '../../kernel/model.ts'
import { type Secrets, SecretsError } from '../../kernel/store/secrets.ts'
import { db } from '../../kernel/store/statement.ts'
import type { Work } from '../../kernel/work.ts'
import { EncodedDispatch, SharedBytes } from './dispatch.ts'

/** Rows per statement: a store limits the values of one statement. */
const ROWS_PER_STATEMENT = 200

/** A session in the store, for the next process. */
export interface KeptSession {
  id: string
  detachedAt: Instant
  tokenHash: string
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
  presence: SessionPresence | null
  /** Its voice states, one for each guild or lobby in which it is connected. */
  voice: readonly VoiceState[]
  /** Last sequence number. */
  seq: number
  /** The replay buffer, up to `seq`. */
  dispatches: readonly (EncodedDispatch | null)[]
}

/** The `data` column; `payloads` holds ids of `kept_payloads`, 0 for a hidden dispatch. */
type Row = Omit<KeptSession, 'id' | 'detachedAt' | 'dispatches' | 'presence'> & {
  presence: Omit<SessionPresence, 'secrets'> | null
  /** Secrets of the presence, encrypted; absent without any. */
  secrets?: string
  payloads: readonly number[]
}

/** Replaces the kept sessions. A dispatch that several sessions may be sent again is stored once. */
export async function replaceKeptSessions(work: Work, sessions: readonly KeptSession[]): Promise<void> {
  const ids = new Map<EncodedDispatch, number>()
  const idOf = (dispatch: EncodedDispatch) => {
    const id = ids.get(dispatch) ?? ids.size + 1
    ids.set(dispatch, id)
    return id
  }
  const rows = sessions.map(({ id, detachedAt, dispatches, presence, ...kept }) => {
    const payloads = dispatches.map((dispatch) => (dispatch ? idOf(dispatch) : 0))
    const row: Row = { ...kept, ...presenceOfSession(work.secrets, id, presence), payloads }
    return { id, detached_at: detachedAt, data: pack(row) }
  })
  await deleteKeptSessions(work)
  for (const some of batches(rows)) await work.run(db.insertInto('kept_sessions').values(some))
  for (const some of batches([...ids])) {
    await work.run(db.insertInto('kept_payloads').values(some.map(([dispatch, id]) => rowOf(id, dispatch))))
  }
}

/** Removes the kept sessions from the store and returns them. */
export async function takeKeptSessions(work: Work): Promise<KeptSession[]> {
  const rows = await work.all(db.selectFrom('kept_sessions').selectAll())
  if (rows.length === 0) return []
  const dispatches = new Map<number, EncodedDispatch>()
  for (const { id, guild_id, channel_id, lobby_id, bytes } of await work.all(
    db.selectFrom('kept_payloads').selectAll(),
  )) {
    const part = new SharedBytes(Buffer.from(bytes, 'base64'))
    dispatches.set(id, new EncodedDispatch([part], { guildId: guild_id, channelId: channel_id, lobbyId: lobby_id }))
  }
  await deleteKeptSessions(work)
  return rows.map(({ id, detached_at, data }) => {
    const { payloads, presence, secrets, ...kept } = unpack<Row>(data)
    return {
      ...kept,
      id,
      presence: presence && { ...presence, secrets: openSecrets(work.secrets, id, secrets) },
      detachedAt: detached_at,
      dispatches: payloads.map((number) => dispatches.get(number) ?? null),
    }
  })
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

async function deleteKeptSessions(work: Work): Promise<void> {
  await work.run(db.deleteFrom('kept_sessions'))
  await work.run(db.deleteFrom('kept_payloads'))
}

function rowOf(id: number, { parts, scope }: EncodedDispatch) {
  const bytes = Buffer.concat(parts.map((part) => part.bytes)).toString('base64')
  return { id, guild_id: scope.guildId, channel_id: scope.channelId, lobby_id: scope.lobbyId, bytes }
}

function* batches<T>(rows: readonly T[]): Iterable<T[]> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) yield rows.slice(at, at + ROWS_PER_STATEMENT)
}
