import {
  Int,
  OneOf,
  Optional,
  OptionalNullable,
  SnowflakeId,
  Text,
  Timestamp,
  Type,
} from '../../../validation/schema.ts'

/** Longest step of the clock: a hundred years. */
const STEP_MAX_MS = 3_155_760_000_000
const DELAY_MAX_MS = 600_000
const MEDIA_DELAY_MAX_MS = 10_000
const FRAMES_MAX = 10_000
const COUNT_MAX = 1_000_000

/** Fields that every operation of the control API has. */
export const CONTROL = {
  callers: ['operator'],
  outsideGlobalLimit: true,
  hidesLimit: true,
  onlyKnownFields: true,
  limit: { limit: 10_000, windowMs: 1_000 },
} as const

export const ClockChange = Type.Object({
  advance_ms: Optional(Int(0, STEP_MAX_MS)),
  /** Not before the present date of the platform. */
  now: Optional(Timestamp),
  frozen: Optional(Type.Boolean()),
})

export const TokenRequest = Type.Object({
  user_id: Optional(SnowflakeId),
  username: Optional(Text(1, 32)),
  /** The application's bot. */
  application_id: Optional(SnowflakeId),
})

export const NewPerson = Type.Object({
  username: Text(2, 32),
  global_name: OptionalNullable(Text(1, 32)),
})

export const SessionSelection = Type.Object({
  session_id: Optional(Text(1, 64)),
  user_id: Optional(SnowflakeId),
  application_id: Optional(SnowflakeId),
})

export const GatewayFaultRequest = Type.Object({
  ...SessionSelection.properties,
  type: OneOf('drop', 'close', 'invalid_session', 'reconnect', 'delay_frames', 'drop_frames', 'duplicate_frames'),
  /** Of `close`; 4000 without it. */
  code: Optional(Int(1000, 4999)),
  /** Of `invalid_session`. */
  resumable: Optional(Type.Boolean()),
  /** Dispatches that the fault applies to; 1 without it. */
  frames: Optional(Int(1, FRAMES_MAX)),
  delay_ms: Optional(Int(0, DELAY_MAX_MS)),
})

export const RequestFaultRequest = Type.Object({
  method: Optional(OneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
  /** `**`, or one that begins with a slash: another would never match. */
  path: Optional(Type.String({ minLength: 1, maxLength: 500, pattern: '^(?:/|\\*\\*$)' })),
  user_id: Optional(SnowflakeId),
  application_id: Optional(SnowflakeId),
  /** 1 without it; null until it is deleted. */
  count: OptionalNullable(Int(1, COUNT_MAX)),
  delay_ms: Optional(Int(0, DELAY_MAX_MS)),
  status: Optional(Int(400, 599)),
  /** Documented error code of the body. */
  code: Optional(Int(0, 999_999)),
  message: Optional(Text(0, 1_000)),
  /** Of status 429. */
  scope: Optional(OneOf('user', 'global', 'shared')),
  /** Of status 429, in seconds; 1 without it. */
  retry_after: Optional(Type.Number({ minimum: 0, maximum: 3_600 })),
})

export const EndpointFaultRequest = Type.Object({
  type: OneOf('timeout', 'refuse'),
  /** Beginning of the address. */
  url: Optional(Text(1, 2_048)),
  count: OptionalNullable(Int(1, COUNT_MAX)),
})

export const VoiceFaultRequest = Type.Object({
  /** `cut` loses everything, `none` ends the fault. */
  type: OneOf('loss', 'delay', 'cut', 'none'),
  user_id: Optional(SnowflakeId),
  channel_id: Optional(SnowflakeId),
  /** Packets that are lost, of `loss`; 10 without it. */
  percent: Optional(Type.Number({ minimum: 0, maximum: 100 })),
  /** Of `loss` and `delay`. */
  delay_ms: Optional(Int(0, MEDIA_DELAY_MAX_MS)),
})

export const VoiceProbeRequest = Type.Object({
  /** Fragment of an offer, as op 1 of the voice gateway has it. */
  sdp: Text(1, 10_000),
})

export const FaultPath = Type.Object({ fault_id: Int(1, Number.MAX_SAFE_INTEGER) })
