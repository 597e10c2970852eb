/** Events of sessions, applications, entitlements, subscriptions and interactions. */

import { member, PARTIAL_APPLICATION, presence, UNAVAILABLE_GUILD, user } from './objects.ts'
import {
  BITS,
  BOOLEAN,
  byId,
  type Components,
  type Fields,
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
} from './shapes.ts'
import {
  activityInstance,
  UNLISTED_OF_COMPONENT_DATA,
  UNLISTED_OF_GAME_PRESENCE,
  UNLISTED_OF_INTERACTION,
  UNLISTED_OF_READY,
} from './unlisted.ts'

/** Returns the schemas of events of sessions, applications and interactions. */
export function applicationEvents(components: Components): Record<string, Schema> {
  const entitlement = components.of('EntitlementResponse')
  const subscription = components.of('SubscriptionResponse')
  const integration = components.like('DiscordIntegrationResponse', { guild_id: ID }, ['user'])
  return {
    ...sessionEvents(components),
    APPLICATION_COMMAND_PERMISSIONS_UPDATE: components.of('CommandPermissionsResponse'),
    ENTITLEMENT_CREATE: entitlement,
    ENTITLEMENT_UPDATE: entitlement,
    ENTITLEMENT_DELETE: entitlement,
    SUBSCRIPTION_CREATE: subscription,
    SUBSCRIPTION_UPDATE: subscription,
    SUBSCRIPTION_DELETE: subscription,
    INTEGRATION_CREATE: integration,
    INTEGRATION_UPDATE: integration,
    INTEGRATION_DELETE: object({ id: ID, guild_id: ID, 'application_id?': ID }),
    INTERACTION_CREATE: interaction(components),
    'INTERACTION_CREATE person': object({ id: ID, 'nonce?': STRING }),
    EMBEDDED_ACTIVITY_UPDATE_V2: activityInstance(member(components)),
  }
}

/** People's own clients have a READY that is not public. */
function sessionEvents(components: Components): Record<string, Schema> {
  const session = {
    v: INTEGER,
    user: components.of('UserPIIResponse'),
    session_id: STRING,
    resume_gateway_url: STRING,
    'shard?': { ...listOf(INTEGER), minItems: 2, maxItems: 2 },
  }
  return {
    'READY bot': object({
      ...UNLISTED_OF_READY,
      ...session,
      guilds: listOf(UNAVAILABLE_GUILD),
      application: PARTIAL_APPLICATION,
    }),
    'READY person': { type: 'object', required: ['v', 'user', 'guilds', 'session_id', 'resume_gateway_url'] },
    'READY game': gameReady(session),
    RESUMED: object({ '_trace?': listOf(STRING) }),
    RATE_LIMITED: object({ opcode: INTEGER, retry_after: NUMBER, meta: object({ guild_id: ID, 'nonce?': STRING }) }),
    USER_UPDATE: components.of('UserPIIResponse'),
    PRESENCE_UPDATE: presence({ guild_id: ID }),
    // Friends see presences without a guild.
    'PRESENCE_UPDATE person': presence({ 'guild_id?': ID }),
    'PRESENCE_UPDATE game': presence(UNLISTED_OF_GAME_PRESENCE),
  }
}

/** READY of a player's session, with what the game's client library keeps. */
function gameReady(session: Fields): Schema {
  const objects = listOf({ type: 'object', required: ['id'] })
  return object({
    ...session,
    application: { type: 'object', required: ['id', 'flags', 'flags_new', 'name', 'parent_id'] },
    scopes: listOf(STRING),
    relationships: objects,
    game_relationships: objects,
    private_channels: objects,
    presences: listOf(presence(UNLISTED_OF_GAME_PRESENCE)),
    'lobbies?': objects,
    users: objects,
    user_application_profiles: byId(listOf({ type: 'object', required: ['username', 'metadata'] })),
    feature_flags: object({ disabled_functions: listOf(STRING), disabled_gateway_events: listOf(STRING) }),
    'session_type?': STRING,
    '_trace?': listOf(STRING),
  })
}

