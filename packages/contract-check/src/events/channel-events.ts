/** Events of channels, threads, messages, invites and voice. */

import {
  guildChannel,
  member,
  memberWithoutUser,
  mentionedUser,
  PARTIAL_EMOJI,
  presence,
  privateChannel,
  thread,
  threadMember,
  user,
  voiceState,
} from './objects.ts'
import {
  BOOLEAN,
  type Components,
  either,
  having,
  ID,
  INTEGER,
  listOf,
  NUMBER,
  nullable,
  object,
  oneOf,
  type Schema,
  STRING,
  TIMESTAMP,
} from './shapes.ts'
import { UNLISTED_OF_GAME_MESSAGE, UNLISTED_OF_INVITE } from './unlisted.ts'

const AUTO_MODERATION_ACTION = 24
const SENT_BY_SOCIAL_LAYER_INTEGRATION = 1 << 16
/** In a guild, webhooks have no member, nor have players who write through a linked channel, nor alerts about them. */
const MEMBER_OF_AUTHOR = {
  anyOf: [
    having(['guild_id', 'member']),
    having([], ['guild_id']),
    having(['webhook_id']),
    { properties: { flags: oneOf(SENT_BY_SOCIAL_LAYER_INTEGRATION) } },
    { properties: { type: oneOf(AUTO_MODERATION_ACTION) } },
  ],
}
/** `member?` is documented as present in guilds. */
const MEMBER_IN_GUILD = { dependentRequired: { guild_id: ['member'] } }

/** Returns the schemas of channel, thread and message events. */
export function channelEvents(components: Components): Record<string, Schema> {
  const channel = either(guildChannel(components, { guild_id: ID }), privateChannel(components))
  return {
    CHANNEL_CREATE: channel,
    CHANNEL_UPDATE: channel,
    CHANNEL_DELETE: channel,
    CHANNEL_INFO: object({
      guild_id: ID,
      channels: listOf(object({ id: ID, 'status?': nullable(STRING), 'voice_start_time?': nullable(INTEGER) })),
    }),
    CHANNEL_PINS_UPDATE: object({ 'guild_id?': ID, channel_id: ID, 'last_pin_timestamp?': nullable(TIMESTAMP) }),
    WEBHOOKS_UPDATE: object({ guild_id: ID, channel_id: ID }),
    TYPING_START: {
      ...object({ channel_id: ID, 'guild_id?': ID, user_id: ID, timestamp: INTEGER, 'member?': member(components) }),
      ...MEMBER_IN_GUILD,
    },
    ...threadEvents(components),
    ...messageEvents(components),
    ...inviteEvents(components),
    ...voiceEvents(components),
  }
}

function threadEvents(components: Components): Record<string, Schema> {
  const added = threadMember(components, { member: member(components), presence: nullable(presence()) })
  return {
    THREAD_CREATE: thread(components, { 'newly_created?': BOOLEAN }),
    THREAD_UPDATE: thread(components),
    THREAD_DELETE: object({ id: ID, guild_id: ID, parent_id: ID, type: oneOf(10, 11, 12) }),
    THREAD_LIST_SYNC: object({
      guild_id: ID,
      'channel_ids?': listOf(ID),
      threads: listOf(thread(components)),
      members: listOf(threadMember(components)),
    }),
    THREAD_MEMBER_UPDATE: threadMember(components, { guild_id: ID }),
    THREAD_MEMBERS_UPDATE: object({
      id: ID,
      guild_id: ID,
      member_count: INTEGER,
      'added_members?': listOf(added),
      'removed_member_ids?': listOf(ID),
    }),
  }
}

