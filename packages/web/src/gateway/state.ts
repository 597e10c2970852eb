import type {
  ApplicationObject,
  ChannelObject,
  CommandChoiceObject,
  CurrentUserObject,
  EmojiObject,
  GuildObject,
  MemberObject,
  MessageObject,
  PresenceObject,
  RoleObject,
  ScheduledEventObject,
  StageInstanceObject,
  StickerObject,
  UserObject,
  VoiceStateObject,
} from '@guildhall/protocol'
import type { ConnectionStatus } from './connection.ts'

/** A guild that the person is in, with what belongs to it alone. */
export interface GuildState {
  readonly guild: GuildObject
  readonly unavailable: boolean
  readonly joinedAt: string | null
  readonly memberCount: number
  readonly roles: ReadonlyMap<string, RoleObject>
  readonly emojis: ReadonlyMap<string, EmojiObject>
  readonly stickers: ReadonlyMap<string, StickerObject>
  /** Known members by user id: not all of a large guild. */
  readonly members: ReadonlyMap<string, MemberObject>
  readonly presences: ReadonlyMap<string, PresenceObject>
  /** Voice states by user id. */
  readonly voiceStates: ReadonlyMap<string, VoiceStateObject>
  readonly stages: ReadonlyMap<string, StageInstanceObject>
  readonly events: ReadonlyMap<string, ScheduledEventObject>
}

/** A message as the app shows it. */
export interface ShownMessage extends MessageObject {
  guild_id?: string | undefined
  /** Own message that the server has not confirmed yet, or refused. */
  local?: { readonly state: 'sending' | 'failed'; readonly error?: string; readonly retry?: () => void }
}

/** Loaded messages of a channel: one unbroken range, oldest first. */
export interface MessageRange {
  readonly items: readonly ShownMessage[]
  readonly hasOlder: boolean
  readonly hasNewer: boolean
}

/** Last message that the person has read in a channel. */
export interface ReadState {
  readonly lastReadId: string | null
  readonly mentions: number
}

/** A relationship of the person with another user. */
export interface Relationship {
  readonly id: string
  readonly type: number
  readonly user: UserObject
  readonly nickname?: string | null
}

/** An interaction that the person started, by its nonce, until the application responds. */
export interface PendingInteraction {
  readonly nonce: string
  readonly kind: 'command' | 'component' | 'modal'
  readonly state: 'waiting' | 'failed'
  readonly channelId: string
  /** Message of the component, if it was one. */
  readonly messageId: string | null
  readonly customId: string | null
  /** Message that stands for the interaction until the application responds. Its id is the nonce. */
  readonly message: ShownMessage | null
  readonly error?: string
}

/** A modal that an application opened. */
export interface OpenModal {
  readonly id: string
  readonly nonce: string | null
  readonly channelId: string
  readonly guildId: string | null
  readonly customId: string
  readonly title: string
  readonly components: readonly unknown[]
  readonly application: Pick<ApplicationObject, 'id' | 'name' | 'icon'>
}

/** Everything that the app knows from the gateway and its own actions. Reducers replace what changes. */
export interface ClientState {
  readonly status: ConnectionStatus
  readonly sessionId: string | null
  readonly self: CurrentUserObject | null
  readonly users: ReadonlyMap<string, UserObject>
  readonly guilds: ReadonlyMap<string, GuildState>
  /** Channels, threads and direct messages. */
  readonly channels: ReadonlyMap<string, ChannelObject>
  /** Presences of friends, which belong to no guild. */
  readonly presences: ReadonlyMap<string, PresenceObject>
  /** Times in milliseconds until which users are shown as typing, by channel and user. */
  readonly typing: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly messages: ReadonlyMap<string, MessageRange>
  readonly reads: ReadonlyMap<string, ReadState>
  readonly relationships: ReadonlyMap<string, Relationship>
  readonly interactions: ReadonlyMap<string, PendingInteraction>
  readonly modal: OpenModal | null
  /** Newest choices for an option that the person types, by the nonce of their request. */
  readonly autocomplete: { readonly nonce: string; readonly choices: readonly CommandChoiceObject[] } | null
  /** Voice states in calls of direct messages, by channel and user. */
  readonly calls: ReadonlyMap<string, ReadonlyMap<string, VoiceStateObject>>
}

/** State before READY. */
export const EMPTY: ClientState = {
  status: 'connecting',
  sessionId: null,
  self: null,
  users: new Map(),
  guilds: new Map(),
  channels: new Map(),
  presences: new Map(),
  typing: new Map(),
  messages: new Map(),
  reads: new Map(),
  relationships: new Map(),
  interactions: new Map(),
  modal: null,
  autocomplete: null,
  calls: new Map(),
}
