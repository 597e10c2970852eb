import type { IntegrationType } from '../enums/index.ts'
import { enumeration, optional, text, uint64 } from '../objects/kinds.ts'
import { type FieldsOf, objectOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'
import { AuthorizationCodeChallenge } from './authorization-code-challenge.ts'

const fields = struct(
  {
    clientId: uint64,
    scopes: text,
    state: optional(text),
    nonce: optional(text),
    codeChallenge: optional(objectOf(AuthorizationCodeChallenge)),
    integrationType: optional(enumeration<IntegrationType>(0)),
    customSchemeParam: optional(text),
  },
  'AuthorizationArgs',
)

/** Arguments of Authorize. Only the scopes are required. */
export class AuthorizationArgs extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: AuthorizationArgs = nullOf(AuthorizationArgs)

  /** @param other object that is copied */
  constructor(other?: AuthorizationArgs) {
    super(fields, other)
  }

  /** Returns the application id of the game. 0n means the id of SetApplicationId. */
  ClientId(): bigint {
    return fields.get(this, 'clientId')
  }

  /** Sets the application id of the game. 0n means the id of SetApplicationId. */
  SetClientId(value: bigint): void {
    fields.set(this, 'clientId', value)
  }

  /** Returns the OAuth2 scopes, separated by spaces. They are required. */
  Scopes(): string {
    return fields.get(this, 'scopes')
  }

  /** Sets the OAuth2 scopes, separated by spaces. They are required. */
  SetScopes(value: string): void {
    fields.set(this, 'scopes', value)
  }

  /**
   * Returns the state that the redirect must bring back. Leave it unset: then each call uses 32 random bytes.
   * A value that was set is used as it is.
   */
  State(): string | null {
    return fields.get(this, 'state')
  }

  /**
   * Sets the state that the redirect must bring back. Leave it unset: then each call uses 32 random bytes. A
   * value that was set is used as it is.
   */
  SetState(value: string | null | undefined): void {
    fields.set(this, 'state', value)
  }

  /**
   * Returns the nonce, which becomes the claim `nonce` of the ID token. Only back ends that read ID tokens
   * need it.
   */
  Nonce(): string | null {
    return fields.get(this, 'nonce')
  }

  /**
   * Sets the nonce, which becomes the claim `nonce` of the ID token. Only back ends that read ID tokens need
   * it.
   */
  SetNonce(value: string | null | undefined): void {
    fields.set(this, 'nonce', value)
  }

  /** Returns the challenge (PKCE). GetToken, and each redirect to a custom scheme, need one. */
  CodeChallenge(): AuthorizationCodeChallenge | null {
    return fields.get(this, 'codeChallenge')
  }

  /** Sets the challenge (PKCE). GetToken, and each redirect to a custom scheme, need one. */
  SetCodeChallenge(value: AuthorizationCodeChallenge | null | undefined): void {
    fields.set(this, 'codeChallenge', value)
  }

  /** Returns the kind of installation: in a guild or for the user. */
  IntegrationType(): IntegrationType | null {
    return fields.get(this, 'integrationType')
  }

  /** Sets the kind of installation: in a guild or for the user. */
  SetIntegrationType(value: IntegrationType | null | undefined): void {
    fields.set(this, 'integrationType', value)
  }

  /**
   * Returns the custom scheme for redirects on mobile devices. `mygame` means
   * `mygame:/authorize/callback`. Since 1.5.
   */
  CustomSchemeParam(): string | null {
    return fields.get(this, 'customSchemeParam')
  }

  /**
   * Sets the custom scheme for redirects on mobile devices. `mygame` means `mygame:/authorize/callback`.
   * Since 1.5.
   */
  SetCustomSchemeParam(value: string | null | undefined): void {
    fields.set(this, 'customSchemeParam', value)
  }
}
