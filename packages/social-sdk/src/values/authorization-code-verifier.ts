import { text } from '../objects/kinds.ts'
import { type FieldsOf, makerOf, objectOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'
import { AuthorizationCodeChallenge } from './authorization-code-challenge.ts'

const fields = struct({
  challenge: objectOf(AuthorizationCodeChallenge),
  verifier: text,
})

/** A challenge with the secret that it was made of. The challenge goes to Authorize, the verifier to GetToken. */
export class AuthorizationCodeVerifier extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: AuthorizationCodeVerifier = nullOf(AuthorizationCodeVerifier)

  /** Copies an object; the library makes new ones. */
  constructor(other: AuthorizationCodeVerifier) {
    super(fields, other, 'none')
  }

  /** Returns the challenge for {@link AuthorizationArgs.SetCodeChallenge}. */
  Challenge(): AuthorizationCodeChallenge {
    return fields.get(this, 'challenge')
  }

  /** Sets the challenge for {@link AuthorizationArgs.SetCodeChallenge}. */
  SetChallenge(value: AuthorizationCodeChallenge): void {
    fields.set(this, 'challenge', value)
  }

  /** Returns the secret of 43 to 128 characters. */
  Verifier(): string {
    return fields.get(this, 'verifier')
  }

  /** Sets the secret of 43 to 128 characters. */
  SetVerifier(value: string): void {
    fields.set(this, 'verifier', value)
  }
}

/** Makes a AuthorizationCodeVerifier with some values; the others have their defaults. */
export const makeAuthorizationCodeVerifier = makerOf(AuthorizationCodeVerifier, fields)
