import type { UserVoice, VoiceSettings } from './host.ts'
import { DEFAULT_VOICE_SETTINGS } from './voice-settings.ts'

const DEFAULT_USER_VOICE: UserVoice = { volume: 100, mute: false, pan: { left: 1, right: 1 } }

/**
 * The person's voice settings. The first application that changes them locks them for others; when it ends, the former
 * values return.
 */
export class VoiceControl {
  #settings = DEFAULT_VOICE_SETTINGS
  #users = new Map<string, UserVoice>()
  #lock: { owner: object; settings: VoiceSettings; users: Map<string, UserVoice> } | null = null

  get settings(): VoiceSettings {
    return this.#settings
  }

  /** Other users whose voice the person changed. */
  get users(): ReadonlyMap<string, UserVoice> {
    return this.#users
  }

  /** Locks the settings for one owner. Returns false while another has locked them. */
  lock(owner: object): boolean {
    this.#lock ??= { owner, settings: this.#settings, users: new Map(this.#users) }
    return this.#lock.owner === owner
  }

  /** Restores the settings from before the lock. Returns whether the owner held it. */
  unlock(owner: object): boolean {
    if (this.#lock?.owner !== owner) return false
    this.#settings = this.#lock.settings
    this.#users = this.#lock.users
    this.#lock = null
    return true
  }

  change(change: Partial<VoiceSettings>): void {
    this.#settings = { ...this.#settings, ...change }
  }

  /** Changes how the person hears a user, and returns the result. */
  changeUser(userId: string, change: Partial<UserVoice>): UserVoice {
    const voice = { ...(this.#users.get(userId) ?? DEFAULT_USER_VOICE), ...change }
    this.#users.set(userId, voice)
    return voice
  }
}
