import { listenForRedirect, randomText } from '#runtime'
import { LOCAL_CLIENT_REDIRECT } from '../../local-client/authorize.ts'
import { abortable } from '../../objects/abortable.ts'
import { invalid } from '../../result.ts'
import type { Listening } from '../../runtime/redirect.ts'
import type { AuthorizationArgs } from '../../values/authorization-args.ts'
import type { ClientContext } from '../context.ts'
import { type AuthorizeRequest, authorizeAddress, codeOfRedirect, readAuthorizeRequest } from './authorize-address.ts'

/** Beginning of the scheme for redirects to games on mobile devices; the application id follows. */
const SCHEME_PREFIX = 'guildhall'
const CUSTOM_PATH = ':/authorize/callback'
const STATE_BYTES = 32

/**
 * Asks a local client for a code. Resolves with null if none runs, so that the browser is opened.
 * @throws ResultFailure AuthorizationFailed if the player refuses
 */
export type AskLocalClient = (request: AuthorizeRequest, signal: AbortSignal) => Promise<string | null>

interface Waiting {
  /** Redirect address by `handleUrl`; null while a server on 127.0.0.1 waits. */
  readonly redirectUri: string | null
  readonly redirected: PromiseWithResolvers<URLSearchParams>
}

/** Authorize: one at a time, by a local client or in the browser. */
export class Authorizer {
  readonly #context: ClientContext
  readonly #askLocalClient: AskLocalClient
  #waiting: Waiting | null = null

  constructor(context: ClientContext, askLocalClient: AskLocalClient) {
    this.#context = context
    this.#askLocalClient = askLocalClient
  }

  /**
   * Returns the code, and the redirect address that it was given for.
   * @throws ResultFailure ValidationError, AuthorizationFailed after a refusal; the signal's reason when it is aborted
   */
  async authorize(args: AuthorizationArgs, signal: AbortSignal): Promise<[code: string, redirectUri: string]> {
    const request = readAuthorizeRequest(args, this.#context.applicationId, () => randomText(STATE_BYTES))
    const redirectUri = this.#customRedirect(request)
    const code = redirectUri === null ? await this.#askLocalClient(request, signal) : null
    signal.throwIfAborted()
    if (code !== null) return [code, LOCAL_CLIENT_REDIRECT]
    const waiting: Waiting = { redirectUri, redirected: Promise.withResolvers() }
    this.#waiting = waiting
    const listening = new AbortController()
    try {
      return await this.#inBrowser(request, waiting, AbortSignal.any([signal, listening.signal]))
    } finally {
      listening.abort()
      if (this.#waiting === waiting) this.#waiting = null
    }
  }

  /** Takes a redirect that the game was opened with. Returns false for other addresses. */
  handleUrl(url: URL): boolean {
    const { redirectUri, redirected } = this.#waiting ?? {}
    if (!redirectUri || !redirected || !isBelow(url, redirectUri)) return false
    redirected.resolve(url.searchParams)
    return true
  }

  /** Returns the redirect address that comes back by `handleUrl`; null for a server on 127.0.0.1. */
  #customRedirect({ customScheme, clientId, challenge }: AuthorizeRequest): string | null {
    const { platform, redirectUri } = this.#context.settings
    if (customScheme === null && platform === 'desktop') return redirectUri
    if (challenge === null) throw invalid('A redirect to a custom scheme needs a code challenge.')
    return `${customScheme ?? `${SCHEME_PREFIX}-${clientId}`}${CUSTOM_PATH}`
  }

  async #inBrowser(
    request: AuthorizeRequest,
    waiting: Waiting,
    signal: AbortSignal,
  ): Promise<[code: string, redirectUri: string]> {
    const { settings, log } = this.#context
    const listening = waiting.redirectUri === null ? await listen(signal) : null
    const redirectUri = listening?.redirectUri ?? waiting.redirectUri ?? LOCAL_CLIENT_REDIRECT
    log.info('the page for the authorization is opened')
    settings.openUrl(authorizeAddress(settings.webBase, request, redirectUri))
    const redirected = listening?.redirected ?? waiting.redirected.promise
    return [codeOfRedirect(await abortable(redirected, signal), request.state), redirectUri]
  }
}

/** Starts a server on 127.0.0.1. @throws ResultFailure ValidationError in a browser */
function listen(signal: AbortSignal): Promise<Listening> {
  if (listenForRedirect) return listenForRedirect(signal)
  throw invalid('A page needs the option redirectUri.')
}

/** Returns whether an address is a redirect address with a query. Some systems write `scheme://` for `scheme:/`. */
function isBelow(url: URL, redirectUri: string): boolean {
  const plain = (address: string) => address.replace(/^([a-z][a-z0-9+.-]*:)\/+/i, '$1/').replace(/[?#].*$/s, '')
  return plain(url.href) === plain(redirectUri)
}
