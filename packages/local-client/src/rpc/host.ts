import type { Events } from '@guildhall/client'
import type {
  ActivityObject,
  ChannelObject,
  EntitlementObject,
  GuildObject,
  MemberObject,
  RelationshipObject,
  UserObject,
  VoiceStateObject,
} from '@guildhall/protocol'
import type { ActivityParticipant, EmbeddedHost, FrameState } from './embedded-host.ts'
import type { InvitesHost } from './invites-host.ts'

/** An application that connected, as `GET /applications/{id}/rpc` describes it. */
export interface RpcApplication {
  readonly id: string
  readonly name: string
  readonly icon: string | null
  readonly description: string
  readonly rpc_origins?: readonly string[]
}

/** A guild of the person, as far as RPC shows it. */
export interface HostGuild {
  readonly guild: Pick<GuildObject, 'id' | 'name' | 'icon' | 'roles'> & { readonly vanity_url_code?: string | null }
  readonly channels: ReadonlyMap<string, ChannelObject>
  /** The person's own member, once the client knows it. */
  readonly member?: MemberObject
  /** By user. */
  readonly voiceStates: ReadonlyMap<string, VoiceStateObject>
}

/** Place and permissions that a consent gives an application, besides scopes. */
export interface ConsentInstall {
  /** Guild to which the application is added; null for the person's account. */
  readonly guild: { readonly id: string; readonly name: string } | null
  /** Permissions of the bot's role as a bit set; null without a bot. */
  readonly permissions: string | null
}

/** Question to the person before an application receives a code. */
export interface ConsentRequest {
  readonly application: RpcApplication
  readonly scopes: readonly string[]
  /** Undefined if the application only gets scopes. */
  readonly install?: ConsentInstall
  /** SKU that the application proposes to buy, in place of scopes. */
  readonly skuId?: string
  /** Aborted when the connection of the application ends: the question is not to be answered any more. */
  readonly signal: AbortSignal
}

/** Pages that a client with a window shows. */
export interface HostWindow {
  /** Opens a page of the web app by its path, for example `/channels/@me`. Returns false if no web app is open. */
  open(path: string): Promise<boolean>
}

/** Status and activity of another user. */
export interface HostPresence {
  readonly status: string
  readonly activities: readonly ActivityObject[]
}

/** The person's own voice settings. They are local: the platform knows only mute and deafen. */
export interface VoiceSettings {
  readonly input: { readonly device_id: string; readonly volume: number }
  readonly output: { readonly device_id: string; readonly volume: number }
  readonly mode: VoiceMode
  readonly automatic_gain_control: boolean
  readonly echo_cancellation: boolean
  readonly noise_suppression: boolean
  readonly qos: boolean
  readonly silence_warning: boolean
  readonly deaf: boolean
  readonly mute: boolean
}

export interface VoiceMode {
  readonly type: 'PUSH_TO_TALK' | 'VOICE_ACTIVITY'
  readonly auto_threshold: boolean
  readonly threshold: number
  readonly shortcut: readonly { readonly type: number; readonly code: number; readonly name?: string }[]
  readonly delay: number
}

/** Names of the events of the client itself. */
export const LocalEvent = {
  /** The platform refused the person's own token. */
  SIGNED_OUT: 'local:signed-out',
  VOICE_SETTINGS: 'local:voice-settings',
  VOICE_CONNECTION: 'local:voice-connection',
  SPEAKING: 'local:speaking',
  VOICE_CHANNEL: 'local:voice-channel',
  /** The frame of an activity changed. */
  ACTIVITY_FRAME: 'local:activity-frame',
  ACTIVITY_PARTICIPANTS: 'local:activity-participants',
} as const

/** Payloads of the events that listeners of a client receive: those of the gateway, and of the client itself. */
export interface HostEvents extends Events {
  ENTITLEMENT_CREATE: EntitlementObject
  ENTITLEMENT_DELETE: EntitlementObject
  'local:signed-out': null
  'local:voice-settings': VoiceSettings
  'local:voice-connection': VoiceConnection
  'local:speaking': SpeakingChange
  'local:voice-channel': VoicePlace | null
  'local:activity-frame': FrameState
  'local:activity-participants': readonly ActivityParticipant[]
}

