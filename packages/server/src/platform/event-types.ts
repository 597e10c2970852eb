import type { EventTypes } from '../adapters/cluster-bus/event-text.ts'
import type { EventType } from '../kernel/event.ts'
import { nodeWrote } from '../kernel/node-questions.ts'
import {
  applicationChanged,
  userApplicationRemove,
  userApplicationUpdate,
} from '../resources/accounts/applications/events.ts'
import { settingsChanged } from '../resources/accounts/instance-settings/events.ts'
import { mailQueued } from '../resources/accounts/mails/events.ts'
import { operatorKeyReplaced } from '../resources/accounts/operators/events.ts'
import { presenceUpdate, sessionPresenceChanged, userPresenceChanged } from '../resources/accounts/presences/events.ts'
import { pushQueued } from '../resources/accounts/push-devices/events.ts'
import {
  authenticatorCreate,
  authenticatorDelete,
  authenticatorUpdate,
} from '../resources/accounts/second-factors/events.ts'
import {
  sessionsEnded,
  sessionWanted,
  tokensPruned,
  tokensRevoked,
  userSettingsUpdate,
  userUpdate,
} from '../resources/accounts/users/events.ts'
import { webhookEventQueued } from '../resources/accounts/webhook-events/events.ts'
import { embeddedActivityUpdate } from '../resources/apps/activities/events.ts'
import {
  autocompleteResponse,
  interactionAccepted,
  interactionCreate,
  interactionFailure,
  interactionModalCreate,
  interactionSuccess,
} from '../resources/apps/interactions/events.ts'
import {
  authorizeRequest,
  clientNavigate,
  consentRequestCreate,
  consentRequestUpdate,
} from '../resources/apps/local-clients/events.ts'
import { oauth2TokenRevoke } from '../resources/apps/oauth2/events.ts'
import { userMergeOperationCompleted } from '../resources/apps/provisional-accounts/events.ts'
import { webhooksUpdate } from '../resources/apps/webhooks/events.ts'
import { entitlementCreate, entitlementDelete, entitlementUpdate } from '../resources/commerce/entitlements/events.ts'
import {
  subscriptionCreate,
  subscriptionDelete,
  subscriptionUpdate,
} from '../resources/commerce/subscriptions/events.ts'
import { activityFollowed, followedPresenceUpdate } from '../resources/games/activity-joins/events.ts'
import {
  gameDmCreate,
  gameDmMessageCreate,
  gameDmMessageDelete,
  gameDmMessageUpdate,
  lobbyMessageCreate,
  lobbyMessageDelete,
  lobbyMessageUpdate,
} from '../resources/games/game-messages/events.ts'
import { headlessSessionChanged } from '../resources/games/headless-sessions/events.ts'
import {
  lobbyDelete,
  lobbyJoined,
  lobbyLeft,
  lobbyMemberAdd,
  lobbyMemberConnect,
  lobbyMemberDisconnect,
  lobbyMemberRemove,
  lobbyMemberUpdate,
  lobbyUpdate,
  lobbyVoiceStateRestored,
  lobbyVoiceStateUpdate,
} from '../resources/games/lobbies/events.ts'
import { guildAuditLogEntryCreate } from '../resources/guild/audit-log/events.ts'
import {
  actionExecution,
  ruleCreate,
  ruleDelete,
  ruleUpdate,
  textCounted,
} from '../resources/guild/auto-moderation/events.ts'
import { guildBanAdd, guildBanRemove } from '../resources/guild/bans/events.ts'
import { dmCreate, dmDelete, dmUpdate } from '../resources/guild/channels/dm-events.ts'
import { channelCreate, channelDelete, channelUpdate, typingStart } from '../resources/guild/channels/events.ts'
import { applicationCommandPermissionsUpdate } from '../resources/guild/commands/events.ts'
import { guildEmojisUpdate } from '../resources/guild/emojis/events.ts'
import { guildDelete, guildUpdate } from '../resources/guild/guilds/events.ts'
import {
  guildIntegrationsUpdate,
  integrationCreate,
  integrationDelete,
} from '../resources/guild/integrations/events.ts'
import { inviteCreate, inviteDelete } from '../resources/guild/invites/events.ts'
import {
  guildJoined,
  guildLeft,
  guildMemberAdd,
  guildMemberRemove,
  guildMemberUpdate,
  memberRowChanged,
} from '../resources/guild/members/events.ts'
import { guildRoleCreate, guildRoleDelete, guildRoleUpdate } from '../resources/guild/roles/events.ts'
import {
  guildScheduledEventCreate,
  guildScheduledEventDelete,
  guildScheduledEventExceptionCreate,
  guildScheduledEventExceptionDelete,
  guildScheduledEventExceptionUpdate,
  guildScheduledEventHidden,
  guildScheduledEventUpdate,
  guildScheduledEventUserAdd,
  guildScheduledEventUserRemove,
} from '../resources/guild/scheduled-events/events.ts'
import {
  guildSoundboardSoundCreate,
  guildSoundboardSoundDelete,
  guildSoundboardSoundUpdate,
  voiceChannelEffectSend,
} from '../resources/guild/soundboard/events.ts'
import {
  stageInstanceCreate,
  stageInstanceDelete,
  stageInstanceUpdate,
} from '../resources/guild/stage-instances/events.ts'
import { guildStickersUpdate } from '../resources/guild/stickers/events.ts'
import {
  voiceChannelStartTimeUpdate,
  voiceChannelStatusUpdate,
  voiceStateUpdate,
} from '../resources/guild/voice-states/events.ts'
import {
  callCreate,
  callDelete,
  callUpdate,
  callVoiceStateChanged,
  callVoiceStateUpdate,
} from '../resources/messaging/calls/events.ts'
import { channelRecipientAdd, channelRecipientRemove } from '../resources/messaging/group-dms/events.ts'
import {
  channelPinsUpdate,
  messageCreate,
  messageDelete,
  messageDeleteBulk,
  messageModerated,
  messageUpdate,
} from '../resources/messaging/messages/events.ts'
import { messagePollVoteAdd, messagePollVoteRemove } from '../resources/messaging/messages/poll-events.ts'
import {
  messageReactionAdd,
  messageReactionRemove,
  messageReactionRemoveAll,
  messageReactionRemoveEmoji,
} from '../resources/messaging/messages/reaction-events.ts'
import { guildSearched } from '../resources/messaging/messages/search/events.ts'
import { messageAck } from '../resources/messaging/read-states/events.ts'
import {
  friendSuggestionCreate,
  friendSuggestionDelete,
  gameRelationshipAdd,
  gameRelationshipRemove,
  relationshipAdd,
  relationshipRemove,
  relationshipUpdate,
} from '../resources/messaging/relationships/events.ts'
import {
  streamChanged,
  streamCreate,
  streamEnded,
  streamLeft,
  streamMemberChanged,
  streamUpdate,
} from '../resources/messaging/streams/events.ts'
import {
  threadCreate,
  threadDelete,
  threadJoined,
  threadMembersUpdate,
  threadMemberUpdate,
  threadUpdate,
} from '../resources/messaging/threads/events.ts'
import { callsFreed } from '../transports/gateway/call-servers.ts'

