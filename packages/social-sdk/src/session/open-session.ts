import { events } from '../beyond/events.ts'
import { ok, SocialError } from '../beyond/ok.ts'
import { partsOf } from '../client/base.ts'
import { Client } from '../client/client.ts'
import { type AuthenticationExternalAuthType, AuthorizationTokenType, ClientStatus, ErrorType } from '../enums/index.ts'
import { failed } from '../result.ts'
import { loadTokens, type SessionStore } from './session-store.ts'
import { signInByBrowser, signInByDevice, type Tokens, tokensOf } from './sign-in.ts'

/** A stored access token that ends within this time is refreshed first. */
const FRESH_MS = 60_000
/** Pause before another attempt to refresh when the server did not decide about the last one. */
const RETRY_MS = 5_000
/** Close code for a token that the server refuses. */
const AUTHENTICATION_FAILED = 4004

/** Options of openSession. */
export interface SessionOptions {
  readonly client: Client
  /** Keeps the tokens of the player from one start to the next. Default: they are forgotten. */
  readonly store?: SessionStore
  /** Default: the id of SetApplicationId. */
  readonly applicationId?: bigint
  /** Default: the scopes for all of the library. */
  readonly scopes?: string
  /** Way to sign in without stored tokens; `silent` fails instead. Default: browser. */
  readonly signIn?: 'browser' | 'device' | 'silent'
  /** Signs in by a token of another identity provider. Its tokens are never stored. */
  readonly provisional?: {
    readonly type: AuthenticationExternalAuthType
    readonly token: () => string | Promise<string>
  }
  /** Called once if the server signs the player out. */
  readonly onSignedOut?: (reason: SocialError) => void
}

/** A player who is signed in and connected. */
export interface PlayerSession {
  /** Ends the tokens of the player, forgets them and disconnects. */
  signOut(): Promise<void>
  /** Disconnects. The next openSession signs the player in again without a question. */
  close(): void
  [Symbol.dispose](): void
}

/**
 * Signs the player in, silently where tokens are stored, and connects. Resolves when the Client is Ready. Afterwards
 * tokens are refreshed before they end. RunCallbacks must be called, such as by `pumpCallbacks`.
 * @throws SocialError if the player is not signed in
 */
export async function openSession(options: SessionOptions): Promise<PlayerSession> {
  const session = new OpenedSession(options)
  await session.open()
  return session
}

class OpenedSession implements PlayerSession {
  readonly #options: SessionOptions
  readonly #client: Client
  readonly #applicationId: bigint
  readonly #stops: (() => void)[] = []
  #tokens: Tokens | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #isOpen = true

  constructor(options: SessionOptions) {
    this.#options = options
    this.#client = options.client
    this.#applicationId = options.applicationId ?? options.client.GetApplicationId()
  }

  async open(): Promise<void> {
    await this.#use(await this.#acquire())
    try {
      await this.#ready()
    } catch (error) {
      this.close()
      throw error
    }
    const listeners = events(this.#client)
    this.#stops.push(
      listeners.on('tokenExpiration', () => void this.#renew()),
      listeners.on('statusChanged', (status, _error, detail) => {
        if (status === ClientStatus.Disconnected && detail === AUTHENTICATION_FAILED) void this.#renew()
      }),
    )
  }

  async signOut(): Promise<void> {
    const tokens = this.#tokens
    await this.#options.store?.save(null)
    if (tokens) await this.#client.RevokeToken(this.#applicationId, tokens.access)
    this.close()
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    clearTimeout(this.#retry)
    for (const stop of this.#stops.splice(0)) stop()
    this.#client.Disconnect()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  /** Returns tokens for the start: stored ones, refreshed ones, or those of a new sign-in. */
  async #acquire(): Promise<Tokens> {
    const { provisional, store, signIn = 'browser' } = this.#options
    if (provisional) return this.#provisional()
    const stored = store ? await loadTokens(store) : null
    if (stored && stored.endsAt - Date.now() > FRESH_MS) return stored
    if (stored) {
      try {
        return await this.#refresh(stored)
      } catch (error) {
        if (!isRefusal(error)) throw error
        await store?.save(null)
      }
    }
    const { scopes = Client.GetDefaultCommunicationScopes() } = this.#options
    if (signIn === 'browser') return signInByBrowser(this.#client, this.#applicationId, scopes)
    if (signIn === 'device') return signInByDevice(this.#client, this.#applicationId, scopes)
    throw new SocialError(failed(ErrorType.AuthorizationFailed, 'The player is not signed in.'))
  }

  async #provisional(): Promise<Tokens> {
    const { provisional } = this.#options
    if (!provisional) throw new SocialError(failed(ErrorType.ValidationError, 'There is no token of a provider.'))
    const token = await provisional.token()
    return tokensOf(ok(await this.#client.GetProvisionalToken(this.#applicationId, provisional.type, token)))
  }

  async #refresh({ refresh }: Tokens): Promise<Tokens> {
    return tokensOf(ok(await this.#client.RefreshToken(this.#applicationId, refresh)))
  }

  async #use(tokens: Tokens): Promise<void> {
    this.#tokens = tokens
    if (!this.#options.provisional) await this.#options.store?.save(JSON.stringify(tokens))
    ok(await this.#client.UpdateToken(AuthorizationTokenType.Bearer, tokens.access))
  }

  /** Connects, with renewed tokens if the server refuses the stored ones. */
  async #ready(): Promise<void> {
    let hasRenewed = false
    const statuses = events(this.#client).iterate('statusChanged')
    this.#client.Connect()
    for await (const [status, , detail] of statuses) {
      if (status === ClientStatus.Ready) return
      if (status !== ClientStatus.Disconnected) continue
      if (hasRenewed || detail !== AUTHENTICATION_FAILED)
        throw new SocialError(failed(ErrorType.NetworkError, `The server ended the connection: ${detail}`))
      hasRenewed = true
      await this.#use(await this.#next())
      this.#client.Connect()
    }
    throw new SocialError(failed(ErrorType.ClientDestroyed, 'The Client has ended.'))
  }

  /** Returns the tokens after the present ones. */
  #next(): Promise<Tokens> {
    if (this.#options.provisional) return this.#provisional()
    if (this.#tokens) return this.#refresh(this.#tokens)
    throw new SocialError(failed(ErrorType.AuthorizationFailed, 'There are no tokens.'))
  }

  /** Replaces the tokens. A refusal signs the player out; other failures are tried again. */
  async #renew(): Promise<void> {
    if (!this.#isOpen) return
    clearTimeout(this.#retry)
    try {
      await this.#use(await this.#next())
      if (this.#isOpen && this.#client.GetStatus() === ClientStatus.Disconnected) this.#client.Connect()
    } catch (error) {
      if (!this.#isOpen || !this.#client.valid) return
      if (!isRefusal(error)) {
        this.#retry = setTimeout(() => void this.#renew(), RETRY_MS)
        return
      }
      await this.#forget()
      this.close()
      this.#options.onSignedOut?.(error)
    }
  }

  /** Forgets tokens that the server refuses. A store that fails keeps them: the next start tries them in vain. */
  async #forget(): Promise<void> {
    try {
      await this.#options.store?.save(null)
    } catch (error) {
      partsOf(this.#client).context.log.warn(`the store of tokens has failed: ${String(error)}`)
    }
  }
}

/** Returns whether the server has decided against a sign-in, so that another attempt would fail too. */
function isRefusal(error: unknown): error is SocialError {
  return error instanceof SocialError && !error.retryable
}
