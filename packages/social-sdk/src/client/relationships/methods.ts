import type {
  RelationshipCreatedCallback,
  RelationshipDeletedCallback,
  SendFriendRequestCallback,
  UpdateRelationshipCallback,
} from '../../callbacks/types.ts'
import type { RelationshipGroupType } from '../../enums/index.ts'
import { RelationshipHandle, type UserHandle } from '../../handles/user.ts'
import { callback, int32, text, uint64 } from '../../objects/kinds.ts'
import { declareParameters } from '../../objects/parameters.ts'
import { type Given, type Once, onceReady, read, setHandler } from '../base.ts'
import { UsersMethods } from '../users/methods.ts'
import { relationshipOf } from './relationship-of.ts'

/** Friends and blocked users. */
export abstract class RelationshipsMethods extends UsersMethods {
  /** Accepts a friend request of the platform. ValidationError unless one waits. */
  AcceptDiscordFriendRequest(userId: bigint, cb?: Given<UpdateRelationshipCallback>): Once<UpdateRelationshipCallback> {
    return onceReady(this, 'AcceptDiscordFriendRequest', cb, [], ({ relationships }) =>
      relationships.accept('platform', userId),
    )
  }

  /** Accepts a friend request of this game. ValidationError unless one waits. */
  AcceptGameFriendRequest(userId: bigint, cb?: Given<UpdateRelationshipCallback>): Once<UpdateRelationshipCallback> {
    return onceReady(this, 'AcceptGameFriendRequest', cb, [], ({ relationships }) =>
      relationships.accept('game', userId),
    )
  }

  /** Blocks a user everywhere, which ends other relationships of the two. */
  BlockUser(userId: bigint, cb?: Given<UpdateRelationshipCallback>): Once<UpdateRelationshipCallback> {
    return onceReady(this, 'BlockUser', cb, [], ({ relationships }) => relationships.block(userId))
  }

  /** Takes an own friend request of the platform back. ValidationError unless one waits. */
  CancelDiscordFriendRequest(userId: bigint, cb?: Given<UpdateRelationshipCallback>): Once<UpdateRelationshipCallback> {
    return onceReady(this, 'CancelDiscordFriendRequest', cb, [], ({ relationships }) =>
      relationships.cancel('platform', userId),
    )
  }

  /** Takes an own friend request of this game back. ValidationError unless one waits. */
  CancelGameFriendRequest(userId: bigint, cb?: Given<UpdateRelationshipCallback>): Once<UpdateRelationshipCallback> {
    return onceReady(this, 'CancelGameFriendRequest', cb, [], ({ relationships }) =>
      relationships.cancel('game', userId),
    )
  }

  /** Returns the relationship with a user. Both types are None if there is none. */
  GetRelationshipHandle(userId: bigint): RelationshipHandle {
    return read(this, RelationshipHandle.nullobj, (parts) => relationshipOf(parts, userId))
  }

  /** Returns all relationships of the platform and of this game, each user once. */
  GetRelationships(): RelationshipHandle[] {
    return read<RelationshipHandle[]>(this, [], ({ online }) => online?.relationships.all() ?? [])
  }

  /**
   * Returns the friends of a group, sorted by their display names. In OnlineElsewhere, friends who have
   * played the game come first.
   */
  GetRelationshipsByGroup(groupType: RelationshipGroupType): RelationshipHandle[] {
    return read<RelationshipHandle[]>(this, [], ({ online }) => online?.relationships.inGroup(groupType) ?? [])
  }

  /** Rejects a friend request of the platform. ValidationError unless one waits. */
  RejectDiscordFriendRequest(userId: bigint, cb?: Given<UpdateRelationshipCallback>): Once<UpdateRelationshipCallback> {
    return onceReady(this, 'RejectDiscordFriendRequest', cb, [], ({ relationships }) =>
      relationships.reject('platform', userId),
    )
  }

  /** Rejects a friend request of this game. ValidationError unless one waits. */
  RejectGameFriendRequest(userId: bigint, cb?: Given<UpdateRelationshipCallback>): Once<UpdateRelationshipCallback> {
    return onceReady(this, 'RejectGameFriendRequest', cb, [], ({ relationships }) =>
      relationships.reject('game', userId),
    )
  }

  /** Ends the friendship with a user, on the platform and in this game. ValidationError if there is none. */
  RemoveDiscordAndGameFriend(userId: bigint, cb?: Given<UpdateRelationshipCallback>): Once<UpdateRelationshipCallback> {
    return onceReady(this, 'RemoveDiscordAndGameFriend', cb, [], ({ relationships }) =>
      relationships.removeFriend(userId),
    )
  }

