/** Events of guilds: the guild, members, roles, bans, expressions, scheduled events, stages and moderation. */

import {
  guildChannel,
  member,
  presence,
  scheduledEvent,
  thread,
  UNAVAILABLE_GUILD,
  user,
  voiceState,
} from './objects.ts'
import {
  BOOLEAN,
  type Components,
  either,
  ID,
  INTEGER,
  listOf,
  nullable,
  object,
  type Schema,
  STRING,
  TIMESTAMP,
} from './shapes.ts'
import { activityInstance, UNLISTED_OF_SUBSCRIBER } from './unlisted.ts'

/** Returns the schemas of events of guilds. */
export function guildEvents(components: Components): Record<string, Schema> {
  const role = object({ guild_id: ID, role: components.of('GuildRoleResponse') })
  const ban = object({ guild_id: ID, user: user(components) })
  return {
    GUILD_CREATE: either(guildCreate(components), UNAVAILABLE_GUILD),
    GUILD_UPDATE: components.of('GuildResponse'),
    GUILD_DELETE: UNAVAILABLE_GUILD,
    GUILD_AUDIT_LOG_ENTRY_CREATE: components.like('AuditLogEntryResponse', { guild_id: ID }),
    GUILD_BAN_ADD: ban,
    GUILD_BAN_REMOVE: ban,
    GUILD_ROLE_CREATE: role,
    GUILD_ROLE_UPDATE: role,
    GUILD_ROLE_DELETE: object({ guild_id: ID, role_id: ID }),
    GUILD_INTEGRATIONS_UPDATE: object({ guild_id: ID }),
    ...memberEvents(components),
    ...expressionEvents(components),
    ...scheduledEvents(components),
    ...moderationEvents(components),
  }
}

function guildCreate(components: Components): Schema {
  return components.like('GuildResponse', {
    joined_at: TIMESTAMP,
    large: BOOLEAN,
    'unavailable?': BOOLEAN,
    member_count: INTEGER,
    voice_states: listOf(voiceState(components)),
    members: listOf(member(components)),
    channels: listOf(guildChannel(components, { 'guild_id?': ID })),
    threads: listOf(thread(components)),
    presences: listOf(presence()),
    stage_instances: listOf(components.of('StageInstanceResponse')),
    guild_scheduled_events: listOf(scheduledEvent(components)),
    soundboard_sounds: listOf(components.of('SoundboardSoundResponse')),
    'activity_instances?': listOf(activityInstance(member(components))),
  })
}

function memberEvents(components: Components): Record<string, Schema> {
  return {
    GUILD_MEMBER_ADD: components.like('GuildMemberResponse', { guild_id: ID }),
    GUILD_MEMBER_UPDATE: components.like('GuildMemberResponse', { guild_id: ID, joined_at: nullable(TIMESTAMP) }),
    GUILD_MEMBER_REMOVE: object({ guild_id: ID, user: user(components) }),
    GUILD_MEMBERS_CHUNK: object({
      guild_id: ID,
      members: listOf(member(components)),
      chunk_index: INTEGER,
      chunk_count: INTEGER,
      'not_found?': listOf(ID),
      'presences?': listOf(presence()),
      'nonce?': STRING,
    }),
  }
}

function expressionEvents(components: Components): Record<string, Schema> {
  const sound = components.like('SoundboardSoundResponse', { guild_id: ID })
  const sounds = object({ soundboard_sounds: listOf(sound), guild_id: ID })
  return {
    GUILD_EMOJIS_UPDATE: object({ guild_id: ID, emojis: listOf(components.of('EmojiResponse')) }),
    GUILD_STICKERS_UPDATE: object({ guild_id: ID, stickers: listOf(components.of('GuildStickerResponse')) }),
    GUILD_SOUNDBOARD_SOUND_CREATE: sound,
    GUILD_SOUNDBOARD_SOUND_UPDATE: sound,
    GUILD_SOUNDBOARD_SOUND_DELETE: object({ sound_id: ID, guild_id: ID }),
    GUILD_SOUNDBOARD_SOUNDS_UPDATE: sounds,
    SOUNDBOARD_SOUNDS: sounds,
  }
}

function scheduledEvents(components: Components): Record<string, Schema> {
  const event = scheduledEvent(components)
  const exception = components.of('GuildScheduledEventExceptionResponse')
  const subscriber = object({ ...UNLISTED_OF_SUBSCRIBER, guild_scheduled_event_id: ID, user_id: ID, guild_id: ID })
  const stage = components.of('StageInstanceResponse')
  return {
    GUILD_SCHEDULED_EVENT_CREATE: event,
    GUILD_SCHEDULED_EVENT_UPDATE: event,
    GUILD_SCHEDULED_EVENT_DELETE: event,
    GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE: exception,
    GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE: exception,
    GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE: exception,
    GUILD_SCHEDULED_EVENT_USER_ADD: subscriber,
    GUILD_SCHEDULED_EVENT_USER_REMOVE: subscriber,
    STAGE_INSTANCE_CREATE: stage,
    STAGE_INSTANCE_UPDATE: stage,
    STAGE_INSTANCE_DELETE: stage,
  }
}

function moderationEvents(components: Components): Record<string, Schema> {
  const kinds = ['DefaultKeyword', 'Keyword', 'MLSpam', 'MentionSpam', 'UserProfile']
  const rule = either(...kinds.map((kind) => components.like(`${kind}RuleResponse`)))
  const actions = ['BlockMessage', 'FlagToChannel', 'UserCommunicationDisabled', 'QuarantineUser']
  return {
    AUTO_MODERATION_RULE_CREATE: rule,
    AUTO_MODERATION_RULE_UPDATE: rule,
    AUTO_MODERATION_RULE_DELETE: rule,
    AUTO_MODERATION_ACTION_EXECUTION: object({
      guild_id: ID,
      action: either(...actions.map((action) => components.of(`${action}ActionResponse`))),
      rule_id: ID,
      rule_trigger_type: INTEGER,
      user_id: ID,
      'channel_id?': ID,
      'message_id?': ID,
      'alert_system_message_id?': ID,
      // Absent without the MESSAGE_CONTENT intent.
      'content?': STRING,
      matched_keyword: nullable(STRING),
      'matched_content?': nullable(STRING),
    }),
  }
}
