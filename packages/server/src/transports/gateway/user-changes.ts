import { isDeepStrictEqual } from 'node:util'
import type { User } from '../../kernel/model.ts'
import { presentUser } from '../../resources/accounts/users/index.ts'
import type { FanOut } from './fan-out.ts'
import type { FriendPresences } from './friend-presences.ts'
import type { Presences } from './presences.ts'

/** Parts of the gateway that know users. */
interface UserHolders {
  readonly fanOut: FanOut
  readonly presences: Presences
  readonly friends: FriendPresences
}

/**
 * Gives the sessions of a user their new settings and names. Friends are sent what others see of the user, and guilds a
 * presence with or without the custom status if its audience changed.
 */
export async function applyUserChange(
  { fanOut, presences, friends }: UserHolders,
  { user, visible }: { user: User; visible: boolean },
): Promise<void> {
  const sessions = [...fanOut.sessionsOf(user.id)]
  const former = sessions[0]?.identity.user
  for (const session of sessions) session.replaceUser(user)
  if (visible && !(former && isDeepStrictEqual(presentUser(former), presentUser(user)))) friends.userChanged(user)
  if (former?.profile_visibility === user.profile_visibility) return
  for (const session of sessions) await presences.publish(session)
}
