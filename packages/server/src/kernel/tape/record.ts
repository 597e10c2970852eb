import type { Instant, Snowflake } from '@guildhall/protocol'

/** Kinds of what the tape records. */
export const TAPE_KINDS = ['request', 'frame', 'event', 'delivery', 'rpc', 'voice'] as const
export type TapeKind = (typeof TAPE_KINDS)[number]

/** Fields of a record that a list shows. Ids that do not apply are null. */
export interface TapeFacts {
  /** One line, without credentials. */
  readonly title: string
  /** Seen from the platform: what it received is `in`. */
  readonly direction: 'in' | 'out' | null
  readonly applicationId: Snowflake | null
  readonly guildId: Snowflake | null
  readonly userId: Snowflake | null
  readonly sessionId: string | null
  /** HTTP status, or close code of a connection. */
  readonly status: number | null
  readonly durationMs: number | null
  /** Size of the contents as they were sent. */
  readonly bytes: number
  /** Why a request, a session or a connection was refused, one step a line. Absent for what was not refused. */
  readonly why?: readonly string[] | undefined
}

/** A gateway session that a record concerns. */
export interface TapedSession {
  readonly sessionId: string
  readonly userId: Snowflake
  readonly applicationId: Snowflake | null
}

/** Returns the facts of a message of a socket. */
export function messageFacts(
  session: TapedSession | null,
  facts: Pick<TapeFacts, 'title' | 'direction' | 'guildId' | 'status' | 'bytes'>,
): TapeFacts {
  const { sessionId = null, userId = null, applicationId = null } = session ?? {}
  return { ...facts, applicationId, userId, sessionId, durationMs: null }
}

/** Something that happened, kept as it came. It is rendered only when someone reads it. */
export interface TapeEntry {
  readonly kind: TapeKind
  /** Bytes that the entry keeps in memory. Counted once, when the entry is added. */
  readonly keptBytes: number
  facts(): TapeFacts
  /** Returns sessions that the entry concerns besides its facts, for filters. */
  sessions?(): readonly TapedSession[]
  /** Does again what the entry records. Absent where that is not possible. */
  readonly replay?: (() => Promise<TapeRecord | null>) | undefined
  /** Returns JSON without credentials. */
  details(): unknown
}

/** An entry of the tape with its number and times. */
export interface TapeRecord {
  /** Ascending without gaps, and never used again in one process. */
  readonly id: number
  /** Wall-clock time. */
  readonly at: Instant
  /** Platform date. */
  readonly date: Instant
  readonly entry: TapeEntry
}
