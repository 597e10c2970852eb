import { effectiveScopes, type Instant, readScopes } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import { findApplication, findApplicationOfBot } from '../../applications/store.ts'
import type { PlatformBan } from '../../platform-bans/model.ts'
import { findPlatformBan } from '../../platform-bans/store.ts'
import * as store from '../store.ts'

/** Caller that a token identifies. */
export interface Identity extends Caller {
  readonly expiresAt: Instant | null
  /** Ban of the user from the platform, active or ended. */
  readonly ban: PlatformBan | undefined
}

/** Scope that every token of a provisional account has: the game names its player. */
const PROVISIONAL_SCOPE = 'account.global_name.update'

/** Returns the caller of a token by the token's hash, or null for an unknown token or a deleted user. */
export async function identifyToken(session: StoreSession, hash: string): Promise<Identity | null> {
  const token = await store.findToken(session, hash)
  if (!token) return null
  const user = await store.findUser(session, token.user_id)
  if (!user || user.deleted) return null
  const application = token.application_id
    ? await findApplication(session, token.application_id)
    : user.bot
      ? await findApplicationOfBot(session, user.id)
      : undefined
  return {
    kind: token.kind,
    userId: user.id,
    user,
    application: application ?? null,
    scopes: effectiveScopes([...readScopes(token.scopes), ...(user.provisional_for ? [PROVISIONAL_SCOPE] : [])]),
    tokenHash: hash,
    expiresAt: token.expires_at,
    ban: await findPlatformBan(session, user.id),
  }
}
