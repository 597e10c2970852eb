/** A platform with games, and Clients of their players. RunCallbacks is called all the time. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type TestPlatform } from '@guildhall/testing'
import { CLIENT_ID, type OidcIssuer, startIssuer } from '../../../server/test/support/oidc-issuer.ts'
import { startPlatform } from '../../../server/test/support/platform.ts'
import * as sdk from './sdk.ts'

type Options = Omit<NonNullable<Parameters<typeof startPlatform>[0]>, 'world'>

const LOOPBACK = 'http://127.0.0.1/callback'
export const CUSTOM_REDIRECT = 'mygame:/authorize/callback'
/** Time between two calls of RunCallbacks. */
const FRAME_MS = 2

function worldOf(issuer: string, redirectUris: readonly string[]) {
  const external_auth = [{ type: 'OIDC', issuer, client_id: CLIENT_ID }]
  const game = {
    owner: 'ann',
    bot: {},
    social_layer: true,
    approvals: ['social_layer'],
    redirect_uris: [LOOPBACK, CUSTOM_REDIRECT, 'https://game.example/page', ...redirectUris],
    external_auth,
  }
  return {
    users: { ann: {}, bob: {}, cleo: {}, dora: {} },
    applications: {
      arcade: { ...game, public_client: true, intents: ['MESSAGE_CONTENT'] },
      rival: { ...game, public_client: true },
      console: { ...game, client_secret: 'console-secret' },
      publisher: { ...game, public_client: true },
      chapter: { ...game, public_client: true, parent: 'publisher', redirect_uris: [], external_auth: [] },
    },
    guilds: { hall: { owner: 'ann', members: ['bob'], bots: { arcade: {} }, channels: { general: {} } } },
  }
}

type SdkPlatform = TestPlatform<ReturnType<typeof worldOf>>

/** Starts a platform with games, an issuer of tokens, and the calls of RunCallbacks. */
export async function sdkLab(options: Options = {}, redirectUris: readonly string[] = []): Promise<SdkLab> {
  let platform: SdkPlatform | undefined
  const issuer = await startIssuer(() => platform?.clock.now() ?? Date.now())
  platform = await startPlatform({ world: worldOf(issuer.issuer, redirectUris), rateLimits: 'off', ...options })
  return new SdkLab(platform, issuer, options)
}

/** The Clients of a lab, and the people and servers behind them. */
export class SdkLab implements AsyncDisposable {
  platform: SdkPlatform
  readonly issuer: OidcIssuer
  readonly #options: Options
  /** Folder of the sockets of local clients; none but those of this lab are found. */
  readonly ipcFolder = mkdtempSync(join(tmpdir(), 'guildhall-sdk-'))
  readonly #formerFolder = process.env.XDG_RUNTIME_DIR
  readonly #clients: sdk.Client[] = []
  readonly #frames = setInterval(() => sdk.RunCallbacks(), FRAME_MS)

  constructor(platform: SdkPlatform, issuer: OidcIssuer, options: Options) {
    this.platform = platform
    this.issuer = issuer
    this.#options = options
    process.env.XDG_RUNTIME_DIR = this.ipcFolder
  }

