import type { MemberObject } from '@guildhall/protocol'
import type { GuildState } from '../../gateway/state.ts'
import type { Actor } from '../../lib/hierarchy.ts'

/** Parts of the dialog of a member receive these. */
export interface MemberParts {
  readonly guild: GuildState
  readonly member: MemberObject
  readonly actor: Actor
  readonly target: { readonly userId: string; readonly rank: number }
}
