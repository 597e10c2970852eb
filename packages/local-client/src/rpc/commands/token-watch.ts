import { CloseCode, RpcError } from '../codes.ts'
import type { Context } from '../command.ts'
import { LocalEvent } from '../host.ts'

/**
 * Watch over the token of a session. It begins before the token is checked, so that no revocation is missed. The event
 * of a revocation names the application only, and a new gateway session may have missed one.
 */
export class TokenWatch {
  readonly #context: Context
  readonly #accessToken: string
  readonly #check: () => Promise<unknown>
  readonly #stops: (() => void)[]
  #isSuspect = false
  #isAuthenticated = false

  /** @param check throws RpcError for an invalid token */
  constructor(context: Context, accessToken: string, check: () => Promise<unknown>) {
    this.#context = context
    this.#accessToken = accessToken
    this.#check = check
    const { host, session } = context
    this.#stops = [
      host.on('OAUTH2_TOKEN_REVOKE', ({ application_id }) => {
        if (application_id === session.application.id) this.#suspect()
      }),
      host.on('READY', () => this.#suspect()),
      host.on(LocalEvent.SIGNED_OUT, () => this.#suspect()),
    ]
  }

  /** Ends the session from now on once the token is invalid. */
  authenticated(): void {
    this.#isAuthenticated = true
    // The watch of a former token stops.
    this.#context.session.atEnd('token', () => this.stop())?.()
    if (this.#isSuspect) void this.#checkAgain()
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop()
  }

  #suspect(): void {
    this.#isSuspect = true
    if (this.#isAuthenticated) void this.#checkAgain()
  }

  async #checkAgain(): Promise<void> {
    const { session } = this.#context
    // A later AUTHENTICATE has replaced the token.
    if (session.token?.accessToken !== this.#accessToken) return this.stop()
    try {
      await this.#check()
    } catch (error) {
      // Another failure says nothing about the token; the next gateway session checks again.
      if (!(error instanceof RpcError) || session.token?.accessToken !== this.#accessToken) return
      session.close(CloseCode.TOKEN_REVOKED, 'The token was revoked.')
    }
  }
}
