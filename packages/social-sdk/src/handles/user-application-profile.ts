import { ExternalIdentityProviderType } from '../enums/index.ts'
import { Handle, handle } from '../objects/handle.ts'
import { nullOf } from '../objects/wrapper.ts'

/** Values that a UserApplicationProfileHandle shows. */
export interface UserApplicationProfileView {
  readonly avatarHash: string
  readonly metadata: string
  readonly providerId: string | null
  readonly providerIssuedUserId: string
  readonly providerType: ExternalIdentityProviderType
  readonly username: string
}

const userApplicationProfileFields = handle<UserApplicationProfileView>({
  avatarHash: '',
  metadata: '',
  providerId: null,
  providerIssuedUserId: '',
  providerType: ExternalIdentityProviderType.OIDC,
  username: '',
})

/** The profile of a user in a game, from another identity provider. */
export class UserApplicationProfileHandle extends Handle<UserApplicationProfileView> {
  /** A handle that shows nothing. It is frozen. */
  static readonly nullobj: UserApplicationProfileHandle = nullOf(UserApplicationProfileHandle)

  /** Makes a second handle of the same thing; the library makes new ones. */
  constructor(other: UserApplicationProfileHandle) {
    super(userApplicationProfileFields, other)
  }

  /** Returns the hash of the picture; empty without one. */
  AvatarHash(): string {
    return userApplicationProfileFields.view(this).avatarHash
  }

  /** Returns the metadata that the game has set; empty without it. */
  Metadata(): string {
    return userApplicationProfileFields.view(this).metadata
  }

  /** Returns the id of the identity provider; null for providers without one. */
  ProviderId(): string | null {
    return userApplicationProfileFields.view(this).providerId
  }

  /** Returns the id of the user at the identity provider. */
  ProviderIssuedUserId(): string {
    return userApplicationProfileFields.view(this).providerIssuedUserId
  }

  /** Returns the type of the identity provider. */
  ProviderType(): ExternalIdentityProviderType {
    return userApplicationProfileFields.view(this).providerType
  }

  /** Returns the name of the user in the game. */
  Username(): string {
    return userApplicationProfileFields.view(this).username
  }
}
