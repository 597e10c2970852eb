import { AuthenticationCodeChallengeMethod } from '../enums/index.ts'
import { enumeration, text } from '../objects/kinds.ts'
import { type FieldsOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct({
  method: enumeration<AuthenticationCodeChallengeMethod>(AuthenticationCodeChallengeMethod.S256),
  challenge: text,
})

/** Challenge of an authorization (PKCE): the hash of a secret that only this client has. */
export class AuthorizationCodeChallenge extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: AuthorizationCodeChallenge = nullOf(AuthorizationCodeChallenge)

  /** @param other object that is copied */
  constructor(other?: AuthorizationCodeChallenge) {
    super(fields, other)
  }

  /** Returns the method by which the challenge was made; S256. */
  Method(): AuthenticationCodeChallengeMethod {
    return fields.get(this, 'method')
  }

  /** Sets the method by which the challenge was made; S256. */
  SetMethod(value: AuthenticationCodeChallengeMethod): void {
    fields.set(this, 'method', value)
  }

  /** Returns the challenge: the SHA-256 of the verifier as base64url without padding. */
  Challenge(): string {
    return fields.get(this, 'challenge')
  }

  /** Sets the challenge: the SHA-256 of the verifier as base64url without padding. */
  SetChallenge(value: string): void {
    fields.set(this, 'challenge', value)
  }
}
