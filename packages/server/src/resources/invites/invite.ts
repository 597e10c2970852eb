import type { Snowflake } from '@guildhall/protocol'
import type { InviteTable } from '../../kernel/store/tables.ts'

export interface StoredInvite extends Omit<InviteTable, 'data'> {
  target_type: number | null
  target_user_id: Snowflake | null
  target_application_id: Snowflake | null
  role_ids: Snowflake[]
  /** The guild's own address, which is no row among the invites. */
  vanity?: true
}
