import type { Snowflake } from '@guildhall/protocol'
import type { AttachmentSigner } from './attachment-urls.ts'
import type { GuildView } from './guild-view.ts'
import type { Viewer } from './viewer.ts'

/** Where an event is announced. Events of one topic arrive in commit order and carry its version. */
export type Topic = `guild.${string}` | `user.${string}` | `app.${string}` | `lobby.${string}`
export const guildTopic = (id: Snowflake): Topic => `guild.${id}`
export const userTopic = (id: Snowflake): Topic => `user.${id}`

/**
 * What an event is and who is shown it, said once. The payload is the inside object; `present` makes the wire object.
 * All functions are pure.
 */
export interface EventType<P> {
  /** The dispatch name; empty for what only views and doors hear. */
  readonly name: string
  /** Intents of which a bot's session needs one; 0 for none. */
  intents(payload: P): number
  visibleTo(viewer: Viewer, payload: P): boolean
  /** Users who may be shown more than others that see alike (author, mentioned): judged one by one. */
  evaluateIndividually?(payload: P): Iterable<Snowflake>
  /** Viewers with the same variant are sent the same bytes. One variant for all when left out. */
  variant?(viewer: Viewer, payload: P): string
  /** Returns the wire object (`d`) of a variant. `urls` signs the addresses of its attachments. */
  present(payload: P, variant: string, urls: AttachmentSigner): unknown
  /** The channel that the event itself tells of in full. */
  subjectChannel?(payload: P): Snowflake
  /** The channel whose viewers alone may know of it: who has lost sight of it meanwhile is not sent it again. */
  visibleInChannel?(payload: P): Snowflake | null
  /** Users who may see other things from now on, where `epoch` stays as it is. */
  affectedUsers?(payload: P): Iterable<Snowflake>
  /** Brings a guild view up to date; only for events of guild topics. */
  apply?(view: GuildView, payload: P): void
  /** GUILD_CREATE does not tell of it, although it changes the guild view. */
  readonly outsideSnapshot?: true
  /** The user of this user topic has joined or left the guild: doors start or stop showing it. */
  readonly membership?: 'joined' | 'left'
  /** The guild of this topic is gone: its view is dropped, and doors stop showing it. */
  readonly endsGuild?: true
  /** Tokens of this topic's user were revoked. Returns whether a token is one of them; its gateway sessions end. */
  revokesToken?(payload: P, token: SessionToken): boolean
  /** What is known of this topic's user by their tokens must be read again. */
  readonly changesIdentity?: true
}

/** The token that a gateway session was begun with. */
export interface SessionToken {
  readonly hash: string
  /** The application of an OAuth2 token; null for a bot's or person's own token. */
  readonly grantedTo: Snowflake | null
}

export function eventType<P>(type: EventType<P>): EventType<P> {
  return type
}

export interface Event<P = unknown> {
  readonly type: EventType<P>
  readonly topic: Topic
  readonly payload: P
  /** The topic's version with this event; 0 for what is not kept (typing, presence). */
  version: number
  /** Decides the shard that shows an event of a user topic; null goes to shard 0. */
  readonly guildId: Snowflake | null
}

/** Carries committed events to all who listen, in order. */
export interface Bus {
  publish(events: readonly Event[]): void
  /** Answers a function that stops listening. A listener must not throw and must return fast. */
  listen(listener: (event: Event) => void): () => void
  close(): Promise<void>
}
