import type { Instant, Snowflake } from '@guildhall/protocol'

/** Text of a mail. It may hold the token of a link, so that it is stored encrypted. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A mail that waits to be sent. */
export interface WaitingMail {
  readonly id: Snowflake
  readonly address: string
  readonly createdAt: Instant
  readonly dueAt: Instant
  readonly attempts: number
  readonly content: MailContent
}

/** Mails to one address in an hour, so that nobody floods a stranger by this platform. */
export const MAILS_PER_HOUR = 5
export const HOUR_MS = 3_600_000
