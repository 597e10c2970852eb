/** Causes that end the sessions of a player in a game, with and without a gateway connection, and no other session. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from '@guildhall/testing'
import { type Games, startGames } from '../support/games.ts'

interface Cause {
  readonly name: string
  readonly end: (games: Games, token: string) => Promise<{ status: number; body: unknown }>
  /** Whether the player's sessions in other games end too. */
  readonly everywhere?: true
}

const CAUSES: readonly Cause[] = [
  {
    name: 'the game’s server revokes the token',
    end(games, token) {
      const client = { client_id: games.applicationId('chess'), client_secret: 's' }
      return games.person('bob').post('/oauth2/token/revoke', new URLSearchParams({ token, ...client }))
    },
  },
  {
    name: 'the player removes the game [AUT-13]',
    end: (games) => games.person('bob').delete(`/oauth2/tokens/${games.applicationId('chess')}`),
  },
  {
    name: 'the game becomes the child of a publisher [AUT-24]',
    end(games) {
      const path = `/admin/applications/${games.applicationId('chess')}/parent`
      return games.bearer(games.platform.control.key).put(path, { application_id: games.applicationId('publisher') })
    },
  },
  {
    name: 'the operator bans the player',
    end: (games) =>
      games
        .bearer(games.platform.control.key)
        .post(`/admin/users/${games.userId('bob')}/ban`, { duration_seconds: null }),
    everywhere: true,
  },
]

const isAboutBob = (games: Games, activities: number) => (frame: Frame) => {
  const presence = frame.d as unknown as { user: { id: string }; activities: { name: string }[] }
  const fits = frame.t === 'PRESENCE_UPDATE' && presence.user.id === games.userId('bob')
  return fits && presence.activities.length === activities
}

test('sessions of a player in a game end with 4004, and their presences with them', async (t) => {
  const { gamesWorld } = await import('../support/games.ts')
  const publisher = { owner: 'ann', client_secret: 's', redirect_uris: ['https://game.example/callback'] }
  const world = { ...gamesWorld, applications: { ...gamesWorld.applications, publisher } }
  for (const { name, end, everywhere } of CAUSES) {
    await t.test(name, async () => {
      await using games = await startGames({ world })
      const watcher = await games.watch('watcher')
      await watcher.next('GUILD_CREATE')
      const { gateway, token } = await games.play('bob')
      const [rival, stranger] = [await games.tokenOf('bob', 'rival'), await games.tokenOf('cat', 'rival')]
      const { gateway: cat } = await games.play({ token: stranger })
      const other = (await games.play({ token: rival })).gateway
      const body = { activities: [{ type: 0, state: 'at a console' }] }
      const headless = await games.bearer(token).post<{ token: string }>('/users/@me/headless-sessions', body)
      assert.equal((await games.bearer(rival).post('/users/@me/headless-sessions', body)).status, 200)
      await watcher.next(isAboutBob(games, 2))

      const { status, body: response } = await end(games, token)
      assert.ok(status < 300, JSON.stringify(response))
      assert.equal((await gateway.closed).code, 4004)
      await watcher.next(isAboutBob(games, everywhere ? 0 : 1))
      if (everywhere) assert.equal((await other.closed).code, 4004)
      else await other.heartbeat()
      await cat.heartbeat()

      const again = await games.connect()
      await again.next(10)
      again.send(6, { token: `Bearer ${token}`, session_id: gateway.sessionId, seq: gateway.seq })
      assert.equal((await again.closed).code, 4004)
      const refreshed = await games.bearer(token).post('/users/@me/headless-sessions', { ...body, ...headless.body })
      assert.equal(refreshed.status, 401)
    })
  }
})
