/** Description of one metadata value that an application stores for each person. */
export interface MetadataRecord {
  type: number
  key: string
  name: string
  name_localizations?: Record<string, string> | null
  description: string
  description_localizations?: Record<string, string> | null
}

/** Metadata that an application stores for one person. */
export interface StoredRoleConnection {
  platform_name: string | null
  platform_username: string | null
  metadata: Record<string, string>
}

/** Role connection of a person for whom the application has stored nothing. */
export const NO_ROLE_CONNECTION: StoredRoleConnection = { platform_name: null, platform_username: null, metadata: {} }
