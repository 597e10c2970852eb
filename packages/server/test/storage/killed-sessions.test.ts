/** Temporary memberships of a killed process: the next process ends them once nobody can come back to a session. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import { runningClock } from '../../src/kernel/clock.ts'
import { spawnPlatform, startPlatform } from '../support/platform.ts'
import { testStore } from '../support/test-store.ts'
import { until } from '../support/until.ts'

const NAMES = ['gone', 'back', 'role', 'plain', 'late'] as const
const world = {
  users: { ann: {}, gone: {}, back: {}, role: {}, plain: {}, late: {} },
  guilds: { lab: { owner: 'ann', roles: { crew: {} }, members: ['plain'], channels: { general: {} } } },
}
const RESUME_WINDOW_MS = 180_000

test('temporary memberships end after a kill -9, unless the member comes back or has a role', {
  timeout: 60_000,
}, async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-killed-'))
  const store = await testStore()
  const where = { data, databaseUrl: store.databaseUrl, rateLimits: 'off' } as const
  const wallClock = runningClock()
  try {
    const first = await spawnPlatform({ ...where, world })
    const lab = first.world.guilds.lab ?? assert.fail()
    const token = (name: string) => first.world.users[name]?.token ?? assert.fail()
    const userId = (name: string) => first.world.users[name]?.id ?? assert.fail()
    const invites = `/channels/${lab.channels.general?.id}/invites`
    const made = await api(first.api, token('ann')).post<{ code: string }>(invites, { temporary: true })
    const accept = (url: string, name: string) => api(url, token(name)).post(`/invites/${made.body.code}`)
    const sessions: RawGateway[] = []
    for (const name of ['gone', 'back', 'role']) {
      sessions.push(await RawGateway.open(first.gateway, { token: token(name), intents: 1 }))
      assert.equal((await accept(first.api, name)).status, 200)
    }
    const crew = `/guilds/${lab.id}/members/${userId('role')}/roles/${lab.roles.crew?.id}`
    assert.equal((await api(first.api, token('ann')).put(crew)).status, 204)
    await first.kill('SIGKILL')
    for (const session of sessions) await session.closed

    await using second = await startPlatform({ ...where, wallClock })
    const members = async () => {
      const found: string[] = []
      for (const name of NAMES) {
        const path = `/guilds/${lab.id}/members/${userId(name)}`
        if ((await api(second.api, token('ann')).get(path)).status === 200) found.push(name)
      }
      return found
    }
    assert.equal((await accept(second.api, 'late')).status, 200)
    wallClock.advance(RESUME_WINDOW_MS - 10_000)
    const watching = await RawGateway.open(second.gateway, { token: token('ann'), intents: 0b11 })
    const back = await RawGateway.open(second.gateway, { token: token('back'), intents: 1 })
    assert.deepEqual(await members(), NAMES)
    wallClock.advance(20_000)
    await until('the member who is gone is removed', async () => !(await members()).includes('gone'))
    assert.deepEqual(await members(), ['back', 'role', 'plain', 'late'])
    assert.equal((await watching.next('GUILD_MEMBER_REMOVE')).d.user.id, userId('gone'))
    await back.close()
    await until('the member who left is removed', async () => !(await members()).includes('back'))
    await watching.close()
  } finally {
    wallClock.close()
    await store.drop()
    await rm(data, { recursive: true, force: true })
  }
})
