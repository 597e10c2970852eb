/** A platform for tests of games: two games that know nothing of each other, their players, and a guild with a bot. */
import assert from 'node:assert/strict'
import { KNOWN_INTENTS } from '@guildhall/protocol'
import { type Api, api, type ConnectOptions, connectGame, type Frame, RawGateway } from '@guildhall/testing'
import { runningClock } from '../../src/kernel/clock.ts'
import { settleNodes } from './nodes-in-turn.ts'
import { startPlatform } from './platform.ts'

const REDIRECT = 'https://game.example/callback'

export const gamesWorld = {
  users: { ann: {}, bob: {}, cat: {}, eve: {} },
  applications: {
    chess: { name: 'Chess', owner: 'ann', bot: {}, client_secret: 's', redirect_uris: [REDIRECT], social_layer: true },
    rival: { name: 'Rival', owner: 'eve', bot: {}, client_secret: 's', redirect_uris: [REDIRECT], social_layer: true },
    watcher: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] },
  },
  guilds: {
    lab: { owner: 'ann', members: ['bob'], bots: { watcher: { permissions: '8' } }, channels: { general: {} } },
  },
}

type FilledWorld = NonNullable<Awaited<ReturnType<typeof startPlatform>>['world']>
type Options = NonNullable<Parameters<typeof startPlatform>[0]>

/**
 * Starts a platform whose wall clock the test moves, with games and players.
 * @param options.former world of the former platform in the same data folder, which is not printed again
 */
export async function startGames({ former, ...options }: Options & { world?: unknown; former?: FilledWorld } = {}) {
  const wallClock = runningClock()
  const given = { world: gamesWorld, rateLimits: 'off', wallClock, ...options } as Options
  const platform = await startPlatform(given)
  const world = former ?? platform.world
  assert.ok(world)
  const applicationId = (application: string) => world.applications[application]?.id ?? ''
  const personToken = (user: string) => world.users[user]?.token ?? ''

  /** Signs a person in to a game, as the consent page and the game's server do together. Returns the access token. */
  async function tokenOf(user: string, application = 'chess', scope = 'sdk.social_layer'): Promise<string> {
    const client = { client_id: applicationId(application), redirect_uri: REDIRECT }
    const query = new URLSearchParams({ ...client, response_type: 'code', scope })
    const consent = await api(platform.api, personToken(user)).post<{ location: string }>(
      `/oauth2/authorize?${query}`,
      {
        authorize: true,
      },
    )
    const code = new URL(consent.body.location).searchParams.get('code')
    assert.ok(code, consent.body.location)
    const form = new URLSearchParams({ ...client, client_secret: 's', grant_type: 'authorization_code', code })
    const tokens = await api(platform.api).post<{ access_token: string }>('/oauth2/token', form)
    assert.equal(tokens.status, 200, JSON.stringify(tokens.body))
    return tokens.body.access_token
  }

  return {
    platform,
    world,
    wallClock,
    applicationId,
    personToken,
    tokenOf,
    userId: (user: string) => world.users[user]?.id ?? world.applications[user]?.bot?.id ?? '',
    guildId: (guild: string) => world.guilds[guild]?.id ?? '',
    channelId: (guild: string, channel: string) => world.guilds[guild]?.channels[channel]?.id ?? '',
    person: (user: string): Api => api(platform.api, personToken(user)),
    bot: (application: string): Api => api(platform.api, `Bot ${world.applications[application]?.bot?.token}`),
    bearer: (token: string): Api => api(platform.api, `Bearer ${token}`),
    connect: (query: ConnectOptions = {}) => RawGateway.connect(platform.gateway, query),
    /** Opens a game's session with a token, or for a user of `chess`. Returns it after READY with READY's `d`. */
    async play<T = Record<string, unknown>>(
      player: string | { token: string },
      fields: Record<string, unknown> = {},
      query: ConnectOptions = {},
    ) {
      const token = typeof player === 'string' ? await tokenOf(player) : player.token
      return { ...(await connectGame<T>(platform.gateway, token, { ...query, identify: fields })), token }
    },
    /**
     * Opens a session of a person or, by its application's key, of a bot. Returns it once it has all its guilds: what
     * changes before is in GUILD_CREATE and in no event.
     */
    async watch(user: string, intents = KNOWN_INTENTS) {
      const gateway = await RawGateway.connect(platform.gateway)
      const bot = world.applications[user]?.bot?.token
      const ready = await gateway.identify<{ guilds: readonly { id: string; unavailable?: boolean }[] }>(
        bot ? { token: bot, intents } : { token: personToken(user) },
      )
      const created: Frame[] = []
      for (const { id, unavailable } of ready.guilds) {
        if (unavailable) created.push(await gateway.next((frame) => frame.t === 'GUILD_CREATE' && frame.d?.id === id))
      }
      // For tests that read it.
      const unread = gateway.frames as Frame[]
      unread.unshift(...created)
      return gateway
    },
    /** Waits until the platform has processed earlier frames and lost connections. */
    settle: () => settleNodes(platform),
    [Symbol.asyncDispose]: () => platform.close(),
  }
}

export type Games = Awaited<ReturnType<typeof startGames>>
