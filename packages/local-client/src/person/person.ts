import type { GatewayConnection } from '@guildhall/client'
import {
  type ActivityObject,
  type ChannelObject,
  ChannelType,
  type EntitlementObject,
  GatewayOp,
  type MessageObject,
  type RelationshipObject,
  type UserObject,
  type VoiceStateObject,
} from '@guildhall/protocol'
import type {
  ConsentRequest,
  Host,
  HostEvents,
  HostGuild,
  HostPresence,
  HostRequest,
  HostWindow,
  Listen,
  RpcApplication,
  UserVoice,
  VoicePlace,
  VoiceSettings,
} from '../rpc/host.ts'
import { LocalEvent } from '../rpc/host.ts'
import { ActivityInvites } from '../rpc/invites.ts'
import { VoiceControl } from '../rpc/voice-control.ts'
import { loadImage, PersonApi, signIn } from './api.ts'
import { KnownFriends } from './friends.ts'
import { openPersonGateway } from './gateway.ts'
import { KnownGuilds } from './guilds.ts'
import { PresenceBoard } from './presence.ts'
import { Questions } from './questions.ts'
import { VoiceLink, type VoiceServer } from './voice-link.ts'

/** Name and password, or a token. */
export type Credentials = { readonly login: string; readonly password: string } | { readonly token: string }

/**
 * Decides about a question of an application. `askWebApp` asks in the person's open web app, and resolves with null if
 * there is none.
 */
export type Consent = (request: ConsentRequest, askWebApp: () => Promise<boolean | null>) => Promise<boolean>

export interface PersonOptions {
  /** Address of the platform, without a trailing slash. */
  readonly server: string
  readonly credentials: Credentials
  readonly consent: Consent
  /** Called once, when the platform refuses the token. */
  readonly onSignedOut: () => void
}

