export const MessageFlag = {
  CROSSPOSTED: 1 << 0,
  IS_CROSSPOST: 1 << 1,
  SUPPRESS_EMBEDS: 1 << 2,
  SOURCE_MESSAGE_DELETED: 1 << 3,
  URGENT: 1 << 4,
  HAS_THREAD: 1 << 5,
  EPHEMERAL: 1 << 6,
  LOADING: 1 << 7,
  FAILED_TO_MENTION_SOME_ROLES_IN_THREAD: 1 << 8,
  SUPPRESS_NOTIFICATIONS: 1 << 12,
  IS_VOICE_MESSAGE: 1 << 13,
  HAS_SNAPSHOT: 1 << 14,
  IS_COMPONENTS_V2: 1 << 15,
  SENT_BY_SOCIAL_LAYER_INTEGRATION: 1 << 16,
} as const

/** Flags of a channel. Presenters add CHANNEL_OBFUSCATED; it is never stored. [CH-6] */
export const ChannelFlag = {
  PINNED: 1 << 1,
  REQUIRE_TAG: 1 << 4,
  HIDE_MEDIA_DOWNLOAD_OPTIONS: 1 << 15,
  CHANNEL_OBFUSCATED: 1 << 17,
  IS_SPOILER_CHANNEL: 1 << 21,
} as const

/** Flags of an application, as bigints, since `flags_new` exceeds bit 30. [APP-3] */
export const ApplicationFlag = {
  APPLICATION_AUTO_MODERATION_RULE_CREATE_BADGE: 1n << 6n,
  PUBLIC_OAUTH2_CLIENT: 1n << 8n,
  SOCIAL_LAYER_INTEGRATION_LIMITED: 1n << 10n,
  GATEWAY_PRESENCE: 1n << 12n,
  GATEWAY_PRESENCE_LIMITED: 1n << 13n,
  GATEWAY_GUILD_MEMBERS: 1n << 14n,
  GATEWAY_GUILD_MEMBERS_LIMITED: 1n << 15n,
  VERIFICATION_PENDING_GUILD_LIMIT: 1n << 16n,
  EMBEDDED: 1n << 17n,
  GATEWAY_MESSAGE_CONTENT: 1n << 18n,
  GATEWAY_MESSAGE_CONTENT_LIMITED: 1n << 19n,
  APPLICATION_COMMAND_BADGE: 1n << 23n,
  SOCIAL_LAYER_INTEGRATION: 1n << 27n,
  PARENT: 1n << 33n,
  DISABLE_RELATIONSHIP_ACCESS: 1n << 34n,
} as const

/** Bits of an application that `flags` carries. Only `flags_new` carries the others. [APP-1] */
export const APPLICATION_FLAGS_IN_32_BITS = 0x7fffffffn

export const UserFlag = {
  STAFF: 1 << 0,
  PARTNER: 1 << 1,
  HYPESQUAD: 1 << 2,
  BUG_HUNTER_LEVEL_1: 1 << 3,
  HYPESQUAD_ONLINE_HOUSE_1: 1 << 6,
  HYPESQUAD_ONLINE_HOUSE_2: 1 << 7,
  HYPESQUAD_ONLINE_HOUSE_3: 1 << 8,
  PREMIUM_EARLY_SUPPORTER: 1 << 9,
  TEAM_PSEUDO_USER: 1 << 10,
  BUG_HUNTER_LEVEL_2: 1 << 14,
  VERIFIED_BOT: 1 << 16,
  VERIFIED_DEVELOPER: 1 << 17,
  CERTIFIED_MODERATOR: 1 << 18,
  BOT_HTTP_INTERACTIONS: 1 << 19,
  PROVISIONAL_ACCOUNT: 1 << 23,
} as const

export const MemberFlag = {
  DID_REJOIN: 1 << 0,
  COMPLETED_ONBOARDING: 1 << 1,
  BYPASSES_VERIFICATION: 1 << 2,
  STARTED_ONBOARDING: 1 << 3,
  IS_GUEST: 1 << 4,
  STARTED_HOME_ACTIONS: 1 << 5,
  COMPLETED_HOME_ACTIONS: 1 << 6,
  AUTOMOD_QUARANTINED_USERNAME: 1 << 7,
  DM_SETTINGS_UPSELL_ACKNOWLEDGED: 1 << 9,
  AUTOMOD_QUARANTINED_GUILD_TAG: 1 << 10,
} as const

export const RoleFlag = {
  IN_PROMPT: 1 << 0,
} as const

export const AttachmentFlag = {
  IS_CLIP: 1 << 0,
  IS_THUMBNAIL: 1 << 1,
  IS_REMIX: 1 << 2,
  IS_SPOILER: 1 << 3,
  IS_ANIMATED: 1 << 5,
} as const

export const EmbedFlag = {
  IS_CONTENT_INVENTORY_ENTRY: 1 << 5,
} as const

export const EmbedMediaFlag = {
  IS_ANIMATED: 1 << 5,
} as const

/** Flags of a guild; each disables a kind of system message. */
export const SystemChannelFlag = {
  SUPPRESS_JOIN_NOTIFICATIONS: 1 << 0,
  SUPPRESS_PREMIUM_SUBSCRIPTIONS: 1 << 1,
  SUPPRESS_GUILD_REMINDER_NOTIFICATIONS: 1 << 2,
  SUPPRESS_JOIN_NOTIFICATION_REPLIES: 1 << 3,
  SUPPRESS_ROLE_SUBSCRIPTION_PURCHASE_NOTIFICATIONS: 1 << 4,
  SUPPRESS_ROLE_SUBSCRIPTION_PURCHASE_NOTIFICATION_REPLIES: 1 << 5,
} as const

export const ActivityFlag = {
  INSTANCE: 1 << 0,
  JOIN: 1 << 1,
  SPECTATE: 1 << 2,
  JOIN_REQUEST: 1 << 3,
  SYNC: 1 << 4,
  PLAY: 1 << 5,
  PARTY_PRIVACY_FRIENDS: 1 << 6,
  PARTY_PRIVACY_VOICE_CHANNEL: 1 << 7,
  EMBEDDED: 1 << 8,
} as const

export const InviteFlag = {
  IS_GUEST_INVITE: 1 << 0,
} as const

export const SkuFlag = {
  AVAILABLE: 1 << 2,
  GUILD_SUBSCRIPTION: 1 << 7,
  USER_SUBSCRIPTION: 1 << 8,
} as const

export const LobbyMemberFlag = {
  CAN_LINK_LOBBY: 1 << 0,
} as const

export const LobbyFlag = {
  REQUIRE_APPLICATION_AUTHORIZATION: 1 << 0,
} as const
