export const VerificationLevel = {
  NONE: 0,
  LOW: 1,
  MEDIUM: 2,
  HIGH: 3,
  VERY_HIGH: 4,
} as const

export const NotificationLevel = {
  ALL_MESSAGES: 0,
  ONLY_MENTIONS: 1,
} as const

export const ExplicitContentFilter = {
  DISABLED: 0,
  MEMBERS_WITHOUT_ROLES: 1,
  ALL_MEMBERS: 2,
} as const

export const MfaLevel = {
  NONE: 0,
  ELEVATED: 1,
} as const

export const NSFWLevel = {
  DEFAULT: 0,
  EXPLICIT: 1,
  SAFE: 2,
  AGE_RESTRICTED: 3,
} as const

/** Boost level of a guild. */
export const PremiumTier = {
  NONE: 0,
  TIER_1: 1,
  TIER_2: 2,
  TIER_3: 3,
} as const

export const InviteType = {
  GUILD: 0,
  GROUP_DM: 1,
  FRIEND: 2,
} as const

export const InviteTargetType = {
  STREAM: 1,
  EMBEDDED_APPLICATION: 2,
} as const

export const TargetUsersJobStatus = {
  UNSPECIFIED: 0,
  PROCESSING: 1,
  COMPLETED: 2,
  FAILED: 3,
} as const

export const StickerType = {
  STANDARD: 1,
  GUILD: 2,
} as const

export const StickerFormat = {
  PNG: 1,
  APNG: 2,
  LOTTIE: 3,
  GIF: 4,
} as const

export const WebhookType = {
  INCOMING: 1,
  CHANNEL_FOLLOWER: 2,
  APPLICATION: 3,
} as const

export const OnboardingMode = {
  ONBOARDING_DEFAULT: 0,
  ONBOARDING_ADVANCED: 1,
} as const

export const OnboardingPromptType = {
  MULTIPLE_CHOICE: 0,
  DROPDOWN: 1,
} as const

export const StagePrivacyLevel = {
  PUBLIC: 1,
  GUILD_ONLY: 2,
} as const

export const ScheduledEventPrivacyLevel = {
  GUILD_ONLY: 2,
} as const

export const ScheduledEventEntityType = {
  STAGE_INSTANCE: 1,
  VOICE: 2,
  EXTERNAL: 3,
} as const

export const ScheduledEventStatus = {
  SCHEDULED: 1,
  ACTIVE: 2,
  COMPLETED: 3,
  CANCELED: 4,
} as const

export const RecurrenceFrequency = {
  YEARLY: 0,
  MONTHLY: 1,
  WEEKLY: 2,
  DAILY: 3,
} as const

export const AutoModerationTrigger = {
  KEYWORD: 1,
  SPAM: 3,
  KEYWORD_PRESET: 4,
  MENTION_SPAM: 5,
  MEMBER_PROFILE: 6,
} as const

export const AutoModerationEvent = {
  MESSAGE_SEND: 1,
  MEMBER_UPDATE: 2,
} as const

export const AutoModerationActionType = {
  BLOCK_MESSAGE: 1,
  SEND_ALERT_MESSAGE: 2,
  TIMEOUT: 3,
  BLOCK_MEMBER_INTERACTION: 4,
} as const

export const KeywordPreset = {
  PROFANITY: 1,
  SEXUAL_CONTENT: 2,
  SLURS: 3,
} as const

export const VoiceEffectAnimation = {
  PREMIUM: 0,
  BASIC: 1,
} as const
