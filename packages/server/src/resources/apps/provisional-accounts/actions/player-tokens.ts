import type { Application, User } from '../../../../kernel/model.ts'
import { HttpResponse } from '../../../../kernel/operation.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { ACCESS_LIFETIME_S, issueTokens, type SigningKey, signIdToken } from '../../oauth2/index.ts'
import type { PlayerTokens } from '../requests.ts'

/** Scope of every token of a provisional account. */
const PLAYER_SCOPE = 'sdk.social_layer'

/** Issues tokens for a provisional account. [AUT-21] [AUT-23] */
export async function issuePlayerTokens(
  work: Work,
  platform: Platform,
  {
    application,
    user,
    signing,
    refresh,
  }: { application: Application; user: User; signing: SigningKey; refresh: boolean },
): Promise<HttpResponse<200, PlayerTokens>> {
  const tokens = await issueTokens(work, { application, userId: user.id, scopes: [PLAYER_SCOPE], refresh })
  const id_token = await signIdToken(signing, {
    issuer: platform.addresses.url,
    audience: application.id.toString(),
    user,
    nonce: null,
    now: work.now,
    lifetimeS: ACCESS_LIFETIME_S,
  })
  return new HttpResponse(200, { ...tokens, id_token }, { 'cache-control': 'no-store' })
}
