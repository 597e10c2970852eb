/** A platform with games, their players and an issuer of tokens, for the tests of games. */
import assert from 'node:assert/strict'
import { api, type TestPlatform } from '@guildhall/testing'
import { CLIENT_ID, type OidcIssuer, startIssuer } from './oidc-issuer.ts'
import { startPlatform } from './platform.ts'

type Options = NonNullable<Parameters<typeof startPlatform>[0]>

export const CALLBACK = 'https://game.example/callback'
const VERIFIER = 'v'.repeat(43)
/** S256 of `VERIFIER`. */
const CHALLENGE = '7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM'

/** Tokens of one sign-in. */
export interface Tokens {
  access_token: string
  refresh_token?: string
  id_token?: string
  expires_in: number
  scope: string
  token_type: string
}

/** Body of a response to a sign-in: tokens, the code of a device, or a refusal, with the identity that it concerns. */
export interface SignIn extends Tokens {
  code: number
  error?: string
  message?: string
  user_id?: string
  provider_type?: string
  provider_id?: string
  provider_issued_user_id?: string
  device_code?: string
  user_code?: string
}

/** Starts an issuer and a platform with two games, a public client and an application that is no game. */
export async function gameLab(options: Omit<Options, 'world'> = {}) {
  let platform: GamePlatform | undefined
  const issuer: OidcIssuer = await startIssuer(() => platform?.clock.now() ?? Date.now())
  const world = worldOf([{ type: 'OIDC', issuer: issuer.issuer, client_id: CLIENT_ID }])
  try {
    platform = await startPlatform({ world, ...options })
  } catch (error) {
    await issuer[Symbol.asyncDispose]()
    throw error
  }
  return new GameLab(platform, issuer)
}

/** Returns the world of a game lab with an issuer of id tokens. */
function worldOf(external_auth: { type: string; issuer: string; client_id: string }[]) {
  return {
    users: { ann: {}, bob: {}, cleo: {} },
    applications: {
      game: game({ client_secret: 'game-secret', external_auth }),
      rival: game({ client_secret: 'rival-secret', external_auth }),
      arcade: game({ public_client: true, external_auth, redirect_uris: [CALLBACK] }),
      site: { owner: 'ann', client_secret: 'site-secret', bot: {}, redirect_uris: [CALLBACK], external_auth },
      publisher: game({ client_secret: 'publisher-secret' }),
      chapter: game({ client_secret: 'chapter-secret', parent: 'publisher' }),
      kiosk: game({ public_client: true }),
    },
    guilds: {
      lab: { owner: 'ann', members: ['bob'], bots: { game: { permissions: '8' } }, channels: { general: {} } },
    },
  }
}

/** A platform of a game lab. */
type GamePlatform = TestPlatform<ReturnType<typeof worldOf>>

function game(more: object) {
  return { owner: 'ann', bot: {}, social_layer: true, approvals: ['social_layer'], redirect_uris: [CALLBACK], ...more }
}

/** The callers of a game lab. */
export class GameLab implements AsyncDisposable {
  readonly platform: GamePlatform
  readonly issuer: OidcIssuer

  constructor(platform: GamePlatform, issuer: OidcIssuer) {
    this.platform = platform
    this.issuer = issuer
  }

  async [Symbol.asyncDispose]() {
    await this.platform.close()
    await this.issuer[Symbol.asyncDispose]()
  }

  #world() {
    return this.platform.world ?? assert.fail('the world is known')
  }

  app(name: string): string {
    return this.#world().applications[name]?.id ?? assert.fail(`there is no application ${name}`)
  }

  user(name: string): string {
    return this.#world().users[name]?.id ?? assert.fail(`there is no user ${name}`)
  }

  person(name: string) {
    return api(this.platform.api, this.#world().users[name]?.token)
  }

  bot(name: string) {
    return api(this.platform.api, `Bot ${this.#world().applications[name]?.bot?.token}`)
  }

  bearer(token: string) {
    return api(this.platform.api, `Bearer ${token}`)
  }

  operator() {
    return this.bearer(this.platform.control.key)
  }

  anyone() {
    return api(this.platform.api)
  }

  /** Credentials of an application, for bodies and forms. */
  client(name: string): { client_id: string; client_secret?: string } {
    const isPublic = ['arcade', 'kiosk'].includes(name)
    return { client_id: this.app(name), ...(isPublic ? {} : { client_secret: `${name}-secret` }) }
  }

  /** Signs in a player by an id of the game's own, and returns the response. */
  signInByBot(game: string, external: string, more: object = {}) {
    return this.bot(game).post<SignIn>('/partner-sdk/token/bot', { external_user_id: external, ...more })
  }

  /** Returns the access token and the user id of a provisional account that the game's server named. */
  async player(game: string, external: string, more: object = {}) {
    const { status, body } = await this.signInByBot(game, external, more)
    assert.equal(status, 200, JSON.stringify(body))
    return { token: body.access_token, id: await this.userIdOf(body.access_token) }
  }

  /** Signs in a player by a token from elsewhere, and returns the response. */
  signIn(game: string, token: string, more: object = {}) {
    const body = { ...this.client(game), external_auth_type: 'OIDC', external_auth_token: token, ...more }
    return this.anyone().post<SignIn>('/partner-sdk/token', body)
  }

  async userIdOf(token: string): Promise<string> {
    const { status, body } = await this.bearer(token).get<{ id: string }>('/users/@me')
    assert.equal(status, 200, JSON.stringify(body))
    return body.id
  }

  /** Sends a form to an OAuth2 endpoint. */
  form(path: string, fields: Record<string, string>) {
    return this.anyone().post<SignIn>(path, new URLSearchParams(fields))
  }

  /** Returns the code that a person's consent gives to an application. */
  async consent(name: string, application: string, scope = 'sdk.social_layer'): Promise<string> {
    const query = new URLSearchParams({
      client_id: this.app(application),
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    })
    const { status, body } = await this.person(name).post<{ location: string }>(`/oauth2/authorize?${query}`, {
      authorize: true,
    })
    assert.equal(status, 200, JSON.stringify(body))
    return new URL(body.location).searchParams.get('code') ?? assert.fail(body.location)
  }

  /** Exchanges a code; with an external token it merges. */
  exchange(application: string, code: string, external: Record<string, string> = {}) {
    const fields = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
    return this.form('/oauth2/token', { ...fields, ...this.client(application), ...external })
  }

  /** Returns the tokens of a person who has authorized an application. */
  async authorize(name: string, application: string, scope?: string): Promise<Tokens> {
    const { status, body } = await this.exchange(application, await this.consent(name, application, scope))
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  /** Merges the account behind a bot-issued access token into a person's account, and returns the response. */
  async merge(name: string, application: string, accessToken: string) {
    return this.exchange(application, await this.consent(name, application), botIssued(accessToken))
  }
}

/** External fields of a token that a game's server got for its player. */
export function botIssued(accessToken: string) {
  return { external_auth_type: 'DISCORD_BOT_ISSUED_ACCESS_TOKEN', external_auth_token: accessToken }
}

/** External fields of an id token. */
export function oidc(token: string) {
  return { external_auth_type: 'OIDC', external_auth_token: token }
}
