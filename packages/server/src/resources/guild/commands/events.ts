import type { CommandPermissionsObject, Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'

/** Sent only to the application. */
export const applicationCommandPermissionsUpdate = eventType<{
  applicationId: Snowflake
  permissions: CommandPermissionsObject
}>({
  key: 'command-permissions.updated',
  name: 'APPLICATION_COMMAND_PERMISSIONS_UPDATE',
  intents: () => 0,
  visibleTo: (viewer, { applicationId }) => viewer.applicationId === applicationId,
  evaluateIndividually: ({ applicationId }) => [applicationId],
  present: ({ permissions }) => permissions,
})
