import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SessionPresence, User } from '../../kernel/model.ts'
import type { Units } from '../../kernel/units.ts'
import { mergePresences } from '../../resources/accounts/presences/index.ts'
import { Presences, type PresentSession } from './presences.ts'

const STEPS = 4_000
const USER = 7n

/** Returns a generator of numbers below a bound. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('the presence of a user is that of all sessions merged, whichever begin, change and end', async () => {
  const below = random(20_260_101)
  const presences = new Presences({
    bus: { publishHere: () => undefined } as unknown as Bus,
    units: {} as Units,
    clock: {} as Clock,
    rateLimits: 'off',
    places: null,
    store: null,
    whileAway: (task) => task(),
    touched: () => undefined,
    runInBackground: (task) => void task,
  })
  const sessions = new Map<PresentSession, SessionPresence>()
  const drawn = (): SessionPresence => ({
    status: ['online', 'idle', 'dnd', 'invisible'][below(4)] ?? 'online',
    client: ['web', 'desktop'][below(2)] ?? 'web',
    activities: below(4) === 0 ? [{ name: `game ${below(3)}`, type: 0 } as SessionPresence['activities'][number]] : [],
    secrets: [],
  })
  const newSession = (): PresentSession => ({
    id: `${below(1_000_000)}`,
    kind: below(5) === 0 ? 'game' : 'person',
    userId: USER,
    applicationId: 9n,
    identity: { user: {} as User },
    guilds: new Set(),
    shard: [0, 1],
    ownsGuild: () => true,
  })
  for (let step = 0; step < STEPS; step += 1) {
    const known = [...sessions.keys()]
    const session = known[below(known.length * 2)]
    if (session && below(2) === 0) {
      sessions.delete(session)
      await presences.end(session, []).catch(() => undefined)
    } else {
      const one = session ?? newSession()
      const presence = drawn()
      sessions.set(one, presence)
      presences.begin(one, presence)
    }
    if (sessions.size === 0) continue
    const all = [...sessions].map(([{ kind, applicationId }, presence]) => ({
      gameId: kind === 'game' ? applicationId : null,
      presence,
    }))
    assert.deepEqual(presences.ofUser(USER), mergePresences(USER, all).presence, `step ${step}`)
  }
})
