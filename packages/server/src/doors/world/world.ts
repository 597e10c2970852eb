import type { CONNECTION_TYPES } from '../../resources/connections/index.ts'

/**
 * A world file as it is after parsing: who and what there is when a platform starts empty. Keys of the records are names
 * of the author's own, used for cross-reference only. Whatever is left out is filled in by `fillWorld`, or has the
 * platform's own default.
 */
export interface World {
  users: Record<string, WorldUser>
  applications: Record<string, WorldApplication>
  guilds: Record<string, WorldGuild>
}

/** A person. */
export interface WorldConnection {
  type: (typeof CONNECTION_TYPES)[number]
  /** The account's id there; its name when left out. */
  id?: string
  name: string
  verified?: boolean
  /** 0 for nobody else, 1 for everybody. */
  visibility?: number
  /** When it was made, ISO 8601: before the world began, where a dated rule asks. [END-3] */
  created_at?: string
}

export interface WorldUser {
  /** A snowflake, here and wherever an entry has an `id`. */
  id?: string
  /** 2 to 32 characters, unlike all others in the file. Left out: made of the key. */
  username?: string
  /** The display name. */
  global_name?: string | null
  password?: string
  /** The person's own session token. */
  token?: string
  email?: string | null
  locale?: string
  bio?: string
  /** 0 none, 1, 2, 3. [USR-1] */
  premium_type?: number
  /** Who sees the custom status: 0 unset, 1 friends, 2 friends and small guilds, 3 all. [EVT-1] */
  profile_visibility?: number
  /** Accounts elsewhere. */
  connections?: WorldConnection[]
  /** Bots of shared guilds may write to this person; true unless told. */
  allow_dms?: boolean
  /** Shown while no session of the person's says otherwise. */
  presence?: WorldPresence
}

export interface WorldPresence {
  /** online, idle, dnd, invisible or offline. */
  status?: string
  activities?: WorldActivity[]
}

export interface WorldActivity {
  name: string
  /** 0 playing, 1 streaming, 2 listening, 3 watching, 4 custom, 5 competing. */
  type: number
  state?: string
  details?: string
  url?: string
}

export interface WorldApplication {
  id?: string
  /** Left out: the key. */
  name?: string
  description?: string
  /** Key of a user. Left out: the first user of the file. */
  owner?: string
  client_secret?: string
  /** Ed25519 private key, PKCS#8 DER in base64: keeps `public_key` the same in every run. */
  signing_key?: string
  /** Left out: the application has no bot. Its id is the application's unless told. */
  bot?: WorldBot
  /** Privileged intents that are switched on. [AUT-16] */
  intents?: string[]
  /** What the operator has approved: `identify.premium`, `social_layer`, or a privileged intent. [USR-2 AUT-17 LIM-18] */
  approvals?: string[]
  redirect_uris?: string[]
  rpc_origins?: string[]
  interactions_endpoint_url?: string | null
  event_webhooks_url?: string | null
  /** Event types that are delivered to `event_webhooks_url`. */
  event_webhooks_types?: string[]
  terms_of_service_url?: string | null
  privacy_policy_url?: string | null
  tags?: string[]
  bot_public?: boolean
  bot_require_code_grant?: boolean
  /** 0 guild install, 1 user install. Left out: both. */
  integration_types?: number[]
  /** Flag 1 << 8: the client has no secret to keep. */
  public_client?: boolean
  /** The guild list must be asked for by shard. [END-10] */
  large_bot_sharding?: boolean
  /** Identifies in 5 s, and storage shards. [END-8 GW-14] */
  max_concurrency?: number
  /** [GW-2] */
  channel_obfuscation_opt_in?: boolean
  /** Makes it an embedded activity: which path the proxy takes to which host. Needs the prefix `/`. [SVC-1] */
  url_mappings?: WorldUrlMapping[]
  /** Makes it a game of the social layer: flag 1 << 27. [SVC-1] */
  social_layer?: boolean
  /** [AUT-7] */
  social_sdk_terms_accepted?: boolean
  /** Key of the publisher's application; this one is then its child. [AUT-24] */
  parent?: string
  /** What it sells. */
  skus?: Record<string, WorldSku>
}

export interface WorldSku {
  id?: string
  /** Left out: the key. */
  name?: string
  /** 2 durable, 3 consumable, 5 subscription. Left out: 5. */
  type?: number
  /** Whom a subscription is for; a user unless told. */
  access?: string
  /** Can it be bought? Yes unless told. */
  available?: boolean
}

export interface WorldBot {
  id?: string
  /** Left out: made of the application's key. */
  username?: string
  /** Its first dot-separated part is taken as the base64 of the bot's id, where it is that. */
  token?: string
}

export interface WorldUrlMapping {
  /** A path such as `/` or `/google/{subdomain}`. */
  prefix: string
  /** Host and optional folder, without a scheme. */
  target: string
}

export interface WorldGuild {
  id?: string
  /** Left out: the key. */
  name?: string
  description?: string | null
  /** Key of a user, who is a member without being listed. Left out: the first user of the file. */
  owner?: string
  /** Keys of users. */
  members?: string[]
  /** By key of the application. */
  bots?: Record<string, WorldGuildBot>
  /** Any, also those that the API does not let one set. */
  features?: string[]
  /** The key `@everyone` is the guild's own role. */
  roles?: Record<string, WorldRole>
  channels?: Record<string, WorldChannel>
  /** In the file also a list of names. */
  emojis?: Record<string, WorldEmoji>
  /** Keys of channels. */
  system_channel?: string
  rules_channel?: string
  public_updates_channel?: string
  afk_channel?: string
  /** Seconds. */
  afk_timeout?: number
  verification_level?: number
  default_message_notifications?: number
  explicit_content_filter?: number
  mfa_level?: number
  nsfw_level?: number
  premium_tier?: number
  preferred_locale?: string
  vanity_url_code?: string | null
}

export interface WorldGuildBot {
  /** Of the role that comes with the bot, as a permission integer in a string; "0" unless told. */
  permissions?: string
  /** Keys of further roles. */
  roles?: string[]
}

export interface WorldRole {
  id?: string
  /** Left out: the key. */
  name?: string
  /** A permission integer in a string. Left out: what a new role has. */
  permissions?: string
  /** RGB as a number. */
  color?: number
  hoist?: boolean
  mentionable?: boolean
  /** From 1, the lowest. Left out: in the order of the file, the first the highest. */
  position?: number
  unicode_emoji?: string | null
  /** Keys of users, who must be members of the guild. */
  members?: string[]
}

export interface WorldChannel {
  id?: string
  /** Left out: the key. */
  name?: string
  /** 0 unless told. Threads and DMs are made by those who use them. */
  type?: number
  topic?: string | null
  nsfw?: boolean
  /** Seconds between two messages of one person. */
  rate_limit_per_user?: number
  /** Left out: in the order of the file. */
  position?: number
  /** Key of a channel of type 4. */
  parent?: string | null
  permission_overwrites?: WorldOverwrite[]
  bitrate?: number
  user_limit?: number
  /** Minutes. */
  default_auto_archive_duration?: number
}

/** For exactly one of `role`, `user` and `bot`. */
export interface WorldOverwrite {
  /** Key of a role of this guild, or `@everyone`. */
  role?: string
  /** Key of a user who is a member. */
  user?: string
  /** Key of an application whose bot is in the guild. */
  bot?: string
  /** Permission integers in strings; "0" unless told. */
  allow?: string
  deny?: string
}

export interface WorldEmoji {
  id?: string
}
