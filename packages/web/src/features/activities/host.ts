import { permissionsIn } from '@guildhall/client/questions'
import type { ClientState } from '@guildhall/client/records'
import {
  type ConsentRequest,
  type EmbeddedHost,
  type Host,
  type HostEvents,
  type HostGuild,
  HostRefusal,
  type HostRequest,
  LocalEvent,
  type UserVoice,
  VoiceControl,
  type VoicePlace,
  type VoiceSettings,
} from '@guildhall/local-client/rpc'
import type {
  ActivityObject,
  ChannelObject,
  EntitlementObject,
  RelationshipObject,
  UserObject,
  VoiceStateObject,
} from '@guildhall/protocol'
import { Api, ApiFailure } from '../../api/client.ts'
import { changeVoice, joinVoice, leaveVoice } from '../../domain/voice/connection.ts'
import type { Client } from '../../gateway/client.ts'
import { protocolLocale } from '../../lib/language/language.ts'
import { ask } from './questions.ts'

export interface HostParts {
  readonly client: Client
  readonly embedded: EmbeddedHost
  /** Opens a page of the app by its path. */
  readonly open: (path: string) => void
}

type Method = Parameters<Api['request']>[0]
type Listener = (data: never) => void

/** The person's client as RPC commands of an activity see it: the app's own state, API and gateway session. */
export class BrowserHost implements Host {
  readonly addresses = { api: `${location.origin}/api`, cdn: `${location.origin}/cdn` }
  readonly embedded: EmbeddedHost
  readonly window: Host['window'] & object
  readonly #client: Client
  readonly #local = new Map<string, Set<Listener>>()
  readonly #voice = new VoiceControl()

  constructor({ client, embedded, open }: HostParts) {
    this.#client = client
    this.embedded = embedded
    this.window = {
      async open(path) {
        open(path)
        return true
      },
    }
  }

  user(): UserObject {
    const { self } = this.#state
    if (!self) throw new Error('the person is not ready')
    return self
  }

  *guilds(): Iterable<HostGuild> {
    for (const id of this.#state.guilds.keys()) {
      const guild = this.guild(id)
      if (guild) yield guild
    }
  }

