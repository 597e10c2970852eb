/** Sessions of games over restarts: they resume with their events, activities and secrets, while their token lives. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Frame } from '@guildhall/testing'
import { startGames } from '../support/games.ts'

const DAY_MS = 86_400_000
const SECRET = 'opensesame'

type Options = NonNullable<Parameters<typeof startGames>[0]>

/** Runs a test with options for platforms that share a data folder. */
async function withFolder(run: (options: Options, data: string) => Promise<void>): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-games-'))
  try {
    await run({ data, databaseUrl: undefined, date: Date.parse('2026-11-01T00:00:00Z') } as unknown as Options, data)
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

interface Presence {
  user: { id: string }
  activities: { session_id?: string; name: string }[]
}

test('a game resumes after a restart: missed events, its activity and its secret are there', async () => {
  await withFolder(async (options, data) => {
    const first = await startGames(options)
    const { gateway, token } = await first.play('bob')
    const party = { id: 'party1', privacy: 1 }
    gateway.send(3, { status: 'online', activities: [{ state: 'Playing', party, secrets: { join: SECRET } }] })
    await gateway.heartbeat()
    const { seq, sessionId } = gateway
    await first.person('bob').patch('/users/@me', { global_name: 'Missed' })
    await gateway.next('USER_UPDATE')
    const [, end] = await Promise.all([gateway.next(7), gateway.closed, first.platform.close()])
    assert.equal(end.code, 4000)
    const files = (await readdir(data)).filter((file) => file.startsWith('guildhall.db'))
    assert.ok(files.length > 0)
    for (const file of files) assert.equal((await readFile(join(data, file))).includes(SECRET), false, file)

    await using second = await startGames({ ...options, former: first.world })
    const watcher = await second.watch('watcher')
    const guild = await watcher.next<{ presences: Presence[] }>('GUILD_CREATE')
    const isOfBob = ({ user }: Presence) => user.id === second.userId('bob')
    const presence =
      guild.d.presences.find(isOfBob) ??
      (await watcher.next<Presence>((frame: Frame) => isOfBob(frame.d as unknown as Presence))).d
    assert.deepEqual(
      presence.activities.map(({ name, session_id }) => [name, session_id]),
      [['Chess', sessionId]],
    )
    const activity = `/users/${second.userId('bob')}/sessions/${sessionId}/activities/${second.applicationId('chess')}/1`
    assert.deepEqual((await second.person('ann').get(activity)).body, { secret: SECRET })

    const resume = async (withToken: string) => {
      const again = await second.connect()
      await again.next(10)
      again.send(6, { token: withToken, session_id: sessionId, seq })
      return again
    }
    const rival = await resume(`Bearer ${await second.tokenOf('bob', 'rival')}`)
    assert.equal((await rival.next(9)).d, false)
    const again = await resume(`Bearer ${token}`)
    assert.equal((await again.next<{ global_name: string }>('USER_UPDATE')).d.global_name, 'Missed')
    await again.next('RESUMED')
    await second.person('bob').patch('/users/@me', { global_name: 'Live' })
    assert.equal((await again.next<{ global_name: string }>('USER_UPDATE')).d.global_name, 'Live')
    second.platform.clock.advance(7 * DAY_MS)
    assert.equal((await again.closed).code, 4004)
  })
})

test('a session whose token expired during the restart is not restored', async () => {
  await withFolder(async (options) => {
    const first = await startGames(options)
    const { gateway, token } = await first.play('bob')
    await Promise.all([gateway.closed, first.platform.close()])
    const date = Number((options as { date: number }).date) + 8 * DAY_MS
    await using second = await startGames({ ...options, date, former: first.world } as Options)
    const watcher = await second.watch('watcher')
    const { d } = await watcher.next<{ presences: Presence[] }>('GUILD_CREATE')
    assert.equal(
      d.presences.some(({ user }) => user.id === second.userId('bob')),
      false,
    )
    const again = await second.connect()
    await again.next(10)
    again.send(6, { token: `Bearer ${token}`, session_id: gateway.sessionId, seq: gateway.seq })
    assert.equal((await again.closed).code, 4004)
    const fresh = await second.connect()
    await fresh.next(10)
    const renewed = await second.tokenOf('bob')
    fresh.send(6, { token: `Bearer ${renewed}`, session_id: gateway.sessionId, seq: gateway.seq })
    assert.equal((await fresh.next(9)).d, false)
    await fresh.close()
  })
})
