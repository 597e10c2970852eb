/** Bodies of the control API that the inspector reads and sends. docs/control-api.md describes them. */
import type { ControlApi } from '@guildhall/client/control'

export const RECORD_KINDS = ['request', 'frame', 'event', 'delivery', 'rpc', 'voice'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** One record of the tape, without its details. */
export type TapeRecord = ControlApi['GET /tape']['response']['records'][number]

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

export type TapePage = ControlApi['GET /tape']['response']
export type ControlSession = ControlApi['GET /gateway/sessions']['response'][number]
export type VoiceCallState = ControlApi['GET /voice/calls']['response'][number]
export type GatewayFaultRequest = ControlApi['POST /gateway/faults']['request']
export type GatewayFaultType = GatewayFaultRequest['type']
export type RequestFaultRequest = ControlApi['POST /requests/faults']['request']
export type RequestFaultState = ControlApi['GET /requests/faults']['response'][number]
export type EndpointFaultState = ControlApi['GET /endpoints/faults']['response'][number]
