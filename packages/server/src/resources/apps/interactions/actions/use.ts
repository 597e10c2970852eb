import { ApiError, type InteractionObject, type MessageObject } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { UploadedFile } from '../../../../kernel/files.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { type Installs, installsFor } from '../../../guild/commands/index.ts'
import type { InteractionData } from '../model.ts'
import type { InteractionPlace } from '../present.ts'
import type { ApplicationAccess } from '../rules.ts'

/** Use of an application by a user in a channel, before the command, component or modal is checked. */
export interface Use extends InteractionPlace {
  readonly work: Work
  readonly platform: Platform
  readonly caller: Caller
  readonly application: Application
  readonly channelAccess: ChannelAccess
  readonly access: ApplicationAccess
  readonly installs: Installs
  readonly context: number
  readonly nonce: string | null
  /** Gateway session of the user, if their client sent it. */
  readonly sessionId: string | null
  readonly files: readonly UploadedFile[]
  /** Language that the user chose, or that the request asks for. */
  readonly locale: string
}

/** Checked use of a command, component or modal, from which `receiveUse` creates the interaction. */
export interface CheckedUse {
  readonly type: number
  readonly data: NonNullable<InteractionObject['data']>
  /** Fields of `interaction_metadata` beside those of every interaction. */
  readonly metadata: Partial<InteractionData['metadata']>
  /** Message whose component was used. */
  readonly message?: MessageObject | null
  /** Wire `authorizing_integration_owners`. */
  readonly owners: Record<string, string>
  /** Stored fields with values other than the defaults. */
  readonly fields: Partial<InteractionData>
}

/**
 * Returns the wire `authorizing_integration_owners` of a command or message with these installation types.
 * @throws UNKNOWN_APPLICATION (10002) when the application is not installed in any of these ways
 */
export function ownersOf(use: Use, integrationTypes: readonly number[]): Record<string, string> {
  const { guild, user } = installsFor(integrationTypes, use.installs)
  if (!guild && !user) throw new ApiError('UNKNOWN_APPLICATION')
  return possibleOwnersOf(use, integrationTypes)
}

/** Returns the same for an entry point, which users can use without an installation. It is empty then. */
export function possibleOwnersOf(use: Use, integrationTypes: readonly number[]): Record<string, string> {
  const { guild, user } = installsFor(integrationTypes, use.installs)
  return {
    ...(guild ? { '0': use.view?.id.toString() ?? '0' } : {}),
    ...(user ? { '1': use.caller.userId.toString() } : {}),
  }
}
