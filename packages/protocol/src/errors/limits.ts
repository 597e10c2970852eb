import type { ErrorRow } from './row.ts'

/** Errors 30xxx: a limit is reached. */
export const LIMIT_ERRORS = {
  TOO_MANY_GUILDS: { code: 30001, status: 400, message: 'Maximum number of guilds reached (100)' },
  TOO_MANY_FRIENDS: { code: 30002, status: 400, message: 'Maximum number of friends reached (1000)' },
  TOO_MANY_PINS: { code: 30003, status: 400, message: 'Maximum number of pins reached for the channel (250)' },
  TOO_MANY_RECIPIENTS: { code: 30004, status: 400, message: 'Maximum number of recipients reached (10)' },
  TOO_MANY_ROLES: { code: 30005, status: 400, message: 'Maximum number of guild roles reached (250)' },
  TOO_MANY_WEBHOOKS: { code: 30007, status: 400, message: 'Maximum number of webhooks reached (15)' },
  TOO_MANY_EMOJIS: { code: 30008, status: 400, message: 'Maximum number of emojis reached' },
  TOO_MANY_REACTIONS: { code: 30010, status: 400, message: 'Maximum number of reactions reached (20)' },
  TOO_MANY_GROUP_DMS: { code: 30011, status: 400, message: 'Maximum number of group DMs reached (10)' },
  TOO_MANY_CHANNELS: { code: 30013, status: 400, message: 'Maximum number of guild channels reached (500)' },
  TOO_MANY_ATTACHMENTS: {
    code: 30015,
    status: 400,
    message: 'Maximum number of attachments in a message reached (10)',
  },
  TOO_MANY_INVITES: { code: 30016, status: 400, message: 'Maximum number of invites reached (1000)' },
  TOO_MANY_ANIMATED_EMOJIS: { code: 30018, status: 400, message: 'Maximum number of animated emojis reached' },
  TOO_MANY_MEMBERS: { code: 30019, status: 400, message: 'Maximum number of server members reached' },
  TOO_MANY_GUILD_CATEGORIES: {
    code: 30030,
    status: 400,
    message: 'Maximum number of server categories has been reached (5)',
  },
  GUILD_ALREADY_HAS_TEMPLATE: { code: 30031, status: 400, message: 'Guild already has a template' },
  TOO_MANY_APPLICATION_COMMANDS: {
    code: 30032,
    status: 400,
    message: 'Maximum number of application commands reached',
  },
  TOO_MANY_THREAD_PARTICIPANTS: {
    code: 30033,
    status: 400,
    message: 'Maximum number of thread participants has been reached (1000)',
  },
  TOO_MANY_DAILY_COMMAND_CREATES: {
    code: 30034,
    status: 400,
    message: 'Maximum number of daily application command creates has been reached (200)',
  },
  TOO_MANY_NON_MEMBER_BANS: {
    code: 30035,
    status: 400,
    message: 'Maximum number of bans for non-guild members have been exceeded',
  },
  TOO_MANY_BAN_FETCHES: { code: 30037, status: 400, message: 'Maximum number of bans fetches has been reached' },
  TOO_MANY_SCHEDULED_EVENTS: {
    code: 30038,
    status: 400,
    message: 'Maximum number of uncompleted guild scheduled events reached (100)',
  },
  TOO_MANY_STICKERS: { code: 30039, status: 400, message: 'Maximum number of stickers reached' },
  TOO_MANY_PRUNES: {
    code: 30040,
    status: 400,
    message: 'Maximum number of prune requests has been reached. Try again later',
  },
  TOO_MANY_WIDGET_UPDATES: {
    code: 30042,
    status: 400,
    message: 'Maximum number of guild widget settings updates has been reached. Try again later',
  },
  TOO_MANY_SOUNDBOARD_SOUNDS: { code: 30045, status: 400, message: 'Maximum number of soundboard sounds reached' },
  TOO_MANY_OLD_MESSAGE_EDITS: {
    code: 30046,
    status: 400,
    message: 'Maximum number of edits to messages older than 1 hour reached. Try again later',
  },
  TOO_MANY_PINNED_THREADS: {
    code: 30047,
    status: 400,
    message: 'Maximum number of pinned threads in a forum channel has been reached',
  },
  TOO_MANY_FORUM_TAGS: {
    code: 30048,
    status: 400,
    message: 'Maximum number of tags in a forum channel has been reached',
  },
  BITRATE_TOO_HIGH: { code: 30052, status: 400, message: 'Bitrate is too high for channel of this type' },
  TOO_MANY_PREMIUM_EMOJIS: { code: 30056, status: 400, message: 'Maximum number of premium emojis reached (25)' },
  TOO_MANY_GUILD_WEBHOOKS: { code: 30058, status: 400, message: 'Maximum number of webhooks per guild reached (1000)' },
  TOO_MANY_BLOCKED_USERS: { code: 30059, status: 400, message: 'Maximum number of blocked users reached (5000)' },
  TOO_MANY_PERMISSION_OVERWRITES: {
    code: 30060,
    status: 400,
    message: 'Maximum number of channel permission overwrites reached (1000)',
  },
  GUILD_CHANNELS_TOO_LARGE: { code: 30061, status: 400, message: 'The channels for this guild are too large' },
} as const satisfies Record<string, ErrorRow>
