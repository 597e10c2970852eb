import type { EmbeddedActivityConfigObject, Instant, Snowflake, UrlMappingObject } from '@guildhall/protocol'

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
  /** Reason for which the platform last disabled webhook events; null if it never did. [EVT-15] */
  event_webhooks_failure: { readonly at: Instant; readonly reason: string } | null
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
  /** Paths of the activity's proxy and their hosts, in the order of their checks; empty without an activity. */
  url_map: readonly UrlMappingObject[]
  /** Settings of the activity that the owner changed. */
  embedded_activity_config: Partial<StoredActivityConfig>
  /** Limit of the participants of one instance of the activity; -1 for none. */
  max_participants: number
  /** Whether the operator verified the application. Independent of its privileged intents. [AUT-20] */
  verified: boolean
  /** Time at which the operator last approved privileged intents; null if never, or before times were kept. [AUT-18] */
  intents_approved_at: Instant | null
  /** Request for privileged intents that waits for the operator. [AUT-17] */
  intents_request: IntentsRequest | null
}

/** Settings of an activity as they are stored. */
export type StoredActivityConfig = Readonly<Omit<EmbeddedActivityConfigObject, 'application_id'>>

/** Request of an owner for privileged intents. */
export interface IntentsRequest {
  /** Names such as GUILD_MEMBERS. */
  readonly intents: readonly string[]
  readonly reason: string
  readonly requested_at: Instant
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
