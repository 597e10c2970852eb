import { createHmac } from 'node:crypto'

/** STUN or TURN server of the operator, as pages give it to their peer connection. */
export interface IceServer {
  readonly urls: string | readonly string[]
  readonly username?: string
  readonly credential?: string
}

/** Entry of the operator's file: with fixed credentials, or with a secret that the TURN server has too. */
export type IceServerEntry = IceServer | { readonly urls: IceServer['urls']; readonly secret: string }

/** Time for which credentials made from a secret are valid. */
const CREDENTIAL_SECONDS = 3_600

/**
 * Returns servers with credentials for one user. Those of a secret are the TURN REST way: the name holds the time until
 * which they are valid, and the password is its signature.
 * @param now wall-clock time in ms
 */
export function iceServersFor(entries: readonly IceServerEntry[], userId: bigint, now: number): IceServer[] {
  return entries.map((entry) => {
    if (!('secret' in entry)) return entry
    const username = `${Math.floor(now / 1_000) + CREDENTIAL_SECONDS}:${userId}`
    const credential = createHmac('sha1', entry.secret).update(username).digest('base64')
    return { urls: entry.urls, username, credential }
  })
}
