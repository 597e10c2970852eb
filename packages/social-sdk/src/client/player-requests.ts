import type { HttpRequest } from '@guildhall/client'
import type { Tokens } from './auth/tokens.ts'
import type { ClientContext } from './context.ts'

/** Requests of the player, with the token of UpdateToken. */
export class PlayerRequests {
  readonly #context: ClientContext
  readonly #tokens: Tokens

  constructor(context: ClientContext, tokens: Tokens) {
    this.#context = context
    this.#tokens = tokens
  }

  /** Sends a request. @throws ApiFailure for a refusal and without a connection */
  send<T>(method: string, path: string, request: HttpRequest = {}): Promise<T> {
    const authorization = this.#tokens.authorization ?? null
    return this.#context.requests.send<T>(method, path, { authorization, ...request })
  }
}
