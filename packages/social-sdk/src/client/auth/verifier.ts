import { randomText, sha256 } from '#runtime'
import { AuthenticationCodeChallengeMethod } from '../../enums/index.ts'
import { AuthorizationCodeChallenge } from '../../values/authorization-code-challenge.ts'
import {
  type AuthorizationCodeVerifier,
  makeAuthorizationCodeVerifier,
} from '../../values/authorization-code-verifier.ts'

/** Random bytes of a verifier, which has 43 characters. */
const VERIFIER_BYTES = 32

/** Returns a random verifier with its challenge. */
export function createVerifier(): AuthorizationCodeVerifier {
  const verifier = randomText(VERIFIER_BYTES)
  const challenge = new AuthorizationCodeChallenge()
  challenge.SetMethod(AuthenticationCodeChallengeMethod.S256)
  challenge.SetChallenge(sha256(verifier))
  return makeAuthorizationCodeVerifier({ verifier, challenge })
}
