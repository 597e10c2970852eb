/** Records that followed the events of random actions equal records that begin with a fresh READY. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import fc from 'fast-check'
import { startPlatform } from '../../server/test/support/platform.ts'
import type { ClientState } from '../src/records/index.ts'
import { ACTIONS } from './support/actions.ts'
import { contentOf, differences, Follower } from './support/follower.ts'
import { followedPeople, newScene, world } from './support/scene.ts'

const STEPS = 150
/** One walk that is the same each time. `GUILDHALL_TEST_RUNS` takes as many others. */
const RUNS = Number(process.env.GUILDHALL_TEST_RUNS ?? 1)
const SEED = process.env.GUILDHALL_TEST_SEED ?? (process.env.GUILDHALL_TEST_RUNS ? '' : '1')
/** Comparisons, of which one falls between two commits of jobs. */
const TRIES_MAX = 5

async function walk(steps: readonly { name: keyof typeof ACTIONS; seed: number }[]): Promise<void> {
  await using platform = await startPlatform({ world, rateLimits: 'off', gathers: false })
  const people = followedPeople(platform)
  const followers = await Promise.all(people.map(({ token }) => Follower.start(platform.gateway, token)))
  try {
    const scene = newScene(platform, (token) => api(platform.api, token), followers)
    const { cid } = scene.people
    const done: string[] = []
    const first = ['startThread', 'post', 'createRole', 'createEmoji', 'createEvent', 'openDm', 'post'] as const
    for (const { name, seed } of [...first.map((name, seed) => ({ name, seed: seed * 3 })), ...steps]) {
      let rest = seed
      const choose = <T>(list: readonly T[]): T => {
        const entry = list[rest % list.length] as T
        rest = Math.floor(rest / list.length) + 7
        return entry
      }
      const result = (await ACTIONS[name]?.(scene, choose)) as { status?: number } | undefined
      done.push(`${name} ${result?.status ?? ''}`)
    }
    for (const [index, follower] of followers.entries()) {
      const { name: person, token } = people[index] ?? assert.fail()
      for (let tries = 1; ; tries += 1) {
        const name = `marker ${index} ${tries}`
        await cid.patch(`/guilds/${scene.club}`, { name })
        await follower.until(({ guilds }) => guilds.get(scene.club)?.guild.name === name)
        const fresh = await Follower.start(platform.gateway, token)
        // The new session changes the person's presence. Its node sends that to the follower's node.
        const statusIn = ({ guilds }: ClientState) =>
          guilds.get(scene.club)?.presences.get(scene.users[index] ?? '')?.status
        await follower.until((state) => statusIn(state) === statusIn(fresh.state))
        const told = follower.state.reads
        const found = differences(contentOf(follower.state, told), contentOf(fresh.state, told))
        fresh.connection.close()
        if (found.length === 0) break
        if (tries === TRIES_MAX) assert.fail(`${person}:\n${found.join('\n')}\n\n${done.join(', ')}`)
      }
    }
  } finally {
    for (const { connection } of followers) connection.close()
  }
}

test('after any actions, records equal those of a client that connects anew', { timeout: 110_000 }, async () => {
  const step = fc.record({
    name: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
    seed: fc.nat(),
  })
  const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' })
  await fc.assert(fc.asyncProperty(steps, walk), {
    numRuns: RUNS,
    endOnFailure: true,
    ...(SEED ? { seed: Number(SEED) } : {}),
  })
})
