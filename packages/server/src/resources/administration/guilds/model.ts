import type { Snowflake } from '@guildhall/protocol'

/** A guild as operators see it: its size, and nothing of what is said in it. */
export interface GuildSize {
  readonly id: Snowflake
  readonly name: string
  readonly ownerId: Snowflake
  readonly members: number
  readonly messages: number
  /** Bytes of the guild's files. */
  readonly bytes: bigint
}
