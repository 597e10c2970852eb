import { type GuildJoinRequestObject, wireTime, wireTimeOrNull } from '@guildhall/protocol'
import type { User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'
import type { StoredJoinRequest } from './model.ts'

/** Returns the join request object. */
export function presentJoinRequest(
  request: StoredJoinRequest,
  people: { user?: User | undefined; reviewer?: User | undefined },
): GuildJoinRequestObject {
  return {
    id: request.id.toString(),
    created_at: wireTime(request.created_at),
    reviewed_at: wireTimeOrNull(request.reviewed_at),
    application_status: request.status,
    rejection_reason: request.rejection_reason,
    guild_id: request.guild_id.toString(),
    user_id: request.user_id.toString(),
    user: people.user ? presentUser(people.user) : null,
    actioned_by_user: people.reviewer ? presentUser(people.reviewer) : null,
  }
}
