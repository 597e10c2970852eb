export const InteractionType = {
  PING: 1,
  APPLICATION_COMMAND: 2,
  MESSAGE_COMPONENT: 3,
  APPLICATION_COMMAND_AUTOCOMPLETE: 4,
  MODAL_SUBMIT: 5,
} as const

export const CallbackType = {
  PONG: 1,
  CHANNEL_MESSAGE_WITH_SOURCE: 4,
  DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE: 5,
  DEFERRED_UPDATE_MESSAGE: 6,
  UPDATE_MESSAGE: 7,
  APPLICATION_COMMAND_AUTOCOMPLETE_RESULT: 8,
  MODAL: 9,
  PREMIUM_REQUIRED: 10,
  LAUNCH_ACTIVITY: 12,
  SOCIAL_LAYER_SKU_PURCHASE_ELIGIBILITY: 13,
} as const

/** Location of an interaction, or locations in which a command is available. */
export const InteractionContext = {
  GUILD: 0,
  BOT_DM: 1,
  PRIVATE_CHANNEL: 2,
} as const

/** Installation of an application: in a guild or for a user. */
export const IntegrationType = {
  GUILD_INSTALL: 0,
  USER_INSTALL: 1,
} as const

export const CommandType = {
  CHAT_INPUT: 1,
  USER: 2,
  MESSAGE: 3,
  PRIMARY_ENTRY_POINT: 4,
} as const

export const OptionType = {
  SUB_COMMAND: 1,
  SUB_COMMAND_GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11,
} as const

export const CommandPermissionType = {
  ROLE: 1,
  USER: 2,
  CHANNEL: 3,
} as const

/** Handler of the primary entry point: the application, or the platform, which launches the activity. */
export const EntryPointHandler = {
  APP_HANDLER: 1,
  LAUNCH_ACTIVITY: 2,
} as const
