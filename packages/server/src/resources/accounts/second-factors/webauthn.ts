import type { Passkey } from './model.ts'
import type { Site } from './site.ts'

/** Loaded with the first passkey: most people have none. */
const library = () => import('@simplewebauthn/server')

/** A challenge for a browser: options as JSON, and what the response is checked against. */
export interface Challenge {
  /** `{"publicKey": …}`, as the protocol has it. */
  readonly options: string
  readonly challenge: string
}

/** Returns the challenge by which a browser makes a new passkey. */
export async function creationChallenge(
  site: Site,
  { name, user, known }: { name: string; user: { id: bigint; username: string }; known: readonly Passkey[] },
): Promise<Challenge> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpID: site.id,
    rpName: name,
    userID: new TextEncoder().encode(user.id.toString()),
    userName: user.username,
    attestationType: 'none',
    excludeCredentials: known.map(reference),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { options: JSON.stringify({ publicKey: options }), challenge: options.challenge }
}

/**
 * Returns the challenge by which a browser uses a passkey.
 *
 * @param known passkeys of the person; null before somebody signs in, who then names themselves
 */
export async function requestChallenge(site: Site, known: readonly Passkey[] | null): Promise<Challenge> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    userVerification: known === null ? 'required' : 'preferred',
    ...(known !== null && { allowCredentials: known.map(reference) }),
  })
  return { options: JSON.stringify({ publicKey: options }), challenge: options.challenge }
}

const reference = ({ credentialId: id, transports }: Passkey) => ({ id, transports: transports as never })

/** Returns a new passkey from the response of a browser; null for one that does not fit the challenge. */
export async function createdPasskey(
  site: Site,
  { response, challenge }: { response: string; challenge: string },
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null> {
  const given = parsed(response)
  if (given === null) return null
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: given as never,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: false,
    })
    if (!verified || !registrationInfo) return null
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
  } catch {
    // The library throws for every fault of the response.
    return null
  }
}

/** Returns the id of the passkey that a response names; null for another text. */
export function credentialOf(response: string): string | null {
  const given = parsed(response)
  return typeof given?.id === 'string' ? given.id : null
}

/**
 * Returns the counter of a passkey that has answered a challenge; null for a response that does not fit.
 *
 * @param options.isAlone whether the passkey replaces the password too, so that the person is verified by the device
 */
export async function usedPasskey(
  site: Site,
  passkey: Passkey,
  { response, challenge, isAlone }: { response: string; challenge: string; isAlone: boolean },
): Promise<number | null> {
  const given = parsed(response)
  if (given === null) return null
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given as never,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: isAlone,
      // The caller compares counters: one that went back is no other fault.
      credential: { id: passkey.credentialId, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws for every fault of the response.
    return null
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
