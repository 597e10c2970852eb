import type {
  ActivityInstanceObject,
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
import type { ConnectionStatus } from '../connection/state.ts'

/** A guild without the lists that `GuildState` keeps by id. */
export type GuildRecord = Omit<GuildObject, 'roles' | 'emojis' | 'stickers'>

/** A guild that the person is in, with what belongs to it alone. */
export interface GuildState {
  readonly guild: GuildRecord
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
  /** Voice channels that have a status or a start time, by id. */
  readonly voiceChannels: ReadonlyMap<string, VoiceChannelInfo>
  readonly stages: ReadonlyMap<string, StageInstanceObject>
  readonly events: ReadonlyMap<string, ScheduledEventObject>
}

/** Status and start of a voice channel, which its object does not contain. */
export interface VoiceChannelInfo {
  readonly status: string | null
  /** Unix seconds since which someone is connected; null for an empty channel. */
  readonly startedAt: number | null
}

/** The voice connection of this window, and its own mute and deafen. */
export interface OwnVoice {
  /** Channel that this session is in, or asked to join. A call of a direct message belongs to no guild. */
  readonly target: { readonly guildId: string | null; readonly channelId: string } | null
  /** Whether the person has left a call, and the event of that has not come yet. They may join again before it. */
  readonly isLeaving: boolean
  /** The voice server of that channel; null until the server names it. */
  readonly server: { readonly endpoint: string; readonly token: string } | null
  readonly mute: boolean
  readonly deaf: boolean
  /** Whether this window shows its camera. */
  readonly video: boolean
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
  readonly user_ignored?: boolean
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
  /** Message that represents the interaction until the application responds. Its id is the nonce. */
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

/** One user in an activity. */
export interface ActivityParticipant {
  readonly user_id: string
  readonly member?: MemberObject
  readonly session_id: string
  readonly nonce: string | null
}

/** A running activity, as EMBEDDED_ACTIVITY_UPDATE_V2 describes it. */
export interface ActivityInstance {
  readonly application_id: string
  /** `i-{launch}-{location}`, which activities know as the id of the instance. */
  readonly composite_instance_id: string
  readonly launch_id: string
  readonly location: ActivityInstanceObject['location']
  readonly participants: readonly ActivityParticipant[]
}

/** A call in a direct message or group. */
export interface Call {
  /** Users whose clients ring. */
  readonly ringing: readonly string[]
  /** Voice states of the participants, by user. */
  readonly states: ReadonlyMap<string, VoiceStateObject>
}

/** Everything that the app knows from the gateway and its own actions. Reducers replace what changes. */
export interface ClientState {
  /** Time in milliseconds for which the state was worked out last. Ends of timeouts are compared with it. */
  readonly now: number
  readonly status: ConnectionStatus
  readonly sessionId: string | null
  /** Hash by which `GET /auth/sessions` lists the token of this client. */
  readonly authSessionIdHash: string | null
  readonly self: CurrentUserObject | null
  /** Language that the person chose; null while the app follows the device. */
  readonly locale: string | null
  readonly users: ReadonlyMap<string, UserObject>
  readonly guilds: ReadonlyMap<string, GuildState>
  /** Channels, threads and direct messages. */
  readonly channels: ReadonlyMap<string, ChannelObject>
  /** Presences of friends, which belong to no guild. */
  readonly presences: ReadonlyMap<string, PresenceObject>
  /** Times in milliseconds until which users are shown as typing, by channel and user. */
  readonly typing: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly messages: ReadonlyMap<string, MessageRange>
  /** Newest message by channel, of those that arrived. Channels themselves stay as they were loaded. */
  readonly newest: ReadonlyMap<string, string>
  readonly reads: ReadonlyMap<string, ReadState>
  readonly relationships: ReadonlyMap<string, Relationship>
  readonly interactions: ReadonlyMap<string, PendingInteraction>
  readonly modal: OpenModal | null
  /** Newest choices for an option that the person types, by the nonce of their request. */
  readonly autocomplete: { readonly nonce: string; readonly choices: readonly CommandChoiceObject[] } | null
  /** Calls in direct messages, by channel. */
  readonly calls: ReadonlyMap<string, Call>
  readonly voice: OwnVoice
  /** Running activities that the person sees, by instance id. */
  readonly activities: ReadonlyMap<string, ActivityInstance>
}

/** State before READY. */
export const EMPTY: ClientState = {
  now: 0,
  status: 'connecting',
  sessionId: null,
  authSessionIdHash: null,
  self: null,
  locale: null,
  users: new Map(),
  guilds: new Map(),
  channels: new Map(),
  presences: new Map(),
  typing: new Map(),
  messages: new Map(),
  newest: new Map(),
  reads: new Map(),
  relationships: new Map(),
  interactions: new Map(),
  modal: null,
  autocomplete: null,
  calls: new Map(),
  voice: { target: null, isLeaving: false, server: null, mute: false, deaf: false, video: false },
  activities: new Map(),
}
