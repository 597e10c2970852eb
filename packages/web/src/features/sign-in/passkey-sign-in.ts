import { startAuthentication } from '@simplewebauthn/browser'
import { anonymous } from './arrival.ts'

/** Signs in with a passkey alone. Returns the token of the new session. @throws Error when the person cancels */
export async function signInWithPasskey(): Promise<string> {
  const { ticket, challenge } = await anonymous.call('start_passwordless_login')
  const response = await startAuthentication({ optionsJSON: JSON.parse(challenge).publicKey })
  const body = { ticket, credential: JSON.stringify(response) }
  return (await anonymous.call('finish_passwordless_login', { body })).token
}
