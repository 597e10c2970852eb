import type { Application, Member, User } from '../../../kernel/model.ts'
import type { StoredConnection } from '../../accounts/connections/model.ts'

/** A user with everything that one viewer reads in the profile. */
export interface Profile {
  readonly user: User
  /** Whether the user blocked the viewer, who then reads neither texts nor connections. */
  readonly isReduced: boolean
  readonly connections: readonly StoredConnection[]
  readonly mutualGuilds: readonly Member[]
  readonly mutualFriends: readonly User[]
  /** The user in the guild that the viewer asks for, if both are members. */
  readonly member: Member | undefined
  /** The application of a bot. */
  readonly application: Application | undefined
}
