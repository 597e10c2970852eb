import { EnumToString } from '../enums/enum.ts'
import { RelationshipType, StatusType, UserAvatarType } from '../enums/index.ts'
import { Handle, handle } from '../objects/handle.ts'
import { int32 } from '../objects/kinds.ts'
import { declareParameters } from '../objects/parameters.ts'
import { nullOf } from '../objects/wrapper.ts'
import type { Activity } from '../values/activity.ts'
import type { UserApplicationProfileHandle } from './user-application-profile.ts'

/** Values that a RelationshipHandle shows. */
export interface RelationshipView {
  readonly discordRelationshipType: RelationshipType
  readonly gameRelationshipType: RelationshipType
  readonly id: bigint
  readonly isSpamRequest: boolean
  readonly user: UserHandle | null
}

const relationshipFields = handle<RelationshipView>({
  discordRelationshipType: RelationshipType.None,
  gameRelationshipType: RelationshipType.None,
  id: 0n,
  isSpamRequest: false,
  user: null,
})

/** The relationship of the user with another one: on the platform, and in this game. */
export class RelationshipHandle extends Handle<RelationshipView> {
  /** A handle that shows nothing. It is frozen. */
  static readonly nullobj: RelationshipHandle = nullOf(RelationshipHandle)

  /** Makes a second handle of the same thing; the library makes new ones. */
  constructor(other: RelationshipHandle) {
    super(relationshipFields, other)
  }

  /** Returns the relationship on the platform. */
  DiscordRelationshipType(): RelationshipType {
    return relationshipFields.view(this).discordRelationshipType
  }

  /** Returns the relationship in this game. */
  GameRelationshipType(): RelationshipType {
    return relationshipFields.view(this).gameRelationshipType
  }

  /** Returns the id of the other user. */
  Id(): bigint {
    return relationshipFields.view(this).id
  }

  /** Returns whether the platform takes the friend request for spam. */
  IsSpamRequest(): boolean {
    return relationshipFields.view(this).isSpamRequest
  }

  /** Returns the other user; null while that user is unknown. */
  User(): UserHandle | null {
    return relationshipFields.view(this).user
  }
}

/** Values that a UserHandle shows. */
export interface UserView {
  readonly avatar: string | null
  avatarUrl(animatedType: UserAvatarType, staticType: UserAvatarType): string
  readonly displayName: string
  readonly gameActivity: Activity | null
  readonly globalName: string | null
  readonly id: bigint
  readonly isProvisional: boolean
  readonly relationship: RelationshipHandle
  readonly status: StatusType
  readonly userApplicationProfiles: UserApplicationProfileHandle[]
  readonly username: string
}

const userFields = handle<UserView>({
  avatar: null,
  avatarUrl: () => '',
  displayName: '',
  gameActivity: null,
  globalName: null,
  id: 0n,
  isProvisional: false,
  get relationship() {
    return RelationshipHandle.nullobj
  },
  status: StatusType.Online,
  userApplicationProfiles: [],
  username: '',
})

/** A user that the Client knows. It shows changes as they arrive. */
export class UserHandle extends Handle<UserView> {
  static readonly AvatarType = UserAvatarType
  /** A handle that shows nothing. It is frozen. */
  static readonly nullobj: UserHandle = nullOf(UserHandle)

  /** Makes a second handle of the same thing; the library makes new ones. */
  constructor(other: UserHandle) {
    super(userFields, other)
  }

  /** Returns the hash of the picture; null without one. */
  Avatar(): string | null {
    return userFields.view(this).avatar
  }

  /** Returns the name of a number; `unknown` for a number without one. */
  static AvatarTypeToString(type: UserAvatarType): string {
    return EnumToString(UserAvatarType, type)
  }

  /**
   * Returns the address of the picture in a format: one for animated pictures, one for others. Users without a
   * picture have a default one.
   */
  AvatarUrl(animatedType: UserAvatarType, staticType: UserAvatarType): string {
    return userFields.view(this).avatarUrl(animatedType, staticType)
  }

  /** Returns the name to show: the global name, else the username. */
  DisplayName(): string {
    return userFields.view(this).displayName
  }

  /** Returns the activity of the user in this game; null without one. */
  GameActivity(): Activity | null {
    return userFields.view(this).gameActivity
  }

  /** Returns the global name; null without one. */
  GlobalName(): string | null {
    return userFields.view(this).globalName
  }

  /** Returns the id of the user; 0n if the handle shows nobody. */
  Id(): bigint {
    return userFields.view(this).id
  }

  /** Returns whether the account is provisional: made by a game, and not signed in to the platform. */
  IsProvisional(): boolean {
    return userFields.view(this).isProvisional
  }

  /** Returns the relationship of the current user with this one. */
  Relationship(): RelationshipHandle {
    return userFields.view(this).relationship
  }

  /** Returns the online status. */
  Status(): StatusType {
    return userFields.view(this).status
  }

  /** Returns the profiles of the user in games; at most one today. Since 1.6. */
  UserApplicationProfiles(): UserApplicationProfileHandle[] {
    return [...userFields.view(this).userApplicationProfiles]
  }

  /** Returns the unique name. It is generated for provisional accounts. */
  Username(): string {
    return userFields.view(this).username
  }
}

declareParameters(UserHandle, {
  AvatarTypeToString: { type: int32 },
  AvatarUrl: { animatedType: int32, staticType: int32 },
})

export declare namespace UserHandle {
  type AvatarType = UserAvatarType
}
