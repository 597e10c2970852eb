import type { Snowflake } from '@guildhall/protocol'

/** Devices of one person. With one more, the oldest is removed. */
export const DEVICES_MAX = 20
/** Messages given up one after another, after which a device is removed. */
export const FAILURES_MAX = 10

/** Address and keys of a browser, by RFC 8030 and RFC 8291. */
export interface PushSubscription {
  readonly endpoint: string
  /** Public key of the browser: a point of P-256, uncompressed. */
  readonly p256dh: Buffer
  readonly auth: Buffer
}

/** A device as its person may see it. */
export interface PushDevice {
  readonly id: Snowflake
  readonly origin: string
  readonly created_at: number
}

/** Content of a notification. */
export interface PushPayload {
  readonly title: string
  /** Empty if the instance or the person wants no text. */
  readonly body: string
  /** A notification replaces the one with the same tag. */
  readonly tag: string
  /** Address that is opened, relative to the web app. */
  readonly url: string
}

/** A notification for the devices of a person. */
export interface PushNotice {
  readonly userId: Snowflake
  readonly payload: PushPayload
  /** Time for which it is of use. */
  readonly lifetimeMs: number
}

/** A notification that is sent to a device now. */
export interface PushDelivery {
  readonly id: Snowflake
  readonly deviceId: Snowflake
  readonly origin: string
  readonly subscription: PushSubscription
  readonly payload: PushPayload
  readonly expiresAt: number
  /** Attempts that have failed. */
  readonly attempts: number
}
