/** Messages that stay loaded of a channel that is not open. */
export const LEFT_MESSAGES_MAX = 100
/** Channels whose messages stay loaded, the open ones among them. */
export const LOADED_CHANNELS_MAX = 30
/** Users that stay known when a channel is left, besides those that something refers to. */
export const USERS_MAX = 5_000
/** Members that stay known of a guild that is left. A larger list is requested again. */
export const LEFT_MEMBERS_MAX = 1_000