  guild(id: string): HostGuild | undefined {
    const known = this.#state.guilds.get(id)
    if (!known) return undefined
    const channels = new Map([...this.#state.channels].filter(([, { guild_id }]) => guild_id === id))
    const guild = { ...known.guild, roles: [...known.roles.values()] }
    return { guild, channels, voiceStates: known.voiceStates }
  }

  channel(id: string): ChannelObject | undefined {
    return this.#state.channels.get(id)
  }

  permissions(channelId: string): bigint {
    const channel = this.channel(channelId)
    return channel ? permissionsIn(this.#state, channel) : 0n
  }

  async request<T>(method: string, path: string, { body, bearer }: HostRequest = {}): Promise<T> {
    const api = bearer === undefined ? this.#client.api : new Api(`Bearer ${bearer}`)
    try {
      return await api.request<T>(method as Method, path, body === undefined ? {} : { body })
    } catch (failure) {
      if (failure instanceof ApiFailure) throw new HostRefusal(failure.status || 503, failure.code, failure.message)
      throw failure
    }
  }

  on<E extends keyof HostEvents>(event: E, listener: (data: HostEvents[E]) => void): () => void {
    if (!Object.values(LocalEvent).some((name) => name === event)) {
      // The gateway's name of an event is its action's name; the state contains the event already.
      return this.#client.onNamed(event, listener as (data: unknown) => void)
    }
    const listeners = this.#local.get(event) ?? new Set()
    this.#local.set(event, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** Announces an event of the client itself. */
  emit<E extends keyof HostEvents>(event: E, data: HostEvents[E]): void {
    for (const listener of [...(this.#local.get(event) ?? [])]) listener(data as never)
  }

  setActivity(owner: object, activity: ActivityObject | null): void {
    this.#client.setGameActivity(owner, activity)
  }

  selectedVoice(): string | null {
    return this.#state.voice.target?.channelId ?? null
  }

  joinVoice({ channelId }: VoicePlace, timeoutMs: number): Promise<boolean> {
    const channel = this.channel(channelId)
    if (!channel) return Promise.resolve(false)
    return new Promise((resolve) => {
      const end = (joined: boolean) => {
        clearTimeout(timer)
        stop()
        resolve(joined)
      }
      const timer = setTimeout(() => end(false), timeoutMs)
      const stop = this.#client.on('VOICE_STATE_UPDATE', ({ user_id, channel_id }: VoiceStateObject) => {
        if (user_id === this.user().id && channel_id === channelId) end(true)
      })
      const result = joinVoice(this.#client, channel)
      if (!result?.ok) end(false)
    })
  }

  leaveVoice(): void {
    leaveVoice(this.#client)
  }

  voiceSettings(): VoiceSettings {
    const { mute, deaf } = this.#state.voice
    return { ...this.#voice.settings, mute, deaf }
  }

  lockVoiceSettings(owner: object): boolean {
    // The app itself mutes and deafens; the lock keeps what returns later.
    const { mute, deaf } = this.#state.voice
    this.#voice.change({ mute, deaf })
    return this.#voice.lock(owner)
  }

  unlockVoiceSettings(owner: object): void {
    if (this.#voice.unlock(owner)) this.#voiceChanged(this.#voice.settings)
  }

  changeVoiceSettings(_owner: object, change: Partial<VoiceSettings>): void {
    this.#voice.change(change)
    this.#voiceChanged(change)
  }

  #voiceChanged(change: Partial<VoiceSettings>): void {
    const { mute, deaf } = this.#state.voice
    const next = { mute: change.mute ?? mute, deaf: change.deaf ?? deaf }
    if (next.mute !== mute || next.deaf !== deaf) changeVoice(this.#client, next)
    this.emit(LocalEvent.VOICE_SETTINGS, this.voiceSettings())
  }

  changeUserVoice(_owner: object, userId: string, change: Partial<UserVoice>): UserVoice {
    const voice = this.#voice.changeUser(userId, change)
    this.emit(LocalEvent.VOICE_SETTINGS, this.voiceSettings())
    return voice
  }

  userVoices(): ReadonlyMap<string, UserVoice> {
    return this.#voice.users
  }

  async consent({ application, scopes, install, signal }: ConsentRequest): Promise<boolean> {
    return (await ask<boolean>({ kind: 'consent', application, scopes, install: install ?? null }, signal)) ?? false
  }

  locale(): string {
    return this.#state.locale ?? protocolLocale()
  }

  relationships(): Iterable<RelationshipObject> {
    return this.#state.relationships.values() as Iterable<RelationshipObject>
  }

  presence(userId: string): ReturnType<Host['presence']> {
    const { presences, guilds } = this.#state
    const known =
      presences.get(userId) ?? [...guilds.values()].find((guild) => guild.presences.has(userId))?.presences.get(userId)
    return known && known.status !== 'offline' ? known : undefined
  }

  async purchase(
    application: { id: string; name: string; icon: string | null; description: string },
    skuId: string,
    signal: AbortSignal,
  ): Promise<readonly EntitlementObject[] | null> {
    const bought = await ask<readonly EntitlementObject[]>({ kind: 'purchase', application, skuId }, signal)
    return bought ?? null
  }

  async image(path: string): Promise<string> {
    const response = await fetch(new URL(`/cdn${path}`, location.origin))
    if (!response.ok) throw new HostRefusal(response.status, 0, 'There is no such image.')
    const blob = await response.blob()
    return new Promise((resolve, reject) => {
      const reader = new FileReader()
      reader.onload = () => resolve(String(reader.result))
      reader.onerror = () => reject(reader.error)
      reader.readAsDataURL(blob)
    })
  }

  get #state(): ClientState {
    return this.#client.state
  }
}
