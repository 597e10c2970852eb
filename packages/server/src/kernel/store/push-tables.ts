import type { Instant, Snowflake } from '@guildhall/protocol'

/** A browser that receives web push for a person. */
export interface PushDeviceTable {
  id: Snowflake
  user_id: Snowflake
  /** Hash of the token of its session, with which it is deleted. */
  session: string
  /** SHA-256 of the subscription, base64url. */
  subscription_hash: string
  /** Address and keys of the browser as JSON, encrypted. */
  subscription: string
  /** Origin of the push service. */
  origin: string
  /** Messages that were given up one after another. */
  failures: number
  created_at: Instant
}

/** A message that waits to be sent to a device. It replaces a waiting one with the same tag. */
export interface PushMessageTable {
  id: Snowflake
  device_id: Snowflake
  tag: string
  /** PushPayload as JSON. */
  payload: string
  due_at: Instant
  /** Time from which it is of no use. */
  expires_at: Instant
  attempts: number
}

/** Tables of web push. */
export interface PushTables {
  push_devices: PushDeviceTable
  push_messages: PushMessageTable
}
