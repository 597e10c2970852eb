import type { Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { User } from '../../../kernel/model.ts'
import { presentSelf, presentSettings } from './present.ts'
import type { ClientSettings } from './settings-model.ts'

/** Scopes of fields that only some games receive. */
const SELF_SCOPES = ['email', 'identify.premium']
/** Part of a variant with the fields that only the person sees. */
const OWN = 'own'

/** Sent to the sessions of a user who changed. Games receive the fields that their scopes name. [USR-1] */
export const userUpdate = eventType<User>({
  key: 'user.updated',
  name: 'USER_UPDATE',
  intents: () => 0,
  gameScope: () => 'identify',
  visibleTo: (viewer, user) => viewer.userId === user.id,
  effect: (user) => ({ kind: 'user-changed', user, visible: true }),
  variant: ({ kind, scopes }) =>
    kind === 'game'
      ? SELF_SCOPES.filter((scope) => scopes.has(scope)).join(' ')
      : [...SELF_SCOPES, ...(kind === 'person' ? [OWN] : [])].join(' '),
  present(user, variant) {
    const fields = variant.split(' ')
    const [email, premium] = [fields.includes('email'), fields.includes('identify.premium')]
    return presentSelf(user, { email, premium, own: fields.includes(OWN) })
  },
})

/** Sent to the sessions of a person who changed their settings. */
export const userSettingsUpdate = eventType<{ user: User; settings: ClientSettings }>({
  key: 'user-settings.updated',
  name: 'USER_SETTINGS_UPDATE',
  intents: () => 0,
  visibleTo: (viewer) => viewer.kind === 'person',
  effect: ({ user }) => ({ kind: 'user-changed', user, visible: false }),
  present: ({ user, settings }) => presentSettings(user, settings),
})

/** Closes gateway sessions with 4004 after tokens were revoked: all of a user, or those granted to one application. */
export const tokensRevoked = eventType<{ userId: Snowflake; applicationId: Snowflake | null }>({
  key: 'tokens.revoked',
  name: '',
  effect: ({ applicationId }) => ({
    kind: 'tokens-revoked',
    revokes: ({ grantedTo }) => applicationId === null || grantedTo === applicationId,
  }),
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})

/** Closes the gateway sessions of ended sessions with 4004. */
export const sessionsEnded = eventType<{ hashes: readonly string[] }>({
  key: 'sessions.ended',
  name: '',
  effect: ({ hashes }) => ({ kind: 'tokens-revoked', revokes: ({ hash }) => hashes.includes(hash) }),
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})

/** Asks the node that has a session of the user to keep it for the node at which its client resumes it. */
export const sessionWanted = eventType<{ sessionId: string }>({
  key: 'session.wanted',
  name: '',
  effect: ({ sessionId }) => ({ kind: 'session-wanted', sessionId }),
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})

/** Invalidates cached tokens of a user after some were deleted. Closes no session. */
export const tokensPruned = eventType<null>({
  key: 'tokens.pruned',
  name: '',
  effect: () => ({ kind: 'identity-changed' }),
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})
