export const PremiumType = {
  NONE: 0,
  NITRO_CLASSIC: 1,
  NITRO: 2,
  NITRO_BASIC: 3,
} as const

export const ActivityType = {
  PLAYING: 0,
  STREAMING: 1,
  LISTENING: 2,
  WATCHING: 3,
  CUSTOM: 4,
  COMPETING: 5,
} as const

/** Platforms of a game, each in the order of its bit in a mask. */
export const ACTIVITY_PLATFORMS = ['desktop', 'xbox', 'samsung', 'ios', 'android', 'embedded', 'ps4', 'ps5'] as const

/** Line of an activity that the member list displays. */
export const StatusDisplayType = {
  NAME: 0,
  STATE: 1,
  DETAILS: 2,
} as const

export const STATUSES = ['online', 'dnd', 'idle', 'invisible', 'offline'] as const

export const RelationshipType = {
  NONE: 0,
  FRIEND: 1,
  BLOCKED: 2,
  INCOMING_REQUEST: 3,
  OUTGOING_REQUEST: 4,
  IMPLICIT: 5,
  SUGGESTION: 6,
} as const

/** Users who may send a person friend requests. */
export const FriendSource = {
  MUTUAL_FRIENDS: 1 << 1,
  MUTUAL_GUILDS: 1 << 2,
  NO_RELATION: 1 << 3,
  EVERYONE: (1 << 1) | (1 << 2) | (1 << 3),
} as const

/** Audience of a person's custom status. [EVT-1] */
export const ProfileVisibility = {
  UNSET: 0,
  FRIENDS: 1,
  FRIENDS_AND_SMALL_GUILDS: 2,
  FRIENDS_AND_ALL_GUILDS: 3,
} as const

export const ConnectionVisibility = {
  NONE: 0,
  EVERYONE: 1,
} as const

export const SkuType = {
  DURABLE: 2,
  CONSUMABLE: 3,
  SUBSCRIPTION: 5,
  SUBSCRIPTION_GROUP: 6,
} as const

export const EntitlementType = {
  PURCHASE: 1,
  PREMIUM_SUBSCRIPTION: 2,
  DEVELOPER_GIFT: 3,
  TEST_MODE_PURCHASE: 4,
  FREE_PURCHASE: 5,
  USER_GIFT: 6,
  PREMIUM_PURCHASE: 7,
  APPLICATION_SUBSCRIPTION: 8,
} as const

export const EntitlementOwnerType = {
  GUILD: 1,
  USER: 2,
} as const

export const SubscriptionStatus = {
  ACTIVE: 0,
  INACTIVE: 1,
  ENDING: 2,
} as const

export const EventWebhooksStatus = {
  DISABLED: 1,
  ENABLED: 2,
  DISABLED_BY_PLATFORM: 3,
} as const

export const TeamMembershipState = {
  INVITED: 1,
  ACCEPTED: 2,
} as const

export const RoleConnectionMetadataType = {
  INTEGER_LESS_THAN_OR_EQUAL: 1,
  INTEGER_GREATER_THAN_OR_EQUAL: 2,
  INTEGER_EQUAL: 3,
  INTEGER_NOT_EQUAL: 4,
  DATETIME_LESS_THAN_OR_EQUAL: 5,
  DATETIME_GREATER_THAN_OR_EQUAL: 6,
  BOOLEAN_EQUAL: 7,
  BOOLEAN_NOT_EQUAL: 8,
} as const

/** Kinds of second factors. */
export const AuthenticatorType = { WEBAUTHN: 1, TOTP: 2 } as const