/**
 * Every type of event, by resource. An explicit list: an event whose type is not here cannot be read by another node.
 */
const listed: readonly EventType<never>[] = [
  userApplicationUpdate,
  userApplicationRemove,
  applicationChanged,

  settingsChanged,

  mailQueued,
  pushQueued,

  operatorKeyReplaced,

  presenceUpdate,
  sessionPresenceChanged,
  userPresenceChanged,

  authenticatorCreate,
  authenticatorUpdate,
  authenticatorDelete,

  userUpdate,
  userSettingsUpdate,
  tokensRevoked,
  sessionsEnded,
  sessionWanted,
  tokensPruned,

  nodeWrote,
  callsFreed,

  webhookEventQueued,

  embeddedActivityUpdate,

  interactionCreate,
  interactionAccepted,
  interactionSuccess,
  interactionFailure,
  autocompleteResponse,
  interactionModalCreate,

  consentRequestCreate,
  consentRequestUpdate,
  clientNavigate,
  authorizeRequest,

  oauth2TokenRevoke,

  userMergeOperationCompleted,

  webhooksUpdate,

  entitlementCreate,
  entitlementUpdate,
  entitlementDelete,

  subscriptionCreate,
  subscriptionUpdate,
  subscriptionDelete,

  activityFollowed,
  followedPresenceUpdate,

  gameDmCreate,
  gameDmMessageCreate,
  gameDmMessageUpdate,
  gameDmMessageDelete,
  lobbyMessageCreate,
  lobbyMessageUpdate,
  lobbyMessageDelete,

  headlessSessionChanged,

  lobbyUpdate,
  lobbyDelete,
  lobbyMemberAdd,
  lobbyMemberUpdate,
  lobbyMemberRemove,
  lobbyMemberConnect,
  lobbyMemberDisconnect,
  lobbyVoiceStateUpdate,
  lobbyVoiceStateRestored,
  lobbyJoined,
  lobbyLeft,

  guildAuditLogEntryCreate,

  ruleCreate,
  ruleUpdate,
  textCounted,
  ruleDelete,
  actionExecution,

  guildBanAdd,
  guildBanRemove,

  dmCreate,
  dmUpdate,
  dmDelete,

  channelCreate,
  channelUpdate,
  channelDelete,
  typingStart,

  applicationCommandPermissionsUpdate,

  guildEmojisUpdate,

  guildUpdate,
  guildDelete,

  guildIntegrationsUpdate,
  integrationCreate,
  integrationDelete,

  inviteCreate,
  inviteDelete,

  guildMemberAdd,
  guildMemberUpdate,
  guildMemberRemove,
  guildJoined,
  guildLeft,
  memberRowChanged,

  guildRoleCreate,
  guildRoleUpdate,
  guildRoleDelete,

  guildScheduledEventCreate,
  guildScheduledEventUpdate,
  guildScheduledEventDelete,
  guildScheduledEventHidden,
  guildScheduledEventExceptionCreate,
  guildScheduledEventExceptionUpdate,
  guildScheduledEventExceptionDelete,
  guildScheduledEventUserAdd,
  guildScheduledEventUserRemove,

  guildSoundboardSoundCreate,
  guildSoundboardSoundUpdate,
  guildSoundboardSoundDelete,
  voiceChannelEffectSend,

  stageInstanceCreate,
  stageInstanceUpdate,
  stageInstanceDelete,

  guildStickersUpdate,

  voiceStateUpdate,
  voiceChannelStatusUpdate,
  voiceChannelStartTimeUpdate,

  callCreate,
  callUpdate,
  callDelete,
  callVoiceStateUpdate,
  callVoiceStateChanged,

  streamChanged,
  streamUpdate,
  streamCreate,
  streamEnded,
  streamLeft,
  streamMemberChanged,

  channelRecipientAdd,
  channelRecipientRemove,

  messageCreate,
  messageUpdate,
  messageModerated,
  messageDelete,
  messageDeleteBulk,
  channelPinsUpdate,

  messagePollVoteAdd,
  messagePollVoteRemove,

  messageReactionAdd,
  messageReactionRemove,
  messageReactionRemoveAll,
  messageReactionRemoveEmoji,

  guildSearched,

  messageAck,

  relationshipAdd,
  relationshipUpdate,
  relationshipRemove,
  gameRelationshipAdd,
  gameRelationshipRemove,
  friendSuggestionCreate,
  friendSuggestionDelete,

  threadCreate,
  threadJoined,
  threadUpdate,
  threadDelete,
  threadMembersUpdate,
  threadMemberUpdate,
]

/** Types by the key that stands in the event log and in messages between nodes. */
export const eventTypes: EventTypes = new Map(listed.map((type) => [type.key, type as EventType<unknown>]))
