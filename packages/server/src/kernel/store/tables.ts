import type { Instant, Snowflake } from '@guildhall/protocol'
import type { StoredSoundboardSound, StoredStageInstance, StoredSticker } from '../model.ts'

import type {
  AccountTables,
  ApplicationTable,
  ConnectionTable,
  EntitlementTable,
  OAuth2CodeTable,
  OAuth2DeviceTable,
  OAuth2RefreshTable,
  OAuth2UsedGrantTable,
  SkuTable,
  SubscriptionTable,
} from './account-tables.ts'
import type { GameTables } from './game-tables.ts'
import type { NodeTables } from './node-tables.ts'

/**
 * The schema of the store: one interface per table, as src/migrations create it. Rows keep the protocol's field
 * names. Fields that statements decide by or search are columns. The rest of an object is JSON text in `data`, which
 * only its resource reads and writes. Flags in INTEGER columns are 0 or 1.
 */
export interface Tables extends AccountTables, GameTables, NodeTables {
  oauth2_codes: OAuth2CodeTable
  oauth2_refresh_tokens: OAuth2RefreshTable
  oauth2_used_grants: OAuth2UsedGrantTable
  oauth2_devices: OAuth2DeviceTable
  /** Tokens of AUTHORIZE, by hash; each is single-use and valid for one minute. */
  oauth2_rpc_tokens: { hash: string; application_id: Snowflake; expires_at: Instant }
  /** Links that start an activity. */
  quick_links: { id: Snowflake; application_id: Snowflake; data: string }
  connections: ConnectionTable
  role_connection_metadata: { application_id: Snowflake; data: string }
  role_connections: { application_id: Snowflake; user_id: Snowflake; data: string }
  applications: ApplicationTable
  /** Applications that people have added to their own accounts; `scopes` separated by single spaces. */
  application_installs: {
    id: Snowflake
    application_id: Snowflake
    user_id: Snowflake
    scopes: string
    created_at: Instant
  }
  guilds: GuildTable
  roles: RoleTable
  channels: ChannelTable
  /** `shown` is 0 for a user who closed the DM, or has received no message in it yet. */
  channel_recipients: { channel_id: Snowflake; user_id: Snowflake; shown: number }
  /** Creator of a group DM: an application's bot or a person. */
  group_dms: { channel_id: Snowflake; creator_id: Snowflake }
  dm_pairs: { low_user_id: Snowflake; high_user_id: Snowflake; channel_id: Snowflake }
  members: MemberTable
  member_counts: { guild_id: Snowflake; members: number }
  /** Index of members by name and by role. */
  member_names: { guild_id: Snowflake; name: string; user_id: Snowflake }
  integrations: IntegrationTable
  bans: { guild_id: Snowflake; user_id: Snowflake; reason: string | null; created_at: Instant }
  invites: InviteTable
  messages: MessageTable
  reactions: ReactionTable
  crossposts: CrosspostTable
  file_uses: FileUseTable
  stored_files: StoredFileTable
  stored_bytes: StoredBytesTable
  /** The last message that a user has read in a channel. */
  read_states: { user_id: Snowflake; channel_id: Snowflake; last_message_id: Snowflake }
  /** Messages that mention a user, a role or a guild with all its members; `guild_id` is null in DMs. */
  mentions: { target_id: Snowflake; message_id: Snowflake; channel_id: Snowflake; guild_id: Snowflake | null }
  poll_votes: { message_id: Snowflake; answer_id: number; user_id: Snowflake }
  emojis: EmojiTable
  webhooks: WebhookTable
  stickers: StoredSticker
  soundboard_sounds: StoredSoundboardSound
  stage_instances: StoredStageInstance
  scheduled_events: ScheduledEventTable
  /** `exception_id` is 0 for the whole series; `response` 1 is interested, 0 not. */
  scheduled_event_users: {
    event_id: Snowflake
    exception_id: Snowflake
    user_id: Snowflake
    guild_id: Snowflake
    response: number
  }
  thread_members: { channel_id: Snowflake; user_id: Snowflake; joined_at: Instant; flags: number }
  /** Last message (kind 0) and thread (kind 1) of a user in a channel with slowmode. Ended rows go once a day. */
  slowmode_uses: { user_id: Snowflake; channel_id: Snowflake; kind: number; at: Instant }
  commands: CommandTable
  command_permissions: { guild_id: Snowflake; application_id: Snowflake; target_id: Snowflake; data: string }
  command_creates: { application_id: Snowflake; guild_id: Snowflake; day: number; created: number }
  interactions: InteractionTable
  /** Ephemeral messages, while their interaction's token is valid; `data` is the whole message. */
  ephemeral_messages: {
    id: Snowflake
    interaction_id: Snowflake
    user_id: Snowflake
    expires_at: Instant
    data: string
  }
  activity_instances: {
    launch_id: Snowflake
    application_id: Snowflake
    channel_id: Snowflake
    guild_id: Snowflake | null
    created_at: Instant
  }
  activity_participants: {
    launch_id: Snowflake
    user_id: Snowflake
    session_id: string
    nonce: string | null
    joined_at: Instant
  }
  audit_log: AuditLogTable
  auto_moderation_rules: AutoModerationRuleTable
  guild_templates: GuildTemplateTable
  /** Former members: a member who comes back has it in their member object. */
  former_members: { guild_id: Snowflake; user_id: Snowflake }
  join_requests: JoinRequestTable
  /** Vanity URLs of guilds. */
  vanity_urls: { code: string; guild_id: Snowflake; uses: number }
  /** Large documents of a guild that are read rarely: welcome screen, onboarding, home. */
  guild_documents: { guild_id: Snowflake; kind: string; data: string }
  jobs: JobTable
  meta: { key: string; value: string }

