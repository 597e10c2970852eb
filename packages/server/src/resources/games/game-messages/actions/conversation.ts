import { ApiError, type Snowflake } from '@guildhall/protocol'
import { heldDm } from '../../../../access/private-channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Channel, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { isPlayerOf } from '../../../accounts/applications/index.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { type GameDm, isGameOnly } from '../model.ts'
import { findGameDm } from '../store.ts'

/** Conversation of a caller with another user: a DM of the platform, or one that exists only in a game. */
export type Conversation = PlatformConversation | GameConversation

export interface PlatformConversation {
  readonly kind: 'platform'
  readonly other: User
  /** Undefined before the first message. */
  readonly channel: Channel | undefined
}

export interface GameConversation {
  readonly kind: 'game'
  readonly other: User
  readonly applicationId: Snowflake
  /** Undefined before the first message. */
  readonly dm: GameDm | undefined
}

/**
 * Returns the conversation of a caller with another user. Provisional accounts of other games do not exist for a game.
 *
 * @throws UNKNOWN_USER (10013)
 */
export async function conversationWith(work: Work, caller: Caller, userId: Snowflake): Promise<Conversation> {
  const other = await findUser(work, userId)
  if (!other) throw new ApiError('UNKNOWN_USER')
  if (!isGameOnly(caller.user, other))
    return { kind: 'platform', other, channel: await heldDm(work, caller.userId, userId) }
  const { application } = caller
  if (!application || !isPlayerOf(other, application)) throw new ApiError('UNKNOWN_USER')
  const dm = await findGameDm(work, application.id, caller.userId, userId)
  return { kind: 'game', other, applicationId: application.id, dm }
}
