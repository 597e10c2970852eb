import { type Consequence, when } from '../kernel/consequences.ts'
import { lastSessionsLost, sessionEnded, sessionsRestored } from '../kernel/session-points.ts'
import { applicationDeleting, playersDeleting } from '../resources/accounts/applications/consequences.ts'
import { accountDeleting, accountPurging } from '../resources/accounts/deletions/consequences.ts'
import { settingsSaved } from '../resources/accounts/instance-settings/consequences.ts'
import { bannedMessagesUnwanted, platformBanCreated } from '../resources/accounts/platform-bans/consequences.ts'
import { removeDevicesOf } from '../resources/accounts/push-devices/index.ts'
import { removeQuickLinks } from '../resources/accounts/quick-links/index.ts'
import { accountMoving, publicProfileChanged, userRenamed } from '../resources/accounts/users/consequences.ts'
import { removeHarvestsOfAccount } from '../resources/administration/harvests/index.ts'
import { removeMessagesOfBanned } from '../resources/administration/people/index.ts'
import { scrubEvidence } from '../resources/administration/reports/index.ts'
import { endActivities, leaveActivities, leaveActivitiesOfLostSessions } from '../resources/apps/activities/index.ts'
import { revokeAllGrants } from '../resources/apps/oauth2/index.ts'
import { endAuthorizations, purgeApplication } from '../resources/apps/provisional-accounts/index.ts'
import { removeWebhooksOfApplication } from '../resources/apps/webhooks/index.ts'
import {
  announceDirectMessage,
  announceDirectMessageDeletions,
  announceDirectMessageEdit,
  deleteMessagesOfLobby,
  mirrorDeletions,
  mirrorEdit,
  mirrorNewMessage,
  moveGameMessages,
  purgeGameMessages,
  removeGameMessagesOf,
} from '../resources/games/game-messages/index.ts'
import { unlinkChannelOf } from '../resources/games/linked-channels/index.ts'
import { lobbyDeleted } from '../resources/games/lobbies/consequences.ts'
import { leaveLobbies, moveLobbies, purgeLobbies, unlinkLobbyOf } from '../resources/games/lobbies/index.ts'
import { scrubAuditLog } from '../resources/guild/audit-log/index.ts'
import { checkProfileEverywhere } from '../resources/guild/auto-moderation/index.ts'
import { authorBanned } from '../resources/guild/bans/consequences.ts'
import { channelDeleting, channelUnlinked, systemMessageDue } from '../resources/guild/channels/consequences.ts'
import { deleteCommands } from '../resources/guild/commands/index.ts'
import { retentionChanged } from '../resources/guild/guilds/consequences.ts'
import { clearChannelSettings, demandNoGuild } from '../resources/guild/guilds/index.ts'
import { integrationDeleting } from '../resources/guild/integrations/consequences.ts'
import { removeBotFromGuilds, removeIntegrationOfBot } from '../resources/guild/integrations/index.ts'
import { botRemoved, memberRemoving } from '../resources/guild/members/consequences.ts'
import {
  endTemporaryMemberships,
  endTemporaryMembershipsOf,
  leaveGuilds,
  updateMembersOfUser,
} from '../resources/guild/members/index.ts'
import { endEventsIn } from '../resources/guild/scheduled-events/index.ts'
import { leaveGroupDms } from '../resources/messaging/group-dms/index.ts'
import { messageCreated, messageEdited, messagesDeleting } from '../resources/messaging/messages/consequences.ts'
import {
  deleteMessagesOfAuthor,
  postSystemMessage,
  previewEdit,
  previewNewMessage,
  removeMessagesOfAccount,
  scrubInteractions,
} from '../resources/messaging/messages/index.ts'
import { schedulePushes } from '../resources/messaging/pushes/index.ts'
import { endRelationships, moveRelationships, purgeRelationships } from '../resources/messaging/relationships/index.ts'
import { scheduleRetention } from '../resources/messaging/retention/index.ts'
import { deleteThreadsOf, leaveThreads, unindexMessages } from '../resources/messaging/threads/index.ts'
import { deleteWidgetConfigs, purgeProfileWidgets } from '../resources/messaging/widgets/index.ts'

/**
 * Everything that one resource does because another one wrote, in the order in which it runs. The followers of a point
 * run one after the other in the unit of work that wrote. An explicit list: a point that is not here fails.
 */
export const consequences: readonly Consequence[] = [
  when(sessionsRestored, leaveActivitiesOfLostSessions),
  when(sessionEnded, leaveActivities, endTemporaryMemberships),
  when(lastSessionsLost, endTemporaryMembershipsOf),

  when(publicProfileChanged, updateMembersOfUser),
  when(userRenamed, checkProfileEverywhere),
  when(platformBanCreated, removeDevicesOf, endAuthorizations),
  when(bannedMessagesUnwanted, removeMessagesOfBanned),
  when(settingsSaved, scheduleRetention),
  when(retentionChanged, scheduleRetention),
  when(accountDeleting, demandNoGuild, removeDevicesOf, revokeAllGrants),
  when(
    accountPurging,
    leaveGuilds,
    leaveGroupDms,
    endRelationships,
    leaveLobbies,
    removeMessagesOfAccount,
    removeGameMessagesOf,
    scrubInteractions,
    scrubAuditLog,
    scrubEvidence,
    removeHarvestsOfAccount,
  ),
  when(accountMoving, moveRelationships, moveLobbies, moveGameMessages),

  when(
    applicationDeleting,
    endActivities,
    purgeApplication, // follows playersDeleting
    deleteWidgetConfigs,
    removeBotFromGuilds, // follows integrationDeleting and botRemoved, guild by guild
    deleteCommands,
    removeQuickLinks,
  ),
  when(playersDeleting, purgeRelationships, purgeLobbies, purgeGameMessages, purgeProfileWidgets),
  when(integrationDeleting, removeWebhooksOfApplication),
  when(memberRemoving, leaveThreads),
  when(botRemoved, removeIntegrationOfBot),
  when(authorBanned, deleteMessagesOfAuthor),

  when(channelDeleting, deleteThreadsOf, clearChannelSettings, endEventsIn, unindexMessages),
  when(channelUnlinked, unlinkLobbyOf),

  when(systemMessageDue, postSystemMessage),
  when(messageCreated, schedulePushes, announceDirectMessage, mirrorNewMessage, previewNewMessage),
  when(messageEdited, announceDirectMessageEdit, mirrorEdit, previewEdit),
  when(messagesDeleting, announceDirectMessageDeletions, mirrorDeletions),

  when(lobbyDeleted, deleteMessagesOfLobby, unlinkChannelOf),
]