  // Search. Each dialect has its own kind of index: text-index.ts.
  /** Guilds whose messages are in the text index; while `ready` is 0 they are being indexed. */
  search_guilds: { guild_id: Snowflake; ready: number; documents: number }

  // Target users of invites.
  invite_target_lists: InviteTargetListTable
  /** The list as it was uploaded: ids with commas between them, a thousand per row. */
  invite_target_parts: { list_id: Snowflake; part: number; ids: string }
  /** The list for lookups, as far as it is processed. */
  invite_targets: { list_id: Snowflake; user_id: Snowflake }

  // SKUs of applications, and purchases of them.
  skus: SkuTable
  entitlements: EntitlementTable
  subscriptions: SubscriptionTable
}

/** A kept file, with the person who has it kept and the guild where it is shown. */
export interface StoredFileTable {
  key: string
  bytes: bigint
  user_id: Snowflake | null
  guild_id: Snowflake | null
}

/** Sum of the kept files of a holder, `user <id>` or `guild <id>`. */
export interface StoredBytesTable {
  holder: string
  bytes: bigint
}

/** A message and a file that it shows: an attachment, a sticker, or the avatar of a webhook. */
export interface FileUseTable {
  key: string
  /** Message that shows the file, in `channel_id`. */
  holder_id: Snowflake
  channel_id: Snowflake
}

export interface InviteTargetListTable {
  id: Snowflake
  code: string
  /** Job status of the protocol: 1 processing, 2 completed, 3 failed. [SUB-15] */
  status: number
  total: number
  processed: number
  created_at: Instant
  completed_at: Instant | null
  error_message: string | null
  /** 1 for the list in effect, at most one per invite. */
  in_effect: number
}

export interface GuildTable {
  id: Snowflake
  name: string
  owner_id: Snowflake
  data: string
}

export interface RoleTable {
  id: Snowflake
  guild_id: Snowflake
  name: string
  position: number
  permissions: bigint
  data: string
}

export interface ChannelTable {
  id: Snowflake
  guild_id: Snowflake | null
  type: number
  parent_id: Snowflake | null
  name: string | null
  position: number
  /** Threads: 1 when archived, so that active ones are found by index. Always 0 otherwise. */
  archived: number
  /** Time of archiving, for lists by it; null for an active thread. */
  archived_at: Instant | null
  data: string
}