  /** Ends the friendship with a user in this game. ValidationError if there is none. */
  RemoveGameFriend(userId: bigint, cb?: Given<UpdateRelationshipCallback>): Once<UpdateRelationshipCallback> {
    return onceReady(this, 'RemoveGameFriend', cb, [], ({ relationships }) => relationships.removeGameFriend(userId))
  }

  /**
   * Returns friends whose name or display name contains a text, or differs by at most 2 letters; the nearest
   * first.
   */
  SearchFriendsByUsername(searchStr: string): UserHandle[] {
    return read<UserHandle[]>(this, [], ({ online }) => online?.relationships.search(searchStr) ?? [])
  }

  /**
   * Sends a friend request of the platform by a unique name. A request that waits from that user is
   * accepted.
   */
  SendDiscordFriendRequest(username: string, cb?: Given<SendFriendRequestCallback>): Once<SendFriendRequestCallback> {
    return onceReady(this, 'SendDiscordFriendRequest', cb, [], ({ relationships }) =>
      relationships.requestByName('platform', username),
    )
  }

  /** Sends a friend request of the platform by an id. A request that waits from that user is accepted. */
  SendDiscordFriendRequestById(
    userId: bigint,
    cb?: Given<UpdateRelationshipCallback>,
  ): Once<UpdateRelationshipCallback> {
    return onceReady(this, 'SendDiscordFriendRequestById', cb, [], ({ relationships }) =>
      relationships.request('platform', userId),
    )
  }

  /** Sends a friend request of this game by a unique name. The other user must have authorized the game. */
  SendGameFriendRequest(username: string, cb?: Given<SendFriendRequestCallback>): Once<SendFriendRequestCallback> {
    return onceReady(this, 'SendGameFriendRequest', cb, [], ({ relationships }) =>
      relationships.requestByName('game', username),
    )
  }

  /** Sends a friend request of this game by an id. The other user must have authorized the game. */
  SendGameFriendRequestById(userId: bigint, cb?: Given<UpdateRelationshipCallback>): Once<UpdateRelationshipCallback> {
    return onceReady(this, 'SendGameFriendRequestById', cb, [], ({ relationships }) =>
      relationships.request('game', userId),
    )
  }

  /**
   * Sets the handler that is called when a relationship begins or changes; null removes it. Its second
   * argument is true for those of the platform.
   */
  SetRelationshipCreatedCallback(cb: Given<RelationshipCreatedCallback>): void {
    setHandler(this, 'relationshipCreated', cb)
  }

  /** Sets the handler that is called when a relationship ends; null removes it. */
  SetRelationshipDeletedCallback(cb: Given<RelationshipDeletedCallback>): void {
    setHandler(this, 'relationshipDeleted', cb)
  }

  /** Unblocks a user. Earlier relationships do not come back. ValidationError unless the user is blocked. */
  UnblockUser(userId: bigint, cb?: Given<UpdateRelationshipCallback>): Once<UpdateRelationshipCallback> {
    return onceReady(this, 'UnblockUser', cb, [], ({ relationships }) => relationships.unblock(userId))
  }
}

declareParameters(RelationshipsMethods, {
  AcceptDiscordFriendRequest: { userId: uint64, cb: callback },
  AcceptGameFriendRequest: { userId: uint64, cb: callback },
  BlockUser: { userId: uint64, cb: callback },
  CancelDiscordFriendRequest: { userId: uint64, cb: callback },
  CancelGameFriendRequest: { userId: uint64, cb: callback },
  GetRelationshipHandle: { userId: uint64 },
  GetRelationshipsByGroup: { groupType: int32 },
  RejectDiscordFriendRequest: { userId: uint64, cb: callback },
  RejectGameFriendRequest: { userId: uint64, cb: callback },
  RemoveDiscordAndGameFriend: { userId: uint64, cb: callback },
  RemoveGameFriend: { userId: uint64, cb: callback },
  SearchFriendsByUsername: { searchStr: text },
  SendDiscordFriendRequest: { username: text, cb: callback },
  SendDiscordFriendRequestById: { userId: uint64, cb: callback },
  SendGameFriendRequest: { username: text, cb: callback },
  SendGameFriendRequestById: { userId: uint64, cb: callback },
  SetRelationshipCreatedCallback: { cb: callback },
  SetRelationshipDeletedCallback: { cb: callback },
  UnblockUser: { userId: uint64, cb: callback },
})