  /** Restarts the platform on its port. It needs the option `data`. */
  async restart(): Promise<void> {
    const port = Number(new URL(this.platform.url).port)
    await this.platform.close()
    this.platform = (await startPlatform({ ...this.#options, rateLimits: 'off', port })) as unknown as SdkPlatform
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) client.dispose()
    clearInterval(this.#frames)
    await this.platform.close()
    await this.issuer[Symbol.asyncDispose]()
    if (this.#formerFolder === undefined) delete process.env.XDG_RUNTIME_DIR
    else process.env.XDG_RUNTIME_DIR = this.#formerFolder
    rmSync(this.ipcFolder, { recursive: true })
  }

  app(name: string): bigint {
    return BigInt(this.platform.world?.applications[name]?.id ?? assert.fail(`there is no application ${name}`))
  }

  user(name: string): bigint {
    return BigInt(this.platform.world?.users[name]?.id ?? assert.fail(`there is no user ${name}`))
  }

  person(name: string) {
    return api(this.platform.api, this.platform.world?.users[name]?.token)
  }

  bot(name: string) {
    return api(this.platform.api, `Bot ${this.platform.world?.applications[name]?.bot?.token}`)
  }

  bearer(token: string) {
    return api(this.platform.api, `Bearer ${token}`)
  }

  /** Makes a Client of a game on this platform. `openUrl` receives the pages that it opens. */
  client(
    game = 'arcade',
    given: Partial<Pick<sdk.ClientCreateOptions, 'audioBackend' | 'openUrl' | 'platform' | 'redirectUri'>> = {},
  ) {
    const options = new sdk.ClientCreateOptions()
    options.SetWebBase(this.platform.url)
    Object.assign(options, { openUrl: () => assert.fail('no page is expected'), ...given })
    const client = new sdk.Client(options)
    client.SetApplicationId(this.app(game))
    this.#clients.push(client)
    return client
  }

  /** Lets a person decide about the page of an authorization, and returns the redirect. */
  async decide(name: string, page: string, authorize = true): Promise<string> {
    const { search } = new URL(page)
    const { status, body } = await this.person(name).post<{ location: string }>(`/oauth2/authorize${search}`, {
      authorize,
    })
    assert.equal(status, 200, JSON.stringify(body))
    return body.location
  }

  /** Returns an `openUrl` of a person who decides about each page and follows the redirect to 127.0.0.1. */
  browserOf(name: string, authorize = true): { openUrl: (url: string) => void; pages: string[]; shown: string[] } {
    const pages: string[] = []
    const shown: string[] = []
    const open = async (page: string) => {
      pages.push(page)
      const response = await fetch(await this.decide(name, page, authorize))
      shown.push(await response.text())
    }
    return { pages, shown, openUrl: (page) => void open(page) }
  }

  /** Returns the access token of a new provisional player of a game, whom its server signs in. */
  async playerToken(game: string, externalId: string): Promise<string> {
    const body = { external_user_id: externalId, preferred_global_name: externalId }
    const response = await this.bot(game).post<{ access_token: string }>('/partner-sdk/token/bot', body)
    assert.equal(response.status, 200, JSON.stringify(response.body))
    return response.body.access_token
  }

  /** Returns the tokens of a person who authorizes a game in the browser. */
  async signIn(name: string, game = 'arcade', scopes = sdk.Client.GetDefaultCommunicationScopes()) {
    const client = this.client(game, { openUrl: this.browserOf(name).openUrl })
    const verifier = client.CreateAuthorizationCodeVerifier()
    const args = new sdk.AuthorizationArgs()
    args.SetScopes(scopes)
    args.SetCodeChallenge(verifier.Challenge())
    const [authorized, code, redirectUri] = await client.Authorize(args)
    assert.equal(authorized.ToString(), 'Success')
    const [result, access, refresh] = await client.GetToken(this.app(game), code, verifier.Verifier(), redirectUri)
    assert.equal(result.ToString(), 'Success')
    return { client, access, refresh }
  }

  /** Returns a Client that is Ready with a token. */
  async connect(token: string, game = 'arcade'): Promise<sdk.Client> {
    const client = this.client(game)
    await client.UpdateToken(sdk.AuthorizationTokenType.Bearer, token)
    const ready = statusReached(client, sdk.Client.Status.Ready)
    client.Connect()
    await ready
    return client
  }
}

/** Status changes of a Client: `until` resolves with all of them once one has a status. */
export class StatusLog {
  readonly seen: { status: sdk.Client.Status; error: sdk.Client.Error; detail: number }[] = []
  readonly #waiting: { status: sdk.Client.Status; resolve: () => void }[] = []

  constructor(client: sdk.Client) {
    client.SetStatusChangedCallback((status, error, detail) => {
      this.seen.push({ status, error, detail })
      for (const waiting of this.#waiting) if (waiting.status === status) waiting.resolve()
    })
  }

  get names(): string[] {
    return this.seen.map(({ status }) => sdk.Client.StatusToString(status))
  }

  /** Resolves when a status comes that was not seen before the call. */
  next(status: sdk.Client.Status): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ status, resolve }))
  }
}

/** Resolves when a Client reaches a status. It takes the status callback. */
function statusReached(client: sdk.Client, status: sdk.Client.Status): Promise<void> {
  return new StatusLog(client).next(status)
}