export interface MemberTable {
  guild_id: Snowflake
  user_id: Snowflake
  nick: string | null
  joined_at: Instant
  /** Role ids as a JSON array of strings, without @everyone. */
  roles: string
  data: string
}

export interface IntegrationTable {
  id: Snowflake
  guild_id: Snowflake
  application_id: Snowflake
  data: string
}

export interface AutoModerationRuleTable {
  id: Snowflake
  guild_id: Snowflake
  trigger_type: number
  data: string
}

export interface GuildTemplateTable {
  code: string
  guild_id: Snowflake
  name: string
  description: string | null
  usage_count: number
  creator_id: Snowflake
  created_at: Instant
  updated_at: Instant
  /** The snapshot, wire-shaped JSON. */
  data: string
}

export interface JoinRequestTable {
  id: Snowflake
  guild_id: Snowflake
  user_id: Snowflake
  status: 'STARTED' | 'SUBMITTED' | 'REJECTED' | 'APPROVED'
  created_at: Instant
  reviewed_at: Instant | null
  reviewer_id: Snowflake | null
  rejection_reason: string | null
}

export interface InviteTable {
  code: string
  guild_id: Snowflake
  channel_id: Snowflake
  inviter_id: Snowflake | null
  uses: number
  max_uses: number
  max_age: number
  temporary: number
  created_at: Instant
  expires_at: Instant | null
  data: string
}

export interface MessageTable {
  id: Snowflake
  channel_id: Snowflake
  guild_id: Snowflake | null
  author_id: Snowflake
  webhook_id: Snowflake | null
  type: number
  flags: number
  content: string
  edited_at: Instant | null
  pinned_at: Instant | null
  /** MessageData as JSON. */
  data: string
}

export interface ReactionTable {
  message_id: Snowflake
  /** `name` of a Unicode emoji or the id of a custom one. */
  emoji_key: string
  emoji_name: string | null
  emoji_id: Snowflake | null
  user_id: Snowflake
  created_at: Instant
}

export interface EmojiTable {
  id: Snowflake
  guild_id: Snowflake | null
  application_id: Snowflake | null
  name: string
  data: string
}

export interface ScheduledEventTable {
  id: Snowflake
  guild_id: Snowflake
  status: number
  data: string
}

export interface WebhookTable {
  id: Snowflake
  type: number
  guild_id: Snowflake | null
  channel_id: Snowflake | null
  application_id: Snowflake | null
  user_id: Snowflake | null
  name: string | null
  avatar: string | null
  /** Sealed, not hashed: the documented webhook object shows it to members who manage the webhook. */
  token: string | null
  /** Announcement channel whose published messages a follower copies. */
  source_channel_id: Snowflake | null
  data: string
}

export interface CommandTable {
  id: Snowflake
  application_id: Snowflake
  /** 0 for a global command, so that the unique name index covers it. */
  guild_id: Snowflake
  type: number
  name: string
  version: Snowflake
  data: string
}

export interface InteractionTable {
  id: Snowflake
  application_id: Snowflake
  token: string
  type: number
  user_id: Snowflake
  channel_id: Snowflake
  guild_id: Snowflake | null
  /** InteractionData as JSON. */
  data: string
  created_at: Instant
}

export interface AuditLogTable {
  id: Snowflake
  guild_id: Snowflake
  user_id: Snowflake | null
  target_id: string | null
  action_type: number
  data: string
}

export interface JobTable {
  id: Snowflake
  kind: string
  /** Jobs of one kind with the same key replace each other; empty for none. */
  key: string
  due_at: Instant
  payload: string
  attempts: number
}

/** A copy of a published message in a channel that follows its announcement channel. */
export interface CrosspostTable {
  copy_id: Snowflake
  /** Channel of the copy. */
  channel_id: Snowflake
  source_id: Snowflake
}
