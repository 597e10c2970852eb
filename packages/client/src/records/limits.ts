/**
 * Limits of the records of one person. The platform bounds what belongs to it: guilds, channels, roles, relationships
 * and members of a guild. Typing ends by time, and calls and activities with their participants.
 */

/** Messages that stay loaded of a channel whose log is shown. */
export const OPEN_MESSAGES_MAX = 5_000
/** Messages that stay loaded of a channel that is not open. */
export const LEFT_MESSAGES_MAX = 100
/** Channels whose messages stay loaded, the open ones among them. */
export const LOADED_CHANNELS_MAX = 30
/** Users that stay known when a channel is left, besides those that something refers to. */
export const USERS_MAX = 5_000
/** Members that stay known of a guild that is left. A larger list is requested again. */
export const LEFT_MEMBERS_MAX = 1_000
/** Read states that stay known, besides those of known channels. */
export const READS_MAX = 2_000
/** Archived threads that stay known when a channel is left. A list of them requests them again. */
export const ARCHIVED_THREADS_MAX = 500
/** Interactions that are kept at a time. Failed ones stay until the person uses the message again. */
export const INTERACTIONS_MAX = 50
