import type { Snowflake } from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { User } from '../../kernel/model.ts'
import { presentSelf } from './present.ts'

/** The session's own user has changed. */
export const userUpdate = eventType<User>({
  name: 'USER_UPDATE',
  changesIdentity: true,
  intents: () => 0,
  visibleTo: (viewer, user) => viewer.userId === user.id,
  present: (user) => presentSelf(user, { email: true, premium: true }),
})

/** All tokens of this user were revoked, or those granted to an application: their gateway sessions end with 4004. */
export const tokensRevoked = eventType<{ userId: Snowflake; applicationId: Snowflake | null }>({
  name: '',
  changesIdentity: true,
  revokesToken: ({ applicationId }, token) => applicationId === null || token.grantedTo === applicationId,
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})

/** Some of a person's sessions ended: the gateway sessions of their tokens end with 4004. */
export const sessionsEnded = eventType<{ hashes: readonly string[] }>({
  name: '',
  changesIdentity: true,
  revokesToken: ({ hashes }, token) => hashes.includes(token.hash),
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})

/** Some tokens of this user are gone, and whoever knows them must look again; others live on, and so do sessions. */
export const tokensPruned = eventType<null>({
  name: '',
  changesIdentity: true,
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})
