import type { Handlers } from '../callbacks/handlers.ts'
import type { CallbackQueue } from '../callbacks/queue.ts'
import type { Log } from '../log/log.ts'
import type { Requests } from '../requests.ts'
import type { ClientSettings } from './settings.ts'

/** State that all areas of one Client share. */
export interface ClientContext {
  readonly settings: ClientSettings
  readonly queue: CallbackQueue
  readonly handlers: Handlers
  readonly log: Log
  readonly voiceLog: Log
  readonly requests: Requests
  /** Id of SetApplicationId, or the one that READY names; 0n before. */
  applicationId: bigint
  /** Aborted when the Client ends. */
  readonly ended: AbortSignal
}
