import type { Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { InviteTable } from '../../../kernel/store/tables.ts'

/** Invite to a channel of a guild. */
export interface StoredInvite extends Omit<InviteTable, 'data'> {
  target_type: number | null
  target_user_id: Snowflake | null
  target_application_id: Snowflake | null
  role_ids: Snowflake[]
  /** Set for the vanity URL of a guild, which has no row among the invites. */
  vanity?: true
}

/** Fields of a new invite that its creator decides. */
export type InviteInput = Omit<StoredInvite, 'code' | 'uses' | 'created_at' | 'expires_at'>

/** Returns the vanity URL of a guild as an invite to a channel. */
export function vanityInvite(view: GuildView, channelId: Snowflake, code: string, uses: number): StoredInvite {
  return {
    code: view.guild.vanity_url_code ?? code,
    guild_id: view.id,
    channel_id: channelId,
    inviter_id: null,
    uses,
    max_uses: 0,
    max_age: 0,
    temporary: 0,
    created_at: 0,
    expires_at: null,
    target_type: null,
    target_user_id: null,
    target_application_id: null,
    role_ids: [],
    vanity: true,
  }
}

/** Values of `status` of a list of target users and its job. [SUB-15] */
export const TargetListStatus = { PROCESSING: 1, COMPLETED: 2, FAILED: 3 } as const
