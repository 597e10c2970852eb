import { type Consequence, when } from '../kernel/consequences.ts'
import { sessionEnded, sessionsRestored } from '../kernel/session-points.ts'
import { endActivities, leaveActivities, leaveActivitiesOfLostSessions } from '../resources/activities/index.ts'
import { applicationDeleting, playersDeleting } from '../resources/applications/consequences.ts'
import { channelDeleting, channelUnlinked } from '../resources/channels/consequences.ts'
import { deleteCommands } from '../resources/commands/index.ts'
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
} from '../resources/game-messages/index.ts'
import { clearChannelSettings } from '../resources/guilds/index.ts'
import { integrationDeleting } from '../resources/integrations/consequences.ts'
import { removeBotFromGuilds, removeIntegrationOfBot } from '../resources/integrations/index.ts'
import { unlinkChannelOf } from '../resources/linked-channels/index.ts'
import { lobbyDeleted } from '../resources/lobbies/consequences.ts'
import { moveLobbies, purgeLobbies, unlinkLobbyOf } from '../resources/lobbies/index.ts'
import { botRemoved } from '../resources/members/consequences.ts'
import { endTemporaryMemberships } from '../resources/members/index.ts'
import { messageCreated, messageEdited, messagesDeleting } from '../resources/messages/consequences.ts'
import { purgeApplication } from '../resources/provisional-accounts/index.ts'
import { removeQuickLinks } from '../resources/quick-links/index.ts'
import { moveRelationships, purgeRelationships } from '../resources/relationships/index.ts'
import { endEventsIn } from '../resources/scheduled-events/index.ts'
import { deleteThreadsOf, unindexMessages } from '../resources/threads/index.ts'
import { accountMoving } from '../resources/users/consequences.ts'
import { removeWebhooksOfApplication } from '../resources/webhooks/index.ts'
import { deleteWidgetConfigs, purgeProfileWidgets } from '../resources/widgets/index.ts'

/**
 * Everything that one resource does because another one wrote, in the order in which it runs. The followers of a point
 * run one after the other in the unit of work that wrote. An explicit list: a point that is not here fails.
 */
export const consequences: readonly Consequence[] = [
  when(sessionsRestored, leaveActivitiesOfLostSessions),
  when(sessionEnded, leaveActivities, endTemporaryMemberships),

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
  when(botRemoved, removeIntegrationOfBot),

  when(channelDeleting, deleteThreadsOf, clearChannelSettings, endEventsIn, unindexMessages),
  when(channelUnlinked, unlinkLobbyOf),

  when(messageCreated, announceDirectMessage, mirrorNewMessage),
  when(messageEdited, announceDirectMessageEdit, mirrorEdit),
  when(messagesDeleting, announceDirectMessageDeletions, mirrorDeletions),

  when(lobbyDeleted, deleteMessagesOfLobby, unlinkChannelOf),
]
