export const ChannelType = {
  GUILD_TEXT: 0,
  DM: 1,
  GUILD_VOICE: 2,
  GROUP_DM: 3,
  GUILD_CATEGORY: 4,
  GUILD_ANNOUNCEMENT: 5,
  ANNOUNCEMENT_THREAD: 10,
  PUBLIC_THREAD: 11,
  PRIVATE_THREAD: 12,
  GUILD_STAGE_VOICE: 13,
  GUILD_DIRECTORY: 14,
  GUILD_FORUM: 15,
  GUILD_MEDIA: 16,
  /** Channel of the social layer, like EPHEMERAL_DM. */
  LOBBY: 17,
  EPHEMERAL_DM: 18,
} as const

/** Types of channels that a guild creates. [CH-2] */
export const CREATABLE_CHANNEL_TYPES: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_CATEGORY,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_STAGE_VOICE,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA,
]

export const OverwriteType = { ROLE: 0, MEMBER: 1 } as const

export const VideoQualityMode = { AUTO: 1, FULL: 2 } as const

export const SortOrder = { LATEST_ACTIVITY: 0, CREATION_DATE: 1 } as const

export const ForumLayout = { NOT_SET: 0, LIST_VIEW: 1, GALLERY_VIEW: 2 } as const

/** Accepted durations of inactivity in minutes, after which a thread is archived. */
export const AUTO_ARCHIVE_MINUTES: readonly number[] = [60, 1440, 4320, 10080]
