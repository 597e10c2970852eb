import type { Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'

/**
 * Sent to the person's own clients when tokens of an application were revoked: local clients end the RPC sessions of
 * these tokens. Tokens are stored as hashes, so that the event names the application only.
 */
export const oauth2TokenRevoke = eventType<{ userId: Snowflake; applicationId: Snowflake }>({
  key: 'oauth2-tokens.revoked',
  name: 'OAUTH2_TOKEN_REVOKE',
  intents: () => 0,
  visibleTo: (viewer, { userId }) => viewer.kind === 'person' && viewer.userId === userId,
  present: ({ applicationId }) => ({ application_id: applicationId.toString() }),
})