/** Calls a listener with each event of a name; returns the function that ends it. */
export type Listen = <E extends keyof HostEvents>(event: E, listener: (data: HostEvents[E]) => void) => () => void

/** Volume, pan and mute of another user, as only this person hears them. */
export interface UserVoice {
  readonly volume: number
  readonly mute: boolean
  readonly pan: { readonly left: number; readonly right: number }
}

/** A voice channel, or a call in a DM. */
export interface VoicePlace {
  readonly guildId: string | null
  readonly channelId: string
}

/** State of the person's voice connection. Times are in milliseconds. */
export interface VoiceConnection {
  readonly state: string
  /** Empty without a voice server. */
  readonly hostname: string
  readonly pings: readonly { readonly time: number; readonly value: number }[]
  readonly average_ping?: number
  readonly last_ping?: number
}

/** A user in the person's call began or stopped to speak. */
export interface SpeakingChange {
  readonly channelId: string
  readonly userId: string
  readonly isSpeaking: boolean
}

/** The platform refused a request of the person's client. */
export class HostRefusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Request to the HTTP API. */
export interface HostRequest {
  readonly body?: unknown
  /** Bearer token of an application in place of the person's own. */
  readonly bearer?: string
}

/** The person's client that RPC commands act on. Only what it offers reaches the platform. */
export interface Host {
  readonly addresses: { readonly api: string; readonly cdn: string }
  /** The person who is signed in. */
  user(): UserObject
  guilds(): Iterable<HostGuild>
  /** Returns a guild of the person; undefined for another one. */
  guild(id: string): HostGuild | undefined
  /** Returns a channel of a guild or a DM that the person sees. */
  channel(id: string): ChannelObject | undefined
  /** Returns the person's permissions in a channel that they see. */
  permissions(channelId: string): bigint
  /** Sends a request to the HTTP API. @throws HostRefusal for a refused one */
  request<T>(method: string, path: string, request?: HostRequest): Promise<T>
  /** Listens to events of the person's gateway session and of the client. */
  readonly on: Listen
  /** Shows an activity of an application in the person's presence, or none. `owner` names the connection. */
  setActivity(owner: object, activity: ActivityObject | null): void
  /** The voice channel that the person is in through this client; null for none. */
  selectedVoice(): string | null
  /** Joins a voice channel. Resolves with false if that fails within the time. */
  joinVoice(channel: VoicePlace, timeoutMs: number): Promise<boolean>
  leaveVoice(): void
  voiceSettings(): VoiceSettings
  /** Reserves the voice settings for one session. Returns false while another has them. */
  lockVoiceSettings(owner: object): boolean
  /** Gives them back, with their former values. */
  unlockVoiceSettings(owner: object): void
  changeVoiceSettings(owner: object, change: Partial<VoiceSettings>): void
  /** Changes how the person hears another user, and returns the result. */
  changeUserVoice(owner: object, userId: string, change: Partial<UserVoice>): UserVoice
  /** Other users whose voice the person changed. */
  userVoices(): ReadonlyMap<string, UserVoice>
  /** Undefined where games are not joined. */
  readonly invites?: InvitesHost
  /** Asks the person whether an application may have the scopes. */
  consent(request: ConsentRequest): Promise<boolean>
  /** Language of the person's client. */
  locale(): string
  /** Friends, blocked users and requests of the person. */
  relationships(): Iterable<RelationshipObject>
  /** Returns the presence of a friend; undefined for an offline one. */
  presence(userId: string): HostPresence | undefined
  /** Asks the person to buy a SKU. Resolves with null if they do not. Undefined where nothing can be bought. */
  readonly purchase?: (
    application: RpcApplication,
    skuId: string,
    signal: AbortSignal,
  ) => Promise<readonly EntitlementObject[] | null>
  /** Resolves with an image of the CDN as a `data:` address. @throws HostRefusal if there is none */
  readonly image?: (path: string) => Promise<string>
  readonly window?: HostWindow
  /** Only for a session of an activity inside the client. */
  readonly embedded?: EmbeddedHost
}
