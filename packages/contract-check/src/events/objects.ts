/** Objects that several events contain and that differ from those of the HTTP API, or are absent from it. */

import {
  BITS,
  BOOLEAN,
  type Components,
  either,
  type Fields,
  ID,
  INTEGER,
  listOf,
  nullable,
  object,
  oneOf,
  type Schema,
  STRING,
  TIMESTAMP,
} from './shapes.ts'
import { UNLISTED_OF_ACTIVITY, UNLISTED_OF_CLIENT_STATUS } from './unlisted.ts'

/** A guild member with its user. */
export function member(components: Components): Schema {
  return components.of('GuildMemberResponse')
}

/** The member of a message's author or of a mentioned user: the user is beside it or around it. */
export function memberWithoutUser(components: Components): Schema {
  return components.define('MemberWithoutUser', components.like('GuildMemberResponse', {}, ['user']))
}

/** A user who is mentioned, with the member in a guild. */
export function mentionedUser(components: Components): Schema {
  return components.like('UserResponse', { 'member?': memberWithoutUser(components) })
}

/** A user as others see it. */
export function user(components: Components): Schema {
  return components.of('UserResponse')
}

/**
 * A channel of a guild. Libraries read its overwrites and its category without asking whether they are there.
 * @param fields `guild_id`, required where the guild is not around it
 */
export function guildChannel(components: Components, fields: Fields): Schema {
  const read = {
    parent_id: nullable(ID),
    permission_overwrites: listOf(components.of('ChannelPermissionOverwriteResponse')),
  }
  return components.like('GuildChannelResponse', { ...read, ...fields })
}

const DM = 1
/** A direct message of a game with a provisional account. */
const EPHEMERAL_DM = 18

/** A direct message or a group of people. */
export function privateChannel(components: Components): Schema {
  return either(
    components.like('PrivateChannelResponse', { type: oneOf(DM, EPHEMERAL_DM) }),
    components.of('PrivateGroupChannelResponse'),
  )
}

/** A member of a thread; `fields` are the extra fields of an event. */
export function threadMember(components: Components, fields: Fields = {}): Schema {
  return components.like('ThreadMemberResponse', fields)
}

/** A thread, with the own member where that user has joined it. */
export function thread(components: Components, fields: Fields = {}): Schema {
  return components.like('ThreadResponse', {
    parent_id: ID,
    'member?': threadMember(components, { 'id?': ID, 'user_id?': ID }),
    ...fields,
  })
}

/** A guest in a voice channel has not joined the guild. */
function memberOfVoice(components: Components): Schema {
  const guest = components.like('GuildMemberResponse', { joined_at: nullable(TIMESTAMP) })
  return components.define('MemberOfVoice', guest)
}

/** A voice state; `guild_id` is present only where `fields` has it. */
export function voiceState(components: Components, fields: Fields = {}): Schema {
  return components.like(
    'VoiceStateResponse',
    {
      'member?': memberOfVoice(components),
      'self_stream?': BOOLEAN,
      ...fields,
    },
    ['guild_id'],
  )
}

/** Emoji of a reaction: an id of a custom emoji, or a name alone. */
export const PARTIAL_EMOJI = object({ id: nullable(ID), name: nullable(STRING), 'animated?': BOOLEAN })

const ACTIVITY_TYPES = [0, 1, 2, 3, 4, 5]
const STATUSES = ['idle', 'dnd', 'online']

const ACTIVITY = object({
  ...UNLISTED_OF_ACTIVITY,
  name: STRING,
  type: oneOf(...ACTIVITY_TYPES),
  'url?': nullable(STRING),
  created_at: INTEGER,
  'timestamps?': object({ 'start?': INTEGER, 'end?': INTEGER }),
  'application_id?': ID,
  'status_display_type?': nullable(oneOf(0, 1, 2)),
  'details?': nullable(STRING),
  'details_url?': nullable(STRING),
  'state?': nullable(STRING),
  'state_url?': nullable(STRING),
  'emoji?': nullable(object({ name: STRING, 'id?': ID, 'animated?': BOOLEAN })),
  'party?': object({ 'id?': STRING, 'size?': { ...listOf(INTEGER), minItems: 2, maxItems: 2 } }),
  'assets?': object({
    'large_image?': STRING,
    'large_text?': STRING,
    'large_url?': STRING,
    'small_image?': STRING,
    'small_text?': STRING,
    'small_url?': STRING,
    'invite_cover_image?': STRING,
  }),
  'secrets?': object({ 'join?': STRING, 'spectate?': STRING, 'match?': STRING }),
  'instance?': BOOLEAN,
  'flags?': INTEGER,
  'buttons?': listOf(STRING),
})

const PLATFORM_STATUS = oneOf(...STATUSES)

/**
 * A presence. Of its user, only the id is certain.
 * @param fields `guild_id`, where the guild is not around it
 */
export function presence(fields: Fields = {}): Schema {
  return object({
    user: { type: 'object', properties: { id: ID }, required: ['id'] },
    status: oneOf(...STATUSES, 'offline'),
    activities: listOf(ACTIVITY),
    client_status: object({
      'desktop?': PLATFORM_STATUS,
      'mobile?': PLATFORM_STATUS,
      'web?': PLATFORM_STATUS,
      'vr?': PLATFORM_STATUS,
      ...UNLISTED_OF_CLIENT_STATUS,
    }),
    ...fields,
  })
}

/** A scheduled event of one of the three entity types. */
export function scheduledEvent(components: Components): Schema {
  return either(...['Voice', 'Stage', 'External'].map((kind) => components.like(`${kind}ScheduledEventResponse`)))
}

export const UNAVAILABLE_GUILD = object({ id: ID, 'unavailable?': BOOLEAN })
export const PARTIAL_APPLICATION = object({ id: ID, flags: INTEGER, 'flags_new?': BITS })