function messageEvents(components: Components): Record<string, Schema> {
  const extra = { mentions: listOf(mentionedUser(components)), 'channel_type?': INTEGER }
  const inGuild = { 'guild_id?': ID, 'member?': memberWithoutUser(components) }
  const message = components.like('MessageResponse', { ...extra, ...inGuild })
  const gameMessage = components.like('MessageResponse', { ...extra, ...UNLISTED_OF_GAME_MESSAGE })
  const place = { 'guild_id?': ID, channel_id: ID, message_id: ID }
  const vote = object({ user_id: ID, ...place, answer_id: INTEGER })
  const reaction = { user_id: ID, ...place, emoji: PARTIAL_EMOJI, burst: BOOLEAN, type: oneOf(0, 1) }
  return {
    MESSAGE_CREATE: { ...message, ...MEMBER_OF_AUTHOR },
    // An author may have left the guild.
    MESSAGE_UPDATE: message,
    'MESSAGE_CREATE game': gameMessage,
    'MESSAGE_UPDATE game': gameMessage,
    MESSAGE_DELETE: object({ id: ID, channel_id: ID, 'guild_id?': ID }),
    MESSAGE_DELETE_BULK: object({ ids: listOf(ID), channel_id: ID, 'guild_id?': ID }),
    MESSAGE_REACTION_ADD: {
      ...object({
        ...reaction,
        'member?': member(components),
        'message_author_id?': ID,
        'burst_colors?': listOf(STRING),
      }),
      ...MEMBER_IN_GUILD,
    },
    MESSAGE_REACTION_REMOVE: object(reaction),
    MESSAGE_REACTION_REMOVE_ALL: object(place),
    MESSAGE_REACTION_REMOVE_EMOJI: object({ ...place, emoji: PARTIAL_EMOJI }),
    MESSAGE_POLL_VOTE_ADD: vote,
    MESSAGE_POLL_VOTE_REMOVE: vote,
  }
}

function inviteEvents(components: Components): Record<string, Schema> {
  return {
    INVITE_CREATE: object({
      ...UNLISTED_OF_INVITE,
      channel_id: ID,
      code: STRING,
      created_at: TIMESTAMP,
      'guild_id?': ID,
      'inviter?': user(components),
      max_age: INTEGER,
      max_uses: INTEGER,
      'target_type?': INTEGER,
      'target_user?': user(components),
      'target_application?': { type: 'object', properties: { id: ID, name: STRING }, required: ['id', 'name'] },
      temporary: BOOLEAN,
      uses: oneOf(0),
      expires_at: nullable(TIMESTAMP),
      'role_ids?': listOf(ID),
    }),
    INVITE_DELETE: object({ channel_id: ID, 'guild_id?': ID, code: STRING }),
  }
}

/** Fields of a shared screen. */
const STREAM = { stream_key: STRING, region: nullable(STRING), viewer_ids: listOf(ID), paused: BOOLEAN }

function voiceEvents(components: Components): Record<string, Schema> {
  return {
    // A member who left the guild leaves the channel without a member object.
    VOICE_STATE_UPDATE: {
      ...voiceState(components, { guild_id: ID }),
      anyOf: [having(['member']), { properties: { channel_id: { type: 'null' } } }],
    },
    // A call of people has no guild.
    'VOICE_STATE_UPDATE person': voiceState(components, { 'guild_id?': nullable(ID) }),
    VOICE_SERVER_UPDATE: object({ token: STRING, guild_id: ID, endpoint: nullable(STRING) }),
    'VOICE_SERVER_UPDATE person': object({
      token: STRING,
      guild_id: nullable(ID),
      'channel_id?': ID,
      endpoint: nullable(STRING),
    }),
    // Only people share screens.
    'STREAM_CREATE person': object({ ...STREAM, rtc_server_id: ID, rtc_channel_id: ID }),
    'STREAM_UPDATE person': object(STREAM),
    'STREAM_SERVER_UPDATE person': object({
      stream_key: STRING,
      guild_id: nullable(ID),
      endpoint: nullable(STRING),
      token: STRING,
    }),
    'STREAM_DELETE person': object({ stream_key: STRING, reason: STRING, 'unavailable?': BOOLEAN }),
    VOICE_CHANNEL_EFFECT_SEND: object({
      channel_id: ID,
      guild_id: ID,
      user_id: ID,
      'emoji?': nullable(PARTIAL_EMOJI),
      'animation_type?': nullable(oneOf(0, 1)),
      'animation_id?': INTEGER,
      'sound_id?': either(ID, INTEGER),
      'sound_volume?': NUMBER,
    }),
    VOICE_CHANNEL_STATUS_UPDATE: object({ id: ID, guild_id: ID, status: nullable(STRING) }),
    // The documentation marks the time as optional, [EVT-6] does not.
    VOICE_CHANNEL_START_TIME_UPDATE: object({ id: ID, guild_id: ID, voice_start_time: nullable(INTEGER) }),
  }
}
