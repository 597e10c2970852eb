import { has, Permission } from '@guildhall/protocol'
import { STREAMS_MAX, type StreamEnd, VIEWERS_MAX } from './model.ts'

/** Attempt of a user to share a screen, or to watch one. */
export interface StreamAttempt {
  /** Permissions in the channel; null for the call of a DM, and undefined without the channel or the membership. */
  readonly permissions: bigint | null | undefined
  /** Whether the user's voice state in the channel is of the session that asks. */
  readonly isThere: boolean
}

function refusalOf({ permissions, isThere }: StreamAttempt): StreamEnd | null {
  if (permissions === undefined) return 'invalid_channel'
  return isThere ? null : 'unauthorized'
}

/** Returns why a user may not share a screen; null if they may. `others` counts other streams of the channel. */
export function refusalToShare(attempt: StreamAttempt & { readonly others: number }): StreamEnd | null {
  const { permissions, others } = attempt
  const refusal = refusalOf(attempt)
  if (refusal !== null) return refusal
  if (permissions != null && !has(permissions, Permission.STREAM)) return 'unauthorized'
  return others >= STREAMS_MAX ? 'stream_full' : null
}

/** Returns why a user may not watch a stream; null if they may. `others` counts the other viewers. */
export function refusalToWatch(
  attempt: StreamAttempt & { readonly others: number; readonly isOwner: boolean },
): StreamEnd | null {
  const refusal = refusalOf(attempt)
  if (refusal !== null || attempt.isOwner) return refusal ?? 'unauthorized'
  return attempt.others >= VIEWERS_MAX ? 'stream_full' : null
}
