/** Client on whose behalf a password is hashed. */
export interface PasswordClient {
  readonly address: string
  /** Returns a signal that aborts when the client has left. */
  readonly left: () => AbortSignal
}

/** Password hashing, which is expensive on purpose: bounded, and shared between addresses. */
export interface Passwords {
  /** @throws OVERLOADED (503) when too many clients wait, or too many of this address */
  hash(password: string, client: PasswordClient): Promise<string>
  /** Returns whether a password matches a stored hash; false without one. @throws as `hash` */
  fits(password: string, stored: string | undefined, client: PasswordClient): Promise<boolean>
}
