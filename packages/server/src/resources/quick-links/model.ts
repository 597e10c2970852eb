import type { Snowflake } from '@guildhall/protocol'

/** A link that starts an activity. */
export interface QuickLink extends QuickLinkData {
  readonly id: Snowflake
  readonly application_id: Snowflake
}

/** Fields that are stored as JSON. */
export interface QuickLinkData {
  readonly creator_id: string
  readonly custom_id: string | null
  readonly title: string
  readonly description: string
  /** Hash of the picture. */
  readonly image: string | null
}
