import type { Instant } from '@guildhall/protocol'

/** Account of a person on another platform. */
export interface StoredConnection {
  user_id: bigint
  type: string
  /** Id of the account on its platform. */
  id: string
  created_at: Instant
  name: string
  verified: boolean
  friend_sync: boolean
  show_activity: boolean
  two_way_link: boolean
  revoked: boolean
  /** 0 for the person alone, 1 for everyone. */
  visibility: number
}
