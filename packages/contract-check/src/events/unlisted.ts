/**
 * Fields of events that neither the public documentation's tables nor the description of the HTTP API name, but that
 * the public service sends or a checklist row asks for. A field that is in none of the three is a mismatch.
 */
import {
  BOOLEAN,
  type Fields,
  ID,
  INTEGER,
  listOf,
  nullable,
  object,
  type Schema,
  STRING,
  TIMESTAMP,
} from './shapes.ts'

const EMPTY_LIST: Schema = { type: 'array', maxItems: 0 }
const EMPTY_OBJECT: Schema = { type: 'object', maxProperties: 0 }
const COMPLEX: Schema = { type: ['object', 'null'] }

/** Fields of components of the HTTP API. */
export const UNLISTED_OF_COMPONENTS: Readonly<Record<string, Fields>> = {
  // The public service still sends the first name of `primary_guild`, and fonts of display names.
  UserResponse: { 'clan?': COMPLEX, 'display_name_styles?': COMPLEX },
  // The last tells people's own clients which second factors they have.
  UserPIIResponse: {
    'clan?': COMPLEX,
    'display_name_styles?': COMPLEX,
    'bio?': STRING,
    'authenticator_types?': listOf(INTEGER),
  },
  GuildRoleResponse: { 'description?': nullable(STRING) },
  // Documented for channels, but absent from the description.
  GuildChannelResponse: {
    'application_id?': nullable(ID),
    'linked_lobby?': object({ lobby_id: ID, application_id: ID }),
  },
  // Fields of every guild on the public service; the first is documented for templates.
  GuildResponse: {
    'icon_hash?': nullable(STRING),
    'hub_type?': nullable(INTEGER),
    'latest_onboarding_question_id?': nullable(ID),
    'inventory_settings?': COMPLEX,
  },
  // The first is in the documentation's examples.
  EntitlementResponse: { 'subscription_id?': nullable(ID), 'promotion_id?': nullable(ID), 'gift_code_flags?': INTEGER },
  // The events of exceptions are not public; without the guild a client could not place them.
  GuildScheduledEventExceptionResponse: { 'guild_id?': ID },
  // Documented, but absent from the description.
  GuildIncidentsDataResponse: { 'raid_detected_at?': nullable(TIMESTAMP), 'dm_spam_detected_at?': nullable(TIMESTAMP) },
  // Once the description; empty since.
  IntegrationApplicationResponse: { 'summary?': STRING },
  PrivateGroupChannelResponse: { 'nicks?': { type: 'array' } },
  // Clients show the command's name above a response.
  ApplicationCommandInteractionMetadataResponse: { 'name?': STRING, 'command_type?': INTEGER },
  MessageActivityResponse: { 'session_id?': STRING },
  // Documented for pictures of embeds.
  UnfurledMediaResponse: {
    'flags?': INTEGER,
    'placeholder?': nullable(STRING),
    'placeholder_version?': nullable(INTEGER),
  },
  // A referenced message is a whole message, and its reactions are documented.
  BasicMessageResponse: { 'reactions?': { type: 'array' } },
  // Former names of `count_details` and `me_burst`.
  MessageReactionResponse: { 'burst_count?': INTEGER, 'burst_me?': BOOLEAN },
  // Games show members without asking for each user.
  LobbyMemberResponse: { 'connected?': BOOLEAN, 'user?': { type: 'object', required: ['id', 'username'] } },
  // Documented for the webhook events of the same names.
  LobbyMessageResponse: {
    'timestamp?': TIMESTAMP,
    'edited_timestamp?': nullable(TIMESTAMP),
    'mentions?': listOf({ type: 'object', required: ['id', 'username'] }),
  },
}

/** Fields of a bot's READY that are left over from people's sessions. Libraries expect them. */
export const UNLISTED_OF_READY: Fields = {
  'session_type?': STRING,
  'user_settings?': EMPTY_OBJECT,
  'private_channels?': EMPTY_LIST,
  'relationships?': EMPTY_LIST,
  'presences?': EMPTY_LIST,
  'guild_join_requests?': EMPTY_LIST,
  'geo_ordered_rtc_regions?': listOf(STRING),
  'auth?': EMPTY_OBJECT,
  '_trace?': listOf(STRING),
}

export const UNLISTED_OF_ACTIVITY: Fields = {
  'id?': STRING,
  'session_id?': STRING,
  'platform?': STRING,
  'supported_platforms?': listOf(STRING),
}

/** A direct message in a game's session. The documented webhook events have the channel, too. */
export const UNLISTED_OF_GAME_MESSAGE: Fields = {
  'channel?': { type: 'object', required: ['id', 'type', 'recipients'] },
  'recipient_id?': ID,
  'metadata?': { type: 'object' },
  'moderation_metadata?': { type: 'object' },
}

/** Games learn whether the user has played them. */
export const UNLISTED_OF_GAME_PRESENCE: Fields = { 'has_played_game?': BOOLEAN }
export const UNLISTED_OF_CLIENT_STATUS: Fields = { 'embedded?': STRING }
export const UNLISTED_OF_INVITE: Fields = { 'type?': INTEGER }
/** A subscription to one occurrence of a recurring event. */
export const UNLISTED_OF_SUBSCRIBER: Fields = {
  'response?': INTEGER,
  'guild_scheduled_event_exception_id?': nullable(ID),
}
/** The first form of `entitlements`. */
export const UNLISTED_OF_INTERACTION: Fields = { 'entitlement_sku_ids?': listOf(ID) }
/** The component's number, which an application may choose. */
export const UNLISTED_OF_COMPONENT_DATA: Fields = { 'id?': INTEGER }

/** An activity instance, as EMBEDDED_ACTIVITY_UPDATE_V2 and GUILD_CREATE have it. */
export function activityInstance(member: Schema): Schema {
  return object({
    application_id: ID,
    composite_instance_id: STRING,
    instance_id: ID,
    launch_id: ID,
    location: object({ id: STRING, kind: STRING, channel_id: ID, 'guild_id?': nullable(ID) }),
    participants: listOf(object({ user_id: ID, 'member?': member, session_id: STRING, 'nonce?': nullable(STRING) })),
  })
}
