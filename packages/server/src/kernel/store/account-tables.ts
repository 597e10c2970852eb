import type { Instant, Snowflake } from '@guildhall/protocol'

export interface SkuTable {
  id: Snowflake
  application_id: Snowflake
  type: number
  name: string
  slug: string
  flags: number
}

export interface EntitlementTable {
  id: Snowflake
  application_id: Snowflake
  sku_id: Snowflake
  /** Buyer; for a guild the holder is the guild. */
  user_id: Snowflake
  guild_id: Snowflake | null
  type: number
  starts_at: Instant | null
  ends_at: Instant | null
  deleted: number
  consumed: number
  subscription_id: Snowflake | null
  /** 1 for a test entitlement, which the application granted itself. */
  sandbox: number
}

export interface SubscriptionTable {
  id: Snowflake
  application_id: Snowflake
  sku_id: Snowflake
  user_id: Snowflake
  guild_id: Snowflake | null
  /** As the protocol has it: 0 active, 1 inactive, 2 ending. [SUB-1] [SUB-2] */
  status: number
  current_period_start: Instant
  current_period_end: Instant
  canceled_at: Instant | null
}

export interface UserTable {
  id: Snowflake
  username: string
  discriminator: string
  global_name: string | null
  bot: number
  /** UserData as JSON. */
  data: string
}

export interface TokenTable {
  /** SHA-256 of the token, base64url: the token itself is never stored. */
  hash: string
  kind: 'bot' | 'person' | 'bearer'
  user_id: Snowflake
  application_id: Snowflake | null
  /** OAuth2 scopes separated by single spaces. */
  scopes: string
  created_at: Instant
  expires_at: Instant | null
  /** Grant that the token was issued from; null for tokens of other kinds. */
  grant_id: string | null
}

/** Authorization codes, by hash; each is single-use and valid for one minute. */
export interface OAuth2CodeTable {
  hash: string
  application_id: Snowflake
  user_id: Snowflake
  expires_at: Instant
  data: string
}

export interface OAuth2RefreshTable {
  hash: string
  application_id: Snowflake
  user_id: Snowflake
  scopes: string
  created_at: Instant
  /** Grant that the token was issued from; null in rows of older versions. */
  grant_id: string | null
}

/** Codes and refresh tokens that were used, by hash: their second use ends the grant. */
export interface OAuth2UsedGrantTable {
  hash: string
  application_id: Snowflake
  user_id: Snowflake
  grant_id: string
  expires_at: Instant
}

/** Devices that wait for a person's approval. */
export interface OAuth2DeviceTable {
  hash: string
  user_code: string
  application_id: Snowflake
  /** Person who approved; null before. */
  user_id: Snowflake | null
  state: 'waiting' | 'granted' | 'denied'
  scopes: string
  expires_at: Instant
  polled_at: Instant
}

/** Accounts elsewhere that people have connected. */
export interface ConnectionTable {
  user_id: Snowflake
  type: string
  id: string
  created_at: Instant
  /** The rest of the connection object. */
  data: string
}

export interface ApplicationTable {
  id: Snowflake
  name: string
  owner_id: Snowflake
  bot_id: Snowflake | null
  /** Publisher's application; null for none. */
  parent_id: Snowflake | null
  /** All application flag bits, also those beyond bit 30. [APP-3] */
  flags: bigint
  client_secret_hash: string
  /** Ed25519 private key, PKCS#8 DER in base64; signs what is sent to the application's endpoints. */
  signing_key: string
  /** ApplicationData as JSON. */
  data: string
}
