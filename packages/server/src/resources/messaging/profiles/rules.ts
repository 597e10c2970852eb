import { allow, refuse, type Verdict } from '@guildhall/protocol'

/** Relations of a viewer to the user of a profile. */
export interface ProfileRelations {
  readonly isSelf: boolean
  readonly sharesGuild: boolean
  /** Whether they are friends, or one has asked the other to be. */
  readonly isRelated: boolean
  readonly hasDm: boolean
}

/** Whether a person may read the profile of a user: people with nothing in common read only the public user object. */
export function mayReadProfile({ isSelf, sharesGuild, isRelated, hasDm }: ProfileRelations): Verdict {
  return isSelf || sharesGuild || isRelated || hasDm ? allow : refuse('MISSING_ACCESS', 'Missing Access')
}
