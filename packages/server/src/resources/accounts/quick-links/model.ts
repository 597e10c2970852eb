import type { Snowflake } from '@guildhall/protocol'

/** A link that starts an activity: a quick link, made by the application, or a custom link of the portal. */
export interface QuickLink extends QuickLinkData {
  readonly id: Snowflake
  readonly application_id: Snowflake
}

/** Fields that are stored as JSON. */
export interface QuickLinkData {
  readonly creator_id: string
  readonly custom_id: string | null
  /** Whether the link was made in the portal. */
  readonly custom: boolean
  readonly title: string
  readonly description: string
  /** Hash of the picture. */
  readonly image: string | null
}
