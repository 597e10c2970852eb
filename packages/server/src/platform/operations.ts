import type { Operation } from '../kernel/operation.ts'
import { applicationOperations } from '../resources/accounts/applications/operations/index.ts'
import { blockOperations } from '../resources/accounts/blocks/operations/index.ts'
import { connectionOperations } from '../resources/accounts/connections/operations/index.ts'
import { deletionOperations } from '../resources/accounts/deletions/operations/index.ts'
import { disclosureOperations } from '../resources/accounts/disclosures/operations/index.ts'
import { externalIdentityOperations } from '../resources/accounts/external-identities/operations/index.ts'
import { instanceSettingOperations } from '../resources/accounts/instance-settings/operations/index.ts'
import { oneTimeLinkOperations } from '../resources/accounts/one-time-links/operations/index.ts'
import { operatorJobOperations } from '../resources/accounts/operator-jobs/operations/index.ts'
import { operatorOperations } from '../resources/accounts/operators/operations/index.ts'
import { platformBanOperations } from '../resources/accounts/platform-bans/operations/index.ts'
import { pushDeviceOperations } from '../resources/accounts/push-devices/operations/index.ts'
import { quickLinkOperations } from '../resources/accounts/quick-links/index.ts'
import { raidModeOperations } from '../resources/accounts/raid-mode/operations/index.ts'
import { secondFactorOperations } from '../resources/accounts/second-factors/operations/index.ts'
import { userOperations } from '../resources/accounts/users/operations/index.ts'
import { webhookEventOperations } from '../resources/accounts/webhook-events/operations/index.ts'
import { backupOperations } from '../resources/administration/backups/operations/index.ts'
import { guildSizeOperations } from '../resources/administration/guilds/operations/index.ts'
import { harvestOperations } from '../resources/administration/harvests/operations/index.ts'
import { identityProviderOperations } from '../resources/administration/identity-providers/operations/index.ts'
import { mailOperations } from '../resources/administration/mail/operations/index.ts'
import { overviewOperations } from '../resources/administration/overview/operations/index.ts'
import { peopleOperations } from '../resources/administration/people/operations/index.ts'
import { reportOperations } from '../resources/administration/reports/operations/index.ts'
import { signUpOperations } from '../resources/administration/sign-up/operations/index.ts'
import { sizeOperations } from '../resources/administration/sizes/operations/index.ts'
import { activityOperations } from '../resources/apps/activities/operations/index.ts'
import { gatewayOperations } from '../resources/apps/gateway/operations/index.ts'
import { interactionOperations } from '../resources/apps/interactions/operations/index.ts'
import { localClientOperations } from '../resources/apps/local-clients/operations/index.ts'
import { oauth2Operations } from '../resources/apps/oauth2/operations/index.ts'
import { provisionalAccountOperations } from '../resources/apps/provisional-accounts/operations/index.ts'
import { roleConnectionOperations } from '../resources/apps/role-connections/operations/index.ts'
import { webhookOperations } from '../resources/apps/webhooks/operations/index.ts'
import { entitlementOperations } from '../resources/commerce/entitlements/operations/index.ts'
import { skuOperations } from '../resources/commerce/skus/operations/index.ts'
import { subscriptionOperations } from '../resources/commerce/subscriptions/operations/index.ts'
import { activityJoinOperations } from '../resources/games/activity-joins/operations/index.ts'
import { gameMessageOperations } from '../resources/games/game-messages/operations/index.ts'
import { headlessSessionOperations } from '../resources/games/headless-sessions/operations/index.ts'
import { joinRequestOperations } from '../resources/games/join-requests/operations/index.ts'
import { linkedChannelOperations } from '../resources/games/linked-channels/operations/index.ts'
import { lobbyOperations } from '../resources/games/lobbies/operations/index.ts'
import { auditLogOperations } from '../resources/guild/audit-log/operations/index.ts'
import { autoModerationOperations } from '../resources/guild/auto-moderation/operations/index.ts'
import { banOperations } from '../resources/guild/bans/operations/index.ts'
import { channelOperations } from '../resources/guild/channels/operations/index.ts'
import { commandOperations } from '../resources/guild/commands/operations/index.ts'
import { emojiOperations } from '../resources/guild/emojis/operations/index.ts'
import { guildTemplateOperations } from '../resources/guild/guild-templates/operations/index.ts'
import { guildOperations } from '../resources/guild/guilds/operations/index.ts'
import { integrationOperations } from '../resources/guild/integrations/operations/index.ts'
import { inviteOperations } from '../resources/guild/invites/operations/index.ts'
import { memberOperations } from '../resources/guild/members/operations/index.ts'
import { onboardingOperations } from '../resources/guild/onboarding/operations/index.ts'
import { roleOperations } from '../resources/guild/roles/operations/index.ts'
import { scheduledEventOperations } from '../resources/guild/scheduled-events/operations/index.ts'
import { soundboardOperations } from '../resources/guild/soundboard/operations/index.ts'
import { stageInstanceOperations } from '../resources/guild/stage-instances/operations/index.ts'
import { stickerOperations } from '../resources/guild/stickers/operations/index.ts'
import { voiceStateOperations } from '../resources/guild/voice-states/operations/index.ts'
import { callOperations } from '../resources/messaging/calls/operations/index.ts'
import { conversationOperations } from '../resources/messaging/conversations/operations/index.ts'
import { groupDmOperations } from '../resources/messaging/group-dms/operations/index.ts'
import { messageOperations } from '../resources/messaging/messages/operations/index.ts'
import { profileOperations } from '../resources/messaging/profiles/operations/index.ts'
import { readStateOperations } from '../resources/messaging/read-states/operations/index.ts'
import { relationshipOperations } from '../resources/messaging/relationships/operations/index.ts'
import { streamOperations } from '../resources/messaging/streams/operations/index.ts'
import { threadOperations } from '../resources/messaging/threads/operations/index.ts'
import { widgetOperations } from '../resources/messaging/widgets/operations/index.ts'

/** Every operation of the HTTP API, resource by resource. An explicit list: what is not here does not exist. */
export const operations: readonly Operation[] = [
  ...activityOperations,
  ...activityJoinOperations,
  ...applicationOperations,
  ...auditLogOperations,
  ...autoModerationOperations,
  ...banOperations,
  ...blockOperations,
  ...callOperations,
  ...streamOperations,
  ...channelOperations,
  ...commandOperations,
  ...connectionOperations,
  ...conversationOperations,
  ...deletionOperations,
  ...disclosureOperations,
  ...emojiOperations,
  ...entitlementOperations,
  ...externalIdentityOperations,
  ...gameMessageOperations,
  ...gatewayOperations,
  ...groupDmOperations,
  ...guildOperations,
  ...guildTemplateOperations,
  ...harvestOperations,
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
  ...raidModeOperations,
  ...readStateOperations,
  ...relationshipOperations,
  ...oauth2Operations,
  ...onboardingOperations,
  ...oneTimeLinkOperations,
  ...secondFactorOperations,
  ...operatorJobOperations,
  ...operatorOperations,
  ...peopleOperations,
  ...guildSizeOperations,
  ...overviewOperations,
  ...identityProviderOperations,
  ...instanceSettingOperations,
  ...mailOperations,
  ...backupOperations,
  ...reportOperations,
  ...sizeOperations,
  ...signUpOperations,
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
  ...pushDeviceOperations,
  ...voiceStateOperations,
  ...webhookEventOperations,
  ...webhookOperations,
  ...widgetOperations,
]
