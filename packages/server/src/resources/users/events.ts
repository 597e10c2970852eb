import type { Snowflake } from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { User } from '../../kernel/model.ts'
import { presentSelf } from './present.ts'

/** The session's own user has changed. */
export const userUpdate = eventType<User>({
  name: 'USER_UPDATE',
  identity: true,
  intents: () => 0,
  seenBy: (viewer, user) => viewer.userId === user.id,
  present: (user) => presentSelf(user, { email: true, premium: true }),
})

/** Tokens of this user are gone, all or an application's: sessions by them end with close code 4004. */
export const tokensRevoked = eventType<{ userId: Snowflake; applicationId: Snowflake | null }>({
  name: '',
  identity: true,
  revoked: ({ applicationId }) => applicationId,
  intents: () => 0,
  seenBy: () => false,
  present: () => null,
})

/** Some tokens of this user are gone, and whoever knows them must look again; others live on, and so do sessions. */
export const tokensPruned = eventType<null>({
  name: '',
  identity: true,
  intents: () => 0,
  seenBy: () => false,
  present: () => null,
})
