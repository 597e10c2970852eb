import type { MigrationStep } from '../kernel/store/migrate.ts'
import { initial } from './0001-initial.ts'
import { crossposts } from './0002-crossposts.ts'
import { sessionUses } from './0003-session-uses.ts'
import { fileUses } from './0004-file-uses.ts'
import { externalIdentities } from './0005-external-identities.ts'
import { relationships } from './0006-relationships.ts'
import { gameAccounts } from './0007-game-accounts.ts'
import { lobbies } from './0008-lobbies.ts'
import { lobbyMessages } from './0009-lobby-messages.ts'
import { webhookEvents } from './0010-webhook-events.ts'
import { gameSessions } from './0011-game-sessions.ts'
import { widgetConfigs } from './0012-widget-configs.ts'
import { readStates } from './0013-read-states.ts'
import { userSettings } from './0014-user-settings.ts'
import { rpcTokens } from './0015-rpc-tokens.ts'
import { quickLinks } from './0016-quick-links.ts'
import { oauth2Grants } from './0017-oauth2-grants.ts'
import { storedFiles } from './0018-stored-files.ts'
import { operators } from './0019-operators.ts'
import { hosting } from './0020-hosting.ts'
import { secondFactors } from './0021-second-factors.ts'
import { failedSignIns } from './0022-failed-sign-ins.ts'
import { identityProviders } from './0023-identity-providers.ts'
import { accountNotes } from './0024-account-notes.ts'
import { moderation } from './0025-moderation.ts'
import { signInPlaces } from './0026-sign-in-places.ts'
import { lifecycle } from './0027-lifecycle.ts'
import { nodes } from './0028-nodes.ts'
import { eventLog } from './0029-event-log.ts'
import { sessionPresences } from './0030-session-presences.ts'
import { lobbyConnections } from './0031-lobby-connections.ts'
import { usedWindows } from './0032-used-windows.ts'
import { voiceOfNodes } from './0033-voice-of-nodes.ts'
import { nodeTasks } from './0034-node-tasks.ts'
import { privateCalls } from './0035-private-calls.ts'
import { streams } from './0036-streams.ts'
import { slowmodeUses } from './0037-slowmode-uses.ts'
import { pushDevices } from './0038-push-devices.ts'

/** Migrations, numbered by position from 1. Never reorder or change a released one; add another. */
export const migrations: readonly (readonly MigrationStep[])[] = [
  initial,
  crossposts,
  sessionUses,
  fileUses,
  externalIdentities,
  relationships,
  gameAccounts,
  lobbies,
  lobbyMessages,
  webhookEvents,
  gameSessions,
  widgetConfigs,
  readStates,
  userSettings,
  rpcTokens,
  quickLinks,
  oauth2Grants,
  storedFiles,
  operators,
  hosting,
  secondFactors,
  failedSignIns,
  identityProviders,
  accountNotes,
  moderation,
  signInPlaces,
  lifecycle,
  nodes,
  eventLog,
  sessionPresences,
  lobbyConnections,
  usedWindows,
  voiceOfNodes,
  nodeTasks,
  privateCalls,
  streams,
  slowmodeUses,
  pushDevices,
]
