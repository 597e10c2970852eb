/** A node that loses its way to the database, or to all other engines, while other nodes go on. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { api, type RawGateway } from '@guildhall/testing'
import { openClusterLab } from '../support/cluster-lab.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'

const world = { users: { ann: {} }, guilds: { lab: { owner: 'ann', channels: { general: {} } } } }
/** A node without its database logs each attempt. */
const QUIET = { logLevel: 'silent' } as const
/** Two renewals of a lease and a second: by then the nodes have heard of each other, also on a slow machine. */
const HEARD_MS = 5_000
/** Longer than a lease, and than the time in which other nodes must have had the database. */
const OUTAGE_MS = 16_000

interface Closable {
  readonly closed: Promise<{ readonly code: number }>
}

/** Returns the close code of a connection, or `open` for one that outlasts a time. */
const stateAfter = ({ closed }: Closable, ms: number) =>
  Promise.race([closed.then(({ code }) => code), pause(ms, 'open', { ref: false })])

// Most of the time they wait for leases to end.
describe('a node without its database', { concurrency: true }, () => {
  for (const lost of ['the database', 'the database and the bus'] as const) {
    test(`a node that loses ${lost} leads its clients to others; sessions that go on have missed nothing`, {
      ...ON_POSTGRES_AND_NATS,
    }, async () => {
      await using lab = await openClusterLab()
      const a = await lab.start('a', { world, ...QUIET })
      const [way, bus] = [await lab.way(), await startDatabaseProxy(lab.options.busUrls[0] ?? '')]
      try {
        const b = await lab.start('b', { databaseUrl: way.url, busUrls: [bus.url], ...QUIET })
        const open = async (node: { readonly gateway: string }): Promise<RawGateway> => {
          const session = await lab.identify(node, a.ann.token)
          await session.next('GUILD_CREATE')
          return session
        }
        const [atA, atB] = [await open(a), await open(b)]
        await pause(HEARD_MS)
        way.cut()
        if (lost === 'the database and the bus') bus.cut()
        assert.equal((await atB.closed).code, 4000)
        assert.equal((await atB.next(7)).op, 7)
        const sent = await api(a.api, a.ann.token).post<{ id: string }>(`/channels/${a.lab.general.id}/messages`, {
          content: 'meanwhile',
        })
        assert.equal((await atA.next<{ id: string }>('MESSAGE_CREATE')).d.id, sent.body.id)
        way.restore()
        bus.restore()
        for (;;) {
          const { status } = await fetch(`${b.url}/readyz`)
          if (status === 200) break
          await pause(200)
        }
        atB.resumeUrl = b.gateway
        const again = lab.keep(await atB.resume())
        const { t } = await Promise.race([again.next('RESUMED'), again.next(9)])
        // On a slow machine the other node has declared the loss meanwhile, and the client identifies again.
        if (t !== 'RESUMED') return
        const ids = again.frames.flatMap(({ t: name, d }) => (name === 'MESSAGE_CREATE' ? [d?.id] : []))
        assert.deepEqual(ids, [sent.body.id])
      } finally {
        await bus.close()
      }
    })
  }

  test('an outage of the database for all nodes closes no connection', { ...ON_POSTGRES_AND_NATS }, async () => {
    await using lab = await openClusterLab()
    const ways = [await lab.way(), await lab.way()]
    const a = await lab.start('a', { world, databaseUrl: ways[0]?.url ?? '', ...QUIET })
    const b = await lab.start('b', { databaseUrl: ways[1]?.url ?? '', ...QUIET })
    const sessions = [await lab.identify(a, a.ann.token), await lab.identify(b, a.ann.token)]
    for (const way of ways) way.cut()
    const states = await Promise.all(sessions.map((session) => stateAfter(session, OUTAGE_MS)))
    for (const way of ways) way.restore()
    assert.deepEqual(states, ['open', 'open'])
    const { status } = await fetch(`${b.url}/healthz`)
    assert.equal(status, 200)
  })
})
