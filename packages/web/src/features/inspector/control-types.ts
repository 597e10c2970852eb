/** Bodies of the control API that the inspector reads and sends. docs/control-api.md describes them. */

export const RECORD_KINDS = ['request', 'frame', 'event', 'delivery', 'rpc'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** One record of the tape, without its details. */
export interface TapeRecord {
  readonly id: number
  /** Wall-clock time. */
  readonly at: string
  /** Date of the platform's clock. */
  readonly date: string
  readonly kind: RecordKind
  readonly title: string
  readonly direction: 'in' | 'out' | null
  readonly application_id: string | null
  readonly guild_id: string | null
  readonly user_id: string | null
  readonly session_id: string | null
  readonly status: number | null
  readonly duration_ms: number | null
  readonly bytes: number
  /** Why it was refused, one step an entry. */
  readonly why: readonly string[] | null
}

/** A record with its details. Their fields depend on its kind. */
export interface DetailedRecord extends TapeRecord {
  readonly details: RecordDetails
}

export interface RecordDetails {
  readonly request?: HttpMessage | null
  readonly response?: HttpMessage | null
  /** Of a delivery that failed. */
  readonly error?: string | null
  readonly replayable?: boolean
  /** Of frames. */
  readonly op?: number
  readonly t?: string | null
  readonly s?: number | null
  readonly payload?: unknown
  /** A frame that can't be read, or the beginning of a long one. */
  readonly text?: string
  /** Of events. */
  readonly type?: string
  readonly received?: readonly Recipient[]
  readonly withheld?: readonly Withheld[]
  /** Of RPC. */
  readonly cmd?: string | null
  readonly evt?: string | null
  readonly nonce?: string | null
}

export interface HttpMessage {
  readonly method?: string
  readonly url?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** JSON, or text for other types and for a body that was cut. */
  readonly body?: unknown
  readonly body_bytes?: number
  readonly body_cut?: boolean
  /** Files of a multipart body. */
  readonly body_parts?: readonly { readonly name: string; readonly filename: string; readonly bytes: number }[]
}

export interface Recipient {
  readonly session_id: string | null
  readonly user_id: string
  readonly application_id: string | null
}

/** A session that did not receive an event. */
export interface Withheld extends Recipient {
  readonly reason: string
  readonly explanation: string
}

export interface TapePage {
  readonly recording: boolean
  /** Wall-clock time of the start of the platform. Ids of records begin with 1 then. */
  readonly began_at: string
  readonly first_id: number | null
  readonly last_id: number | null
  readonly records: readonly TapeRecord[]
}

export interface ClockState {
  readonly now: string
  readonly frozen: boolean
}

/** Names of what ids stand for, at most 1,000 of each kind. */
export interface Directory {
  readonly people: readonly { readonly id: string; readonly username: string }[]
  readonly applications: readonly { readonly id: string; readonly name: string; readonly bot_id: string | null }[]
  readonly guilds: readonly { readonly id: string; readonly name: string }[]
}

export interface ControlSession {
  readonly session_id: string
  readonly kind: 'bot' | 'person' | 'game'
  readonly user_id: string
  readonly application_id: string | null
  readonly intents: number
  readonly seq: number
  readonly connected: boolean
}

export type GatewayFaultType =
  | 'drop'
  | 'close'
  | 'invalid_session'
  | 'reconnect'
  | 'delay_frames'
  | 'drop_frames'
  | 'duplicate_frames'

export interface GatewayFaultRequest {
  readonly type: GatewayFaultType
  readonly session_id?: string
  readonly code?: number
  readonly resumable?: boolean
  readonly frames?: number
  readonly delay_ms?: number
}

export interface RequestFaultRequest {
  readonly method?: string
  readonly path?: string
  readonly application_id?: string
  readonly count?: number | null
  readonly delay_ms?: number
  readonly status?: number
  readonly code?: number
  readonly message?: string
  readonly scope?: string
  readonly retry_after?: number
}

export interface RequestFaultState {
  readonly id: number
  readonly method?: string
  readonly path?: string
  readonly user_id?: string
  readonly application_id?: string
  readonly count: number | null
  readonly delay_ms: number
  readonly status: number | null
}

export interface EndpointFaultState {
  readonly id: number
  readonly type: 'timeout' | 'refuse'
  readonly url?: string
  readonly count: number | null
}

export interface IssuedToken {
  readonly token: string
  readonly user_id: string
}

export interface Snapshot {
  readonly name: string
  readonly created_at?: string
  readonly bytes?: number
}

/** A platform of the process, with what its ready line has. */
export interface NamedWorld {
  readonly name: string
  readonly ready: { readonly url: string; readonly control: { readonly key: string } }
}
