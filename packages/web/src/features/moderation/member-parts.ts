import type { Actor } from '@guildhall/client/questions'
import type { GuildState } from '@guildhall/client/records'
import type { MemberObject } from '@guildhall/protocol'

/** Parts of the dialog of a member receive these. */
export interface MemberParts {
  readonly guild: GuildState
  readonly member: MemberObject
  readonly actor: Actor
  readonly target: { readonly userId: string; readonly rank: number }
}
