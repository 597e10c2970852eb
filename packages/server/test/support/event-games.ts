/** A platform with two games whose servers receive webhook events. */
import assert from 'node:assert/strict'
import { type Api, api } from '@guildhall/testing'
import type { Clock } from '../../src/kernel/clock.ts'
import { EventEndpoint } from './event-endpoint.ts'
import { startPlatform } from './platform.ts'

/** Time in which an attempt ends, or its test fails. */
const ATTEMPT_MAX_MS = 30_000
const ENTITLEMENT_EVENTS = ['ENTITLEMENT_CREATE', 'ENTITLEMENT_UPDATE', 'ENTITLEMENT_DELETE']

/** Returns a world of two games whose servers are at these addresses. Entitlements of a user are its causes. */
export function eventWorld(chessUrl: string | null, rivalUrl: string | null) {
  const game = (url: string | null) => ({
    bot: {},
    skus: { Sword: { type: 2 }, Potion: { type: 3 } },
    event_webhooks_url: url,
    event_webhooks_types: ENTITLEMENT_EVENTS,
  })
  return {
    users: { ann: {}, bob: {}, cat: {}, eve: {} },
    applications: {
      chess: { owner: 'ann', ...game(chessUrl) },
      rival: { owner: 'eve', ...game(rivalUrl) },
    },
    guilds: {},
  }
}

interface FilledApplication {
  readonly id: string
  readonly bot: { readonly token: string }
  readonly skus?: Readonly<Record<string, { readonly id: string } | undefined>>
}

interface Granted {
  readonly id: string
}

/** The calls by which a game's server causes events. */
export function gameServer(apiUrl: string, application: FilledApplication | undefined) {
  assert.ok(application)
  const bot: Api = api(apiUrl, `Bot ${application.bot.token}`)
  const path = `/applications/${application.id}/entitlements`
  const skuId = (sku: string) => application.skus?.[sku]?.id ?? ''
  return {
    id: application.id,
    bot,
    path,
    skuId,
    /** Grants an SKU to a user: one ENTITLEMENT_CREATE. Returns the id of the entitlement. */
    async grant(userId: string, sku = 'Sword'): Promise<string> {
      const granted = await bot.post<Granted>(path, { sku_id: skuId(sku), owner_id: userId, owner_type: 2 })
      assert.equal(granted.status, 200, JSON.stringify(granted.body))
      return granted.body.id
    },
  }
}

/** Attempts to deliver an event follow each other sooner. Jobs of the day wait longer. */
const ATTEMPT_PAUSE_MAX_MS = 3_600_000

/** Returns the calls that wait for the clock within an hour; among them are the planned attempts to deliver events. */
function plansOf(clock: Clock): ReadonlySet<object> {
  const plans = new Set<object>()
  const at = clock.at.bind(clock)
  clock.at = (when, task) => {
    const plan = { when }
    if (when - clock.now() < ATTEMPT_PAUSE_MAX_MS) plans.add(plan)
    const cancel = at(when, () => {
      plans.delete(plan)
      task()
    })
    return () => {
      plans.delete(plan)
      cancel()
    }
  }
  return plans
}

const DAY_MS = 24 * 3_600_000

/** Returns the noon of this day (UTC), hours before the jobs of midnight and after those of the night. */
const noon = () => Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2

/** Starts both servers and the platform. Closing it closes the servers. */
export async function startEventGames(options: Parameters<typeof startPlatform>[0] = {}) {
  const chess = await EventEndpoint.start()
  const rival = await EventEndpoint.start()
  const world = eventWorld(chess.url, rival.url)
  const platform = await startPlatform({
    ...{ rateLimits: 'off', world: world as never, logLevel: 'silent', date: noon() },
    ...options,
  })
  const plans = plansOf(platform.clock)
  const filled = platform.world ?? assert.fail('the first start fills the world')
  chess.publicKey = filled.applications.chess?.public_key ?? ''
  rival.publicKey = filled.applications.rival?.public_key ?? ''
  const chessServer = gameServer(platform.api, filled.applications.chess as unknown as FilledApplication)
  const close = async () => {
    await platform.close()
    await chess.close()
    await rival.close()
  }
  return {
    platform,
    world: filled,
    chess,
    rival,
    chessServer,
    rivalServer: gameServer(platform.api, filled.applications.rival as unknown as FilledApplication),
    userId: (user: string) => filled.users[user]?.id ?? '',
    person: (user: string): Api => api(platform.api, filled.users[user]?.token),
    /**
     * Moves the clock in steps until a condition holds, which requests of the platform bring about. Returns the time
     * by which it moved.
     */
    async advanceUntil(reached: () => boolean | Promise<boolean>, stepMs = 1_000): Promise<number> {
      for (let moved = 0; moved <= 1_500_000; moved += stepMs) {
        const startedAt = Date.now()
        // The clock stands while an attempt runs: the next one is planned once its result is stored.
        while (!(await reached()) && plans.size === 0) {
          assert.ok(Date.now() - startedAt < ATTEMPT_MAX_MS, 'the condition does not hold, and no attempt follows')
          await chessServer.bot.get(chessServer.path)
        }
        if (await reached()) return moved
        platform.clock.advance(stepMs)
      }
      return assert.fail('the condition does not hold after 25 minutes')
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