const COMMAND = 2
const COMPONENT = 3
const AUTOCOMPLETE = 4
const MODAL = 5

/** A subcommand group holds subcommands, and they hold parameters. */
const OPTION_DEPTH_MAX = 2

function option(depth = 0): Schema {
  const nested: Fields = depth < OPTION_DEPTH_MAX ? { 'options?': listOf(option(depth + 1)) } : {}
  const value = { type: ['string', 'number', 'boolean'] }
  return object({ name: STRING, type: INTEGER, 'value?': value, 'focused?': BOOLEAN, ...nested })
}

function interaction(components: Components): Schema {
  const resolved = components.define('ResolvedData', resolvedData(components))
  const command = object({
    id: ID,
    name: STRING,
    type: oneOf(1, 2, 3, 4),
    'resolved?': resolved,
    'options?': listOf(option()),
    'guild_id?': ID,
    'target_id?': ID,
  })
  const component = object({
    custom_id: STRING,
    component_type: INTEGER,
    'values?': listOf(STRING),
    'resolved?': resolved,
    ...UNLISTED_OF_COMPONENT_DATA,
  })
  const modal = object({ custom_id: STRING, components: listOf({ type: 'object' }), 'resolved?': resolved })
  const kind = (type: number, data: Schema, fields: readonly string[] = []) => ({
    properties: { type: oneOf(type), data },
    required: fields,
  })
  return {
    ...object(interactionFields(components)),
    allOf: [
      {
        anyOf: [
          kind(COMMAND, command),
          kind(COMPONENT, component, ['message']),
          kind(AUTOCOMPLETE, command),
          kind(MODAL, modal),
        ],
      },
      {
        anyOf: [
          having(['guild', 'guild_id', 'guild_locale', 'member'], ['user']),
          having(['user'], ['guild_id', 'member']),
        ],
      },
    ],
  }
}

function interactionFields(components: Components): Fields {
  return {
    ...UNLISTED_OF_INTERACTION,
    id: ID,
    application_id: ID,
    type: INTEGER,
    data: { type: 'object' },
    'guild?': object({ id: ID, locale: STRING, features: listOf(STRING) }),
    'guild_id?': ID,
    'guild_locale?': STRING,
    'channel?': { type: 'object', properties: { id: ID, type: INTEGER }, required: ['id', 'type'] },
    'channel_id?': ID,
    'member?': components.like('GuildMemberResponse', { permissions: BITS }),
    'user?': user(components),
    token: STRING,
    version: oneOf(1),
    'message?': components.of('MessageResponse'),
    app_permissions: BITS,
    'locale?': STRING,
    entitlements: listOf(components.of('EntitlementResponse')),
    authorizing_integration_owners: { type: 'object', propertyNames: oneOf('0', '1'), additionalProperties: ID },
    'context?': oneOf(0, 1, 2),
    attachment_size_limit: INTEGER,
  }
}

function resolvedData(components: Components): Schema {
  const withoutVoice = components.like('GuildMemberResponse', { permissions: BITS }, ['user', 'deaf', 'mute'])
  return object({
    'users?': byId(user(components)),
    'members?': byId(withoutVoice),
    'roles?': byId(components.of('GuildRoleResponse')),
    'channels?': byId(
      object({
        id: ID,
        name: nullable(STRING),
        type: INTEGER,
        permissions: BITS,
        'app_permissions?': BITS,
        'last_message_id?': nullable(ID),
        'last_pin_timestamp?': nullable(STRING),
        'nsfw?': BOOLEAN,
        'parent_id?': nullable(ID),
        'guild_id?': ID,
        'flags?': INTEGER,
        'rate_limit_per_user?': INTEGER,
        'topic?': nullable(STRING),
        'position?': INTEGER,
        'thread_metadata?': components.of('ThreadMetadataResponse'),
      }),
    ),
    'messages?': byId(components.of('MessageResponse')),
    'attachments?': byId(components.of('AttachmentResponse')),
  })
}
