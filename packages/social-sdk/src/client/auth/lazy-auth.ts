import { ErrorType } from '../../enums/index.ts'
import { loadedOnce } from '../../objects/loaded-once.ts'
import { copyOf } from '../../objects/wrapper.ts'
import { ResultFailure } from '../../result.ts'
import type { AuthorizationArgs } from '../../values/authorization-args.ts'
import type { DeviceAuthorizationArgs } from '../../values/device-authorization-args.ts'
import type { ClientContext } from '../context.ts'
import type { Auth } from './auth.ts'
import type { AskLocalClient } from './authorizer.ts'
import { DeviceScreen } from './device-screen.ts'
import type { ExchangedTokens } from './exchanged-tokens.ts'
import type { ExternalToken } from './token-endpoint.ts'
import type { Tokens } from './tokens.ts'

/** Sign-in, whose code is loaded by the first method that needs it. */
export class LazyAuth {
  readonly screen: DeviceScreen
  /** Loads the code of sign-in. */
  readonly load: () => Promise<Auth>
  #loaded: Auth | null = null
  /** Authorization and device flow that wait. */
  #authorizing: AbortController | null = null
  #device: AbortController | null = null

  constructor(context: ClientContext, tokens: Tokens, askLocalClient: AskLocalClient) {
    this.screen = new DeviceScreen(context)
    this.load = loadedOnce(async () => {
      const { Auth } = await import('./auth.ts')
      this.#loaded = new Auth(context, tokens, askLocalClient)
      return this.#loaded
    })
  }

  /** Authorizes the game. An authorization that waits is aborted. */
  async authorize(args: AuthorizationArgs): Promise<[code: string, redirectUri: string]> {
    this.abortAuthorize()
    const ending = new AbortController()
    this.#authorizing = ending
    const given = copyOf(args)
    return this.#unlessAborted(ending, (auth) => auth.authorizer.authorize(given, ending.signal))
  }

  /** Signs in on another device. A device flow that waits is aborted. */
  async fromDevice(args: DeviceAuthorizationArgs, external: ExternalToken | null): Promise<ExchangedTokens> {
    this.abortDevice()
    const ending = new AbortController()
    this.#device = ending
    const given = copyOf(args)
    try {
      return await this.#unlessAborted(ending, (auth) => auth.fromDevice(given, external, this.screen, ending.signal))
    } finally {
      if (this.#device === ending) this.screen.close()
    }
  }

  abortAuthorize(): void {
    this.#authorizing?.abort()
    this.#authorizing = null
  }

  abortDevice(): void {
    if (!this.#device) return
    this.#device.abort()
    this.#device = null
    this.screen.close()
  }

  /** Takes a redirect that the game was opened with. Returns false for other addresses. */
  handleUrl(url: URL): boolean {
    return this.#loaded?.authorizer.handleUrl(url) ?? false
  }

  /** Ends what waits, at the end of the Client. */
  end(): void {
    this.abortAuthorize()
    this.abortDevice()
  }

  async #unlessAborted<T>({ signal }: AbortController, run: (auth: Auth) => Promise<T>): Promise<T> {
    try {
      const auth = await this.load()
      signal.throwIfAborted()
      return await run(auth)
    } catch (failure) {
      if (signal.aborted) throw new ResultFailure(ErrorType.Aborted, 'The sign-in was aborted.')
      throw failure
    }
  }
}
