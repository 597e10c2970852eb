import type {
  GetDiscordClientConnectedUserCallback,
  RelationshipGroupsUpdatedCallback,
  UserUpdatedCallback,
} from '../../callbacks/types.ts'
import type { UserHandle } from '../../handles/user.ts'
import { callback, uint64 } from '../../objects/kinds.ts'
import { declareParameters } from '../../objects/parameters.ts'
import { AuthMethods } from '../auth/methods.ts'
import { type Given, type Once, once, read, setHandler } from '../base.ts'

/** Users. */
export abstract class UsersMethods extends AuthMethods {
  /** Returns the user who is signed in; null before Ready. Since 1.5. */
  GetCurrentUserV2(): UserHandle | null {
    return read<UserHandle | null>(this, null, ({ online }) => online?.users.current() ?? null)
  }

  /** Asks the local client who is signed in to it; null without one. */
  GetDiscordClientConnectedUser(
    applicationId: bigint,
    callback?: Given<GetDiscordClientConnectedUserCallback>,
  ): Once<GetDiscordClientConnectedUserCallback> {
    return once(this, callback, [null], async ({ context, localClient }) => {
      const person = await localClient.connectedPerson(applicationId)
      if (!person) return [null]
      const { personHandle } = await import('../../local-client/person-handle.ts')
      return [personHandle(context, person)]
    })
  }

  /** Returns a user whom the Client knows, such as a friend or the author of a message; null for others. */
  GetUser(userId: bigint): UserHandle | null {
    return read<UserHandle | null>(this, null, ({ online }) => online?.users.handle(userId) ?? null)
  }

  /** Sets the handler that is called when a friend changes, or moves to another group; null removes it. */
  SetRelationshipGroupsUpdatedCallback(cb: Given<RelationshipGroupsUpdatedCallback>): void {
    setHandler(this, 'relationshipGroupsUpdated', cb)
  }

  /** Sets the handler that is called when a known user changes; null removes it. */
  SetUserUpdatedCallback(cb: Given<UserUpdatedCallback>): void {
    setHandler(this, 'userUpdated', cb)
  }
}

declareParameters(UsersMethods, {
  GetDiscordClientConnectedUser: { applicationId: uint64, callback: callback },
  GetUser: { userId: uint64 },
  SetRelationshipGroupsUpdatedCallback: { cb: callback },
  SetUserUpdatedCallback: { cb: callback },
})
