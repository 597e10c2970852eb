import type { Snowflake } from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'

/** For the application itself. */
export const applicationCommandPermissionsUpdate = eventType<{
  applicationId: Snowflake
  wire: Record<string, unknown>
}>({
  name: 'APPLICATION_COMMAND_PERMISSIONS_UPDATE',
  intents: () => 0,
  seenBy: (viewer, { applicationId }) => viewer.applicationId === applicationId,
  apart: ({ applicationId }) => [applicationId],
  present: ({ wire }) => wire,
})
