import type { Instant, Snowflake } from '@guildhall/protocol'
import type { AttachmentSigner } from './attachment-urls.ts'
import type { GuildView } from './guild-view.ts'
import type { NodeLife } from './lease.ts'
import type { LobbyPresence } from './lobby-presence.ts'
import type { LobbyView } from './lobby-view.ts'
import type { Channel, SessionPresence, User, UserPresence, VoiceState } from './model.ts'
import type { SessionKind, Viewer } from './viewer.ts'

/** Stream that an event belongs to. Events of one topic arrive in commit order, each with the topic's next version. */
export type Topic = `guild.${string}` | `user.${string}` | `app.${string}` | `lobby.${string}`

/** Topic of events that concern all nodes alike: no application has this id. */
export const PLATFORM_TOPIC: Topic = 'app.0'

/** Returns the topic of a guild. */
export const guildTopic = (id: Snowflake): Topic => `guild.${id}`

/** Returns the topic of a lobby. */
export const lobbyTopic = (id: Snowflake): Topic => `lobby.${id}`

/** Returns the topic of an application. */
export const applicationTopic = (id: Snowflake): Topic => `app.${id}`

/** Returns the topic of a user. */
export const userTopic = (id: Snowflake): Topic => `user.${id}`

/**
 * Description of one kind of event: who receives it, what is withheld from whom, its wire object, and how it changes a
 * guild view. The payload is the inside object. All functions are pure. docs/event-lifecycle.md follows one event.
 */
export interface EventType<P> {
  /**
   * Name of the type between nodes and in the event log: what the event is about, a dot, and what happened to it, each
   * in kebab-case: `message.created`, `voice-state.changed`. It is not the dispatch name, which several types may
   * share. Nodes of the previous version and rows of the log have it, so it is never renamed and never used again for
   * another payload. `platform/event-types.ts` lists all types.
   */
  readonly key: string
  /** Dispatch name; empty for events that are not sent and only change views or what sessions watch. */
  readonly name: string
  /** Returns the intents of which a bot's session needs one; 0 when it needs none. */
  intents(payload: P): number
  /**
   * Returns the OAuth2 scope with which a game's session receives the event; null for none. Default: no game receives
   * events of this type.
   */
  gameScope?(payload: P): string | null
  /** Returns whether the event may be sent to a viewer at all. */
  visibleTo(viewer: Viewer, payload: P): boolean
  /** Returns users whose variant may differ from that of their group, such as author and mentioned users. */
  evaluateIndividually?(payload: P): Iterable<Snowflake>
  /**
   * Returns the name of the form for a viewer. Viewers with equal variants receive the same bytes. Default: one
   * variant.
   */
  variant?(viewer: Viewer, payload: P): string
  /** Returns what a variant leaves out, for the tape; null for the whole event. Default: null. */
  reducedIn?(variant: string): 'content' | 'obfuscated' | null
  /**
   * Returns the wire object (`d`) of a variant. `urls` signs the addresses of its attachments. `lobbies` knows who is
   * connected to a lobby.
   */
  present(payload: P, variant: string, urls: AttachmentSigner, lobbies?: LobbyPresence): unknown
  /** Returns the channel that the event itself describes, so that regrouping sends no second event about it. */
  subjectChannel?(payload: P): Snowflake
  /** Returns the channel that a session must still see when Resume sends the event again. */
  visibleInChannel?(payload: P): Snowflake | null
  /** Returns users whose own permissions changed although the view's epoch did not. */
  affectedUsers?(payload: P): Iterable<Snowflake>
  /** Brings a guild view up to date; only for events of guild topics. */
  apply?(view: GuildView, payload: P): void
  /**
   * Returns whether no decision depends on what the event changes in the guild view, so that the next unit of work may
   * run before it is applied. Default: no.
   */
  leavesDecisions?(payload: P): boolean
  /** Marks a change of permissions of many users, which raises the epoch of the guild view. */
  readonly changesPermissions?: true
  /** Marks an event of a user that READY contains, if it reads rows with the event. */
  readonly inReady?: true
  /** Marks a change of the guild view that GUILD_CREATE does not contain. */
  readonly outsideSnapshot?: true
  /** Brings a lobby view up to date; only for events of lobby topics. LOBBY_CREATE contains what the event says. */
  applyToLobby?(view: LobbyView, payload: P): void
  /** Returns what the event changes on the platform besides views and what clients receive. Default: nothing. */
  effect?(payload: P): Effect | undefined
}