/** A signed-in person: the host of RPC commands on their computer. It uses only the public API and gateway. */
export class Person implements Host {
  readonly addresses: Host['addresses']
  readonly invites: ActivityInvites
  readonly #api: PersonApi
  readonly #gateway: GatewayConnection
  readonly #guilds = new KnownGuilds()
  readonly #friends = new KnownFriends()
  readonly #presence: PresenceBoard
  readonly #listeners = new Map<keyof HostEvents, Set<(data: never) => void>>()
  readonly #consent: PersonOptions['consent']
  #user: UserObject | null = null
  /** The channel that this session is in, or joins. */
  #place: VoicePlace | null = null
  /** Whether the platform has this session in the place. */
  #isInPlace = false
  readonly #voice = new VoiceControl()
  readonly #link: VoiceLink
  readonly #questions = new Questions({
    request: (method, path, request) => this.#api.request(method, path, request),
    on: (event, listener) => this.on(event, listener),
  })

  private constructor(options: PersonOptions, api: PersonApi, token: string, gateway: string) {
    this.#api = api
    this.#consent = options.consent
    this.addresses = { api: `${options.server}/api`, cdn: `${options.server}/cdn` }
    this.#presence = new PresenceBoard({ send: (op, data) => this.#gateway.send(op, data) })
    this.invites = new ActivityInvites({
      userId: () => this.user().id,
      sessionId: () => this.#gateway.sessionId,
      activityOf: (applicationId) => this.#presence.activityOf(applicationId),
      activitiesOf: (userId) => this.presence(userId)?.activities ?? [],
      recipientOf: (channelId) => this.#recipientOf(channelId),
      settled: async () => void (await this.#gateway.flush()),
      request: (method, path, request) => this.#api.request(method, path, request),
      now: () => performance.now(),
    })
    this.#link = new VoiceLink({
      secure: options.server.startsWith('https:'),
      userId: () => this.user().id,
      sessionId: () => this.#gateway.sessionId,
      onStatus: (status) => this.#emit(LocalEvent.VOICE_CONNECTION, status),
      onSpeaking: (channelId, userId, isSpeaking) => this.#emit(LocalEvent.SPEAKING, { channelId, userId, isSpeaking }),
    })
    this.#gateway = openPersonGateway({
      url: gateway,
      token,
      onDispatch: (event, data) => this.#dispatched(event, data),
      onSignedOut: () => {
        this.#emit(LocalEvent.SIGNED_OUT, null)
        options.onSignedOut()
      },
    })
  }

  /** Signs in, and resolves after READY. @throws HostRefusal for wrong credentials */
  static async signIn(options: PersonOptions): Promise<Person> {
    const base = `${options.server}/api/v10`
    const { credentials } = options
    const token =
      'token' in credentials ? credentials.token : await signIn(base, credentials.login, credentials.password)
    const api = new PersonApi(base, token)
    // A wrong token is refused here: the gateway would tell it less plainly.
    await api.request('GET', '/users/@me')
    const { url } = await api.request<{ url: string }>('GET', '/gateway')
    const person = new Person(options, api, token, url.replace(/\/+$/, ''))
    await new Promise<void>((resolve) => person.#once('READY', resolve))
    return person
  }

  close(): void {
    this.#presence.close()
    this.#link.close()
    this.#gateway.close()
  }

  user(): UserObject {
    if (!this.#user) throw new Error('the person is not ready')
    return this.#user
  }

  guilds(): Iterable<HostGuild> {
    return this.#guilds.all()
  }

  guild(id: string): HostGuild | undefined {
    return this.#guilds.guild(id)
  }

  channel(id: string): ChannelObject | undefined {
    return this.#guilds.channel(id)
  }

  permissions(channelId: string): bigint {
    return this.#guilds.permissions(channelId)
  }

  image(path: string): Promise<string> {
    return loadImage(this.addresses.cdn, path)
  }

  request<T>(method: string, path: string, request?: HostRequest): Promise<T> {
    return this.#api.request(method, path, request)
  }

  readonly on: Listen = (event, listener) => {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  setActivity(owner: object, activity: ActivityObject | null): void {
    this.#presence.set(owner, activity)
  }

  selectedVoice(): string | null {
    return this.#place?.channelId ?? null
  }

  async joinVoice(place: VoicePlace, timeoutMs: number): Promise<boolean> {
    const joined = new Promise<boolean>((resolve) => {
      const end = (result: boolean) => {
        clearTimeout(timer)
        stop()
        resolve(result)
      }
      const timer = setTimeout(() => end(false), timeoutMs)
      const stop = this.on('VOICE_STATE_UPDATE', ({ user_id, channel_id }) => {
        if (user_id === this.user().id && channel_id === place.channelId) end(true)
      })
    })
    this.#setPlace(place)
    this.#sendVoiceState(place.guildId)
    const isJoined = await joined
    if (!isJoined && this.#place === place) this.#setPlace(null)
    return isJoined
  }

  leaveVoice(): void {
    const before = this.#place
    this.#setPlace(null)
    if (before) this.#sendVoiceState(before.guildId)
  }

  voiceSettings(): VoiceSettings {
    return this.#voice.settings
  }

  lockVoiceSettings(owner: object): boolean {
    return this.#voice.lock(owner)
  }

  unlockVoiceSettings(owner: object): void {
    if (this.#voice.unlock(owner)) this.#voiceChanged()
  }

  changeVoiceSettings(_owner: object, change: Partial<VoiceSettings>): void {
    this.#voice.change(change)
    this.#voiceChanged()
  }

  changeUserVoice(_owner: object, userId: string, change: Partial<UserVoice>): UserVoice {
    const voice = this.#voice.changeUser(userId, change)
    this.#emit(LocalEvent.VOICE_SETTINGS, this.#voice.settings)
    return voice
  }

  userVoices(): ReadonlyMap<string, UserVoice> {
    return this.#voice.users
  }

  readonly window: HostWindow = {
    open: async (path) => {
      const opened = await this.#api.request<{ shown: boolean }>('POST', '/users/@me/navigations', { body: { path } })
      return opened.shown
    },
  }

  async purchase(
    application: RpcApplication,
    skuId: string,
    signal: AbortSignal,
  ): Promise<readonly EntitlementObject[] | null> {
    if (!(await this.consent({ application, scopes: [], skuId, signal }))) return null
    const path = `/store/skus/${skuId}/purchase`
    const { entitlements } = await this.#api.request<{ entitlements: EntitlementObject[] }>('POST', path, { body: {} })
    return entitlements
  }

  consent(request: ConsentRequest): Promise<boolean> {
    return this.#consent(request, () => this.#questions.ask(request))
  }

  locale(): string {
    return (this.user() as { locale?: string }).locale ?? 'en-US'
  }

  relationships(): Iterable<RelationshipObject> {
    return this.#friends.all()
  }

  presence(userId: string): HostPresence | undefined {
    return this.#friends.presence(userId)
  }

  #voiceChanged(): void {
    if (this.#place) this.#sendVoiceState(this.#place.guildId)
    this.#emit(LocalEvent.VOICE_SETTINGS, this.#voice.settings)
  }

  #sendVoiceState(guildId: string | null): void {
    const { mute, deaf } = this.#voice.settings
    const channel_id = this.#place?.channelId ?? null
    this.#gateway.send(GatewayOp.VOICE_STATE_UPDATE, {
      guild_id: guildId,
      channel_id,
      self_mute: mute,
      self_deaf: deaf,
    })
  }

  #dispatched(event: string, data: unknown): void {
    if (event === 'READY') this.#user = (data as { user: UserObject }).user
    if (event === 'USER_UPDATE') this.#user = data as UserObject
    this.#guilds.apply(event, data)
    this.#friends.apply(event, data)
    if (event === 'READY') this.#begin()
    if (event === 'VOICE_STATE_UPDATE') this.#followVoice(data as VoiceStateObject)
    if (event === 'VOICE_SERVER_UPDATE') void this.#link.connect(data as VoiceServer)
    if (event === 'MESSAGE_CREATE') this.invites.received(data as MessageObject)
    // The core checks neither names nor payloads of dispatches; listeners of unknown names do not exist.
    this.#emit(event as keyof HostEvents, data as never)
  }

  /** Returns the other user of a DM. */
  #recipientOf(channelId: string): string | undefined {
    const channel = this.channel(channelId)
    const own = this.#user?.id
    return channel?.type === ChannelType.DM ? channel.recipients?.find(({ id }) => id !== own)?.id : undefined
  }

  /** Restores in a new session what the former one had. */
  #begin(): void {
    this.#isInPlace = false
    this.#presence.resend()
    if (this.#place) this.#sendVoiceState(this.#place.guildId)
  }

  /** A moderator may move the person, or disconnect them; another client of theirs may take over. */
  #followVoice({ user_id, channel_id, guild_id, session_id }: VoiceStateObject): void {
    if (user_id !== this.#user?.id || !this.#place || this.#place.guildId !== (guild_id ?? null)) return
    // The end of an earlier call may come after the request to join this one.
    if (channel_id === null && !this.#isInPlace) return
    const isOurs = session_id === this.#gateway.sessionId
    this.#setPlace(isOurs && channel_id !== null ? { guildId: guild_id ?? null, channelId: channel_id } : null)
    this.#isInPlace = this.#place !== null
  }

  #setPlace(place: VoicePlace | null): void {
    const before = this.#place?.channelId
    this.#place = place
    if (place?.channelId === before) return
    this.#isInPlace = false
    this.#link.setPlace(place)
    this.#emit(LocalEvent.VOICE_CHANNEL, place)
  }

  #emit<E extends keyof HostEvents>(event: E, data: HostEvents[E]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(data as never)
  }

  #once(event: keyof HostEvents, listener: () => void): void {
    const stop = this.on(event, () => {
      stop()
      listener()
    })
  }
}
