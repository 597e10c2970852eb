import { UserFlag } from '@guildhall/protocol'
import type { ClientContext } from '../client/context.ts'
import { avatarUrl } from '../client/users/avatar-url.ts'
import { StatusType } from '../enums/index.ts'
import { RelationshipHandle, UserHandle, type UserView } from '../handles/user.ts'
import { handleOf } from '../objects/handle.ts'
import type { LocalPerson } from './local-person.ts'

/** Returns a handle of the person of a local client, who need not be known to the game. */
export function personHandle({ queue, settings }: ClientContext, person: LocalPerson): UserHandle {
  const { id, username, globalName, avatar } = person
  const view: UserView = {
    id,
    username,
    globalName,
    displayName: globalName ?? username,
    avatar,
    avatarUrl: (animated, still) => avatarUrl(settings.webBase, id, avatar, { animated, still }),
    isProvisional: (person.flags & UserFlag.PROVISIONAL_ACCOUNT) !== 0,
    gameActivity: null,
    get relationship() {
      return RelationshipHandle.nullobj
    },
    status: StatusType.Unknown,
    userApplicationProfiles: [],
  }
  return handleOf(UserHandle, () => (queue.hasEnded ? null : view))
}