/** Change on the platform that an event causes, besides views and dispatches. Listeners narrow it by its kind. */
export type Effect =
  | VoiceEffect
  /** The user of this user topic joined or left the guild of the event: sessions start or stop watching it. */
  | { readonly kind: 'membership-changed'; readonly change: 'joined' | 'left' }
  /** The guild of this topic was deleted: its view is dropped, and sessions stop watching it. */
  | { readonly kind: 'guild-ended' }
  /** The user of this user topic joined or left a lobby: sessions start or stop watching it. */
  | { readonly kind: 'lobby-membership-changed'; readonly change: LobbyMembershipChange }
  /** The lobby of this topic was deleted: sessions stop watching it. */
  | { readonly kind: 'lobby-ended' }
  /** Cached identities of the topic's user or application are outdated. */
  | { readonly kind: 'identity-changed' }
  /** The operator's key was replaced by one with this hash. */
  | { readonly kind: 'operator-key-replaced'; readonly hash: string }
  /** The topic's user changed, and with it cached identities. `visible`: other users may see the change. */
  | { readonly kind: 'user-changed'; readonly user: User; readonly visible: boolean }
  /** Tokens of the topic's user were revoked, and cached identities are outdated. Sessions of these tokens end. */
  | { readonly kind: 'tokens-revoked'; readonly revokes: (token: SessionToken) => boolean }
  /** A session without a gateway connection changed. The gateway publishes its presence. */
  | { readonly kind: 'headless-session-changed'; readonly change: HeadlessChange }
  /** A user begins to follow the presence of another one, because they received an invite. */
  | { readonly kind: 'activity-followed'; readonly follow: ActivityFollow }
  /** The topic's user is now a friend of another user, who then sees their presence, or is no friend any more. */
  | { readonly kind: 'friendship-changed'; readonly friendship: Friendship }
  /** A client resumes the session at another node, which asks for it. */
  | { readonly kind: 'session-wanted'; readonly sessionId: string }
  /** The topic's user has a new presence, for their friends. */
  | { readonly kind: 'presence-changed'; readonly presence: UserPresence }
  /** A gateway session of the topic's user has a new presence. Nodes without the session merge it with their own. */
  | { readonly kind: 'session-presence-changed'; readonly change: SessionPresenceChange }

/** Whether the user of a user topic has another user as a friend in one layer. */
export interface Friendship {
  readonly otherId: Snowflake
  /** 0 for friends of the platform, else the game in which they are friends. */
  readonly applicationId: Snowflake
  readonly friends: boolean
}

/** Beginning or end of a user's membership in a lobby. */
export interface LobbyMembershipChange {
  readonly kind: 'joined' | 'left'
  readonly lobbyId: Snowflake
  /** Application of the lobby: sessions of other games are not concerned. */
  readonly applicationId: Snowflake
}

/** Effect of an event on voice connections. */
export type VoiceEffect =
  | {
      readonly kind: 'state-changed'
      /** Guild, or the DM, group DM or lobby itself. */
      readonly serverId: Snowflake
      readonly state: VoiceState
      /** Former state, which clients know; undefined where the event does not say it. */
      readonly before?: VoiceState | undefined
      /** Whether the user's own session chose the channel. */
      readonly chosen?: boolean
      /** False for a call that is never encrypted, whatever its channel is. */
      readonly encrypts?: boolean
    }
  | { readonly kind: 'member-removed'; readonly guildId: Snowflake; readonly userId: Snowflake }
  | { readonly kind: 'channel-deleted'; readonly channel: Channel }
  /** A user left a group DM. */
  | { readonly kind: 'recipient-removed'; readonly channelId: Snowflake; readonly userId: Snowflake }

/** Presence that a gateway session of one of several nodes has begun with, changed to, or ended. */
export interface SessionPresenceChange {
  readonly sessionId: string
  /** Node that wrote it, in one of its lives. */
  readonly node: NodeLife
  readonly kind: SessionKind
  /** Application of a bot's or game's session. */
  readonly applicationId: Snowflake | null
  /** Whether lobbies are visible to it, for a game's session. */
  readonly seesLobbies: boolean
  /** Number of its shard, and of all shards. */
  readonly shard: readonly [number, number]
  /** Null when the session has ended. Secrets of activities stay in the row of the session. */
  readonly presence: Omit<SessionPresence, 'secrets'> | null
}

/** A session without a gateway connection that began, changed or ended. */
export interface HeadlessChange {
  readonly id: string
  readonly userId: Snowflake
  readonly applicationId: Snowflake
  /** Null when the session has ended. */
  readonly current: { readonly user: User; readonly presence: SessionPresence } | null
}

/** A user who receives the presence of another one in a game until an invite expires. */
export interface ActivityFollow {
  readonly userId: Snowflake
  readonly applicationId: Snowflake
  readonly byUserId: Snowflake
  /** Application whose sessions receive it: the same, or one of the same publisher. */
  readonly byApplicationId: Snowflake
  readonly until: Instant
}

/** Token with which a gateway session identified. */
export interface SessionToken {
  readonly hash: string
  /** Application of an OAuth2 token; null for a bot's or person's own token. */
  readonly grantedTo: Snowflake | null
}

/** Declares an event type; it only infers the type of the payload. */
export function eventType<P>(type: EventType<P>): EventType<P> {
  return type
}

/** An event of a topic. */
export interface Event<P = unknown> {
  readonly type: EventType<P>
  readonly topic: Topic
  /** An event of another node parses it when it is read first. */
  readonly payload: P
  /** Version of the topic with this event; 0 for events that are not stored (typing, presence, voice). */
  version: number
  /** Guild whose shard receives an event of a user topic; null for shard 0. */
  readonly guildId: Snowflake | null
}

/** Returns what an event changes besides views and dispatches. Payloads of types without effects stay unread. */
export const effectOf = (event: Event): Effect | undefined => event.type.effect?.(event.payload)

/** Returns an event that is not stored, such as a presence or a voice state. It is published outside units of work. */
export function unversioned<P>(type: EventType<P>, topic: Topic, payload: P, guildId: Snowflake | null): Event {
  return { type: type as EventType<unknown>, topic, payload, version: 0, guildId }
}
