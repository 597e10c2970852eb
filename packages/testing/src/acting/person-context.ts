import type { Actor } from './actor.ts'
import type { Reference } from './references.ts'

/** The platform as its people need it. */
export interface PersonContext {
  /** Base address of the HTTP API. */
  readonly api: string
  /** Address of the gateway. */
  readonly gateway: string
  /** Default limit of a wait. */
  readonly limitMs: number
  /** Waits until everybody whom the test has named is connected, so that nobody misses what happens next. */
  gather(): Promise<void>
  /** Returns the name of a person, bot, guild, channel or role in the world. */
  nameOf(id: string): string | undefined
  /** Returns the person who owns a guild of the world, and a channel to invite to. */
  hostOf(guild: Reference): { owner: Actor; channelId: string }
  /** Returns the last lines of the tape, or nothing where it does not record. */
  tape(): Promise<readonly string[]>
  /** Returns why the last request of a user with this status was refused; nothing where the tape is off. */
  reason(userId: string, status: number): Promise<readonly string[]>
}
