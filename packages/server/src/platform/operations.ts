import type { JobHandler } from '../kernel/jobs.ts'
import type { Operation } from '../kernel/operation.ts'
import { activityOperations } from '../resources/activities/operations/index.ts'
import { activityJoinOperations } from '../resources/activity-joins/operations/index.ts'
import { applicationOperations } from '../resources/applications/operations/index.ts'
import { auditLogOperations } from '../resources/audit-log/operations/index.ts'
import { autoModerationOperations } from '../resources/auto-moderation/operations/index.ts'
import { banOperations } from '../resources/bans/operations/index.ts'
import { callOperations } from '../resources/calls/operations/index.ts'
import { channelOperations } from '../resources/channels/operations/index.ts'
import { deleteCommandsOfRemovedIntegration } from '../resources/commands/index.ts'
import { commandOperations } from '../resources/commands/operations/index.ts'
import { connectionOperations } from '../resources/connections/operations/index.ts'
import { disclosureOperations } from '../resources/disclosures/operations/index.ts'
import { emojiOperations } from '../resources/emojis/operations/index.ts'
import { entitlementOperations } from '../resources/entitlements/operations/index.ts'
import { externalIdentityOperations } from '../resources/external-identities/operations/index.ts'
import { deleteExpiredGameMessages } from '../resources/game-messages/index.ts'
import { gameMessageOperations } from '../resources/game-messages/operations/index.ts'
import { gatewayOperations } from '../resources/gateway/operations/index.ts'
import { groupDmOperations } from '../resources/group-dms/operations/index.ts'
import { guildTemplateOperations } from '../resources/guild-templates/operations/index.ts'
import { guildOperations } from '../resources/guilds/operations/index.ts'
import { endHeadlessSessionById } from '../resources/headless-sessions/index.ts'
import { headlessSessionOperations } from '../resources/headless-sessions/operations/index.ts'
import { integrationOperations } from '../resources/integrations/operations/index.ts'
import { failUnansweredInteraction } from '../resources/interactions/index.ts'
import { interactionOperations } from '../resources/interactions/operations/index.ts'
import { inviteExpired, processTargetUsers } from '../resources/invites/index.ts'
import { inviteOperations } from '../resources/invites/operations/index.ts'
import { joinRequestOperations } from '../resources/join-requests/operations/index.ts'
import { linkedChannelOperations } from '../resources/linked-channels/operations/index.ts'
import { deleteIdleLobby } from '../resources/lobbies/index.ts'
import { lobbyOperations } from '../resources/lobbies/operations/index.ts'
import { localClientOperations } from '../resources/local-clients/operations/index.ts'
import { memberOperations } from '../resources/members/operations/index.ts'
import { expirePoll, indexMessages, unindexChannel } from '../resources/messages/index.ts'
import { messageOperations } from '../resources/messages/operations/index.ts'
import { oauth2Operations } from '../resources/oauth2/operations/index.ts'
import { onboardingOperations } from '../resources/onboarding/operations/index.ts'
import { platformBanOperations } from '../resources/platform-bans/operations/index.ts'
import { profileOperations } from '../resources/profiles/operations/index.ts'
import { provisionalAccountOperations } from '../resources/provisional-accounts/operations/index.ts'
import { quickLinkOperations } from '../resources/quick-links/index.ts'
import { readStateOperations } from '../resources/read-states/operations/index.ts'
import { relationshipOperations } from '../resources/relationships/operations/index.ts'
import { roleConnectionOperations } from '../resources/role-connections/operations/index.ts'
import { roleOperations } from '../resources/roles/operations/index.ts'
import { scheduledEventDue, stageDue } from '../resources/scheduled-events/index.ts'
import { scheduledEventOperations } from '../resources/scheduled-events/operations/index.ts'
import { skuOperations } from '../resources/skus/operations/index.ts'
import { soundboardOperations } from '../resources/soundboard/operations/index.ts'
import { stageInstanceOperations } from '../resources/stage-instances/operations/index.ts'
import { stickerOperations } from '../resources/stickers/operations/index.ts'
import { endPeriod } from '../resources/subscriptions/index.ts'
import { subscriptionOperations } from '../resources/subscriptions/operations/index.ts'
import { archiveIdleThread } from '../resources/threads/index.ts'
import { threadOperations } from '../resources/threads/operations/index.ts'
import { userOperations } from '../resources/users/operations/index.ts'
import { voiceStateOperations } from '../resources/voice-states/operations/index.ts'
import { webhookEventOperations } from '../resources/webhook-events/operations/index.ts'
import { crosspost, crosspostChanged } from '../resources/webhooks/index.ts'
import { webhookOperations } from '../resources/webhooks/operations/index.ts'
import { widgetOperations } from '../resources/widgets/operations/index.ts'

/** Every operation of the HTTP API, resource by resource. An explicit list: what is not here does not exist. */
export const operations: readonly Operation[] = [
  ...activityOperations,
  ...activityJoinOperations,
  ...applicationOperations,
  ...auditLogOperations,
  ...autoModerationOperations,
  ...banOperations,
  ...callOperations,
  ...channelOperations,
  ...commandOperations,
  ...connectionOperations,
  ...disclosureOperations,
  ...emojiOperations,
  ...entitlementOperations,
  ...externalIdentityOperations,
  ...gameMessageOperations,
  ...gatewayOperations,
  ...groupDmOperations,
  ...guildOperations,
  ...guildTemplateOperations,
  ...headlessSessionOperations,
  ...integrationOperations,
  ...interactionOperations,
  ...inviteOperations,
  ...joinRequestOperations,
  ...linkedChannelOperations,
  ...lobbyOperations,
  ...localClientOperations,
  ...memberOperations,
  ...messageOperations,
  ...quickLinkOperations,
  ...readStateOperations,
  ...relationshipOperations,
  ...oauth2Operations,
  ...onboardingOperations,
  ...platformBanOperations,
  ...profileOperations,
  ...provisionalAccountOperations,
  ...roleConnectionOperations,
  ...roleOperations,
  ...scheduledEventOperations,
  ...soundboardOperations,
  ...stageInstanceOperations,
  ...stickerOperations,
  ...skuOperations,
  ...subscriptionOperations,
  ...threadOperations,
  ...userOperations,
  ...voiceStateOperations,
  ...webhookEventOperations,
  ...webhookOperations,
  ...widgetOperations,
]

/** Handlers of due jobs by kind. */
export const jobHandlers: ReadonlyMap<string, JobHandler> = new Map<string, JobHandler>([
  ['crosspost', crosspost],
  ['crosspost-changed', crosspostChanged],
  ['forget-texts', unindexChannel],
  ['game-messages-expired', deleteExpiredGameMessages],
  ['headless-session', endHeadlessSessionById],
  ['index-messages', indexMessages],
  ['integration-removed', deleteCommandsOfRemovedIntegration],
  ['interaction-unanswered', failUnansweredInteraction],
  ['invite-expired', inviteExpired],
  ['invite-targets', processTargetUsers],
  ['lobby-idle', deleteIdleLobby],
  ['poll-expired', expirePoll],
  ['scheduled-event', scheduledEventDue],
  ['stage-instance', stageDue],
  ['subscription-period', endPeriod],
  ['thread-archive', archiveIdleThread],
])
