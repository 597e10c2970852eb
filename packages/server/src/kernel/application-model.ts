import type { Snowflake } from '@guildhall/protocol'

export interface ApplicationData {
  icon: string | null
  description: string
  rpc_origins: string[]
  bot_public: boolean
  bot_require_code_grant: boolean
  terms_of_service_url: string | null
  privacy_policy_url: string | null
  cover_image: string | null
  tags: string[]
  install_params: { scopes: string[]; permissions: string } | null
  integration_types_config: Record<string, { oauth2_install_params?: { scopes: string[]; permissions: string } }>
  custom_install_url: string | null
  interactions_endpoint_url: string | null
  role_connections_verification_url: string | null
  redirect_uris: string[]
  event_webhooks_url: string | null
  event_webhooks_status: number
  event_webhooks_types: string[]
  /** Ed25519 public key, hex. */
  verify_key: string
  guild_id: Snowflake | null
  /** Large bot sharding: the guild list must be requested by shard. [END-10] */
  large_bot_sharding: boolean
  max_concurrency: number
  channel_obfuscation_opt_in: boolean
  /** Approved for identify.premium. [USR-2] */
  premium_approved: boolean
  /** Approved for communication features: the development limits of games do not apply. [LIM-18] */
  social_layer_approved: boolean
  /** Whether the owner accepted the terms of the social SDK. [AUT-7] */
  social_sdk_terms_accepted: boolean
  /** Providers that sign in the game's players. */
  external_auth: ExternalAuth[]
}

/** Provider whose tokens identify players of a game. */
export interface ExternalAuth {
  /** `external_auth_type` of requests, such as OIDC. */
  type: string
  /** Compared exactly with the `iss` of tokens. */
  issuer: string
  /** Must be in the `aud` of tokens. */
  client_id: string
}

export interface Application extends ApplicationData {
  id: Snowflake
  name: string
  owner_id: Snowflake
  bot_id: Snowflake | null
  /** Publisher's application, whose child this game is; null for none. [AUT-24] */
  parent_id: Snowflake | null
  flags: bigint
  /** Ed25519 private key, PKCS#8 DER in base64. */
  signing_key: string
  client_secret_hash: string
}
