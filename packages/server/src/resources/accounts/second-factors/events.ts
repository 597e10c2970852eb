import { AuthenticatorType, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { Passkey } from './model.ts'
import { presentPasskey } from './present.ts'

/** Sent to the sessions of a person who has added a passkey. */
export const authenticatorCreate = eventType<Passkey>({
  key: 'authenticator.created',
  name: 'AUTHENTICATOR_CREATE',
  intents: () => 0,
  visibleTo: (viewer, { userId }) => viewer.kind === 'person' && viewer.userId === userId,
  present: (passkey) => presentPasskey(passkey),
})

/** Sent to the sessions of a person who has renamed a passkey. */
export const authenticatorUpdate = eventType<Passkey>({
  ...authenticatorCreate,
  key: 'authenticator.updated',
  name: 'AUTHENTICATOR_UPDATE',
})

/** Sent to the sessions of a person whose passkey has ended. */
export const authenticatorDelete = eventType<{ id: Snowflake; userId: Snowflake }>({
  key: 'authenticator.deleted',
  name: 'AUTHENTICATOR_DELETE',
  intents: () => 0,
  visibleTo: (viewer, { userId }) => viewer.kind === 'person' && viewer.userId === userId,
  present: ({ id }) => ({ id: id.toString(), type: AuthenticatorType.WEBAUTHN }),
})
