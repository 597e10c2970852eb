import type { CallbackQueue } from '../../callbacks/queue.ts'
import type {
  CallOnParticipantChanged,
  CallOnSpeakingStatusChanged,
  CallOnStatusChanged,
  CallOnVoiceStateChanged,
} from '../../callbacks/types.ts'
import type { CallError, CallStatus } from '../../enums/index.ts'

/** Handlers of one call. RunCallbacks calls the ones that are set by then. */
export class CallHandlers {
  readonly #queue: CallbackQueue
  onStatus: CallOnStatusChanged | null = null
  onParticipant: CallOnParticipantChanged | null = null
  onSpeaking: CallOnSpeakingStatusChanged | null = null
  onVoiceState: CallOnVoiceStateChanged | null = null

  constructor(queue: CallbackQueue) {
    this.#queue = queue
  }

  status(status: CallStatus, error: CallError, detail: number): void {
    this.#queue.post(() => this.onStatus?.(status, error, detail))
  }

  participant(userId: bigint, added: boolean): void {
    this.#queue.post(() => this.onParticipant?.(userId, added))
  }

  speaking(userId: bigint, isPlayingSound: boolean): void {
    this.#queue.post(() => this.onSpeaking?.(userId, isPlayingSound))
  }

  voiceState(userId: bigint): void {
    this.#queue.post(() => this.onVoiceState?.(userId))
  }
}
