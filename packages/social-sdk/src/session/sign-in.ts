import { ok } from '../beyond/ok.ts'
import type { Client } from '../client/client.ts'
import type { AuthorizationTokenType } from '../enums/index.ts'
import { AuthorizationArgs } from '../values/authorization-args.ts'
import { DeviceAuthorizationArgs } from '../values/device-authorization-args.ts'
import type { StoredTokens } from './session-store.ts'

/** Tokens of a player; `refresh` is empty for provisional accounts. */
export type Tokens = StoredTokens

/** Returns tokens as a method gave them after its result. */
export function tokensOf([access, refresh, , expiresIn]: [
  accessToken: string,
  refreshToken: string,
  tokenType: AuthorizationTokenType,
  expiresIn: number,
  scopes: string,
]): Tokens {
  return { access, refresh, endsAt: Date.now() + expiresIn * 1_000 }
}

/** Signs a player in in the browser, or by a local client. @throws SocialError */
export async function signInByBrowser(client: Client, applicationId: bigint, scopes: string): Promise<Tokens> {
  const verifier = client.CreateAuthorizationCodeVerifier()
  const args = new AuthorizationArgs()
  args.SetClientId(applicationId)
  args.SetScopes(scopes)
  args.SetCodeChallenge(verifier.Challenge())
  const [code, redirectUri] = ok(await client.Authorize(args))
  return tokensOf(ok(await client.GetToken(applicationId, code, verifier.Verifier(), redirectUri)))
}

/** Signs a player in on another device. @throws SocialError */
export async function signInByDevice(client: Client, applicationId: bigint, scopes: string): Promise<Tokens> {
  const args = new DeviceAuthorizationArgs()
  args.SetClientId(applicationId)
  args.SetScopes(scopes)
  return tokensOf(ok(await client.GetTokenFromDevice(args)))
}
