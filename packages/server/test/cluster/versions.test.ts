/** Nodes of two versions. The newer one is what it leaves: its migrations, its rows and its events. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { api, RawGateway } from '@guildhall/testing'
import postgres from 'postgres'
import { sealedCodec } from '../../src/adapters/cluster-bus/event-text.ts'
import { takeLease } from '../../src/adapters/postgres/lease.ts'
import { openPostgres } from '../../src/adapters/postgres/postgres-store.ts'
import { type EventType, eventType, type Topic } from '../../src/kernel/event.ts'
import { ENDS_FORMER, type MigrationStep, migrate } from '../../src/kernel/store/migrate.ts'
import { secretsUnder } from '../../src/kernel/store/secrets.ts'
import { db } from '../../src/kernel/store/statement.ts'
import { migrations } from '../../src/migrations/index.ts'
import { secretKey, startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { dropTables } from '../support/test-store.ts'

const world = {
  users: { ann: {}, bob: {} },
  guilds: { lab: { owner: 'ann', members: ['bob'], channels: { general: {} } } },
}
const silent = { logLevel: 'silent', observe: undefined } as const

/** Tables that each request for a message reads, or writes. */
const CHANGED = ['messages', 'guilds', 'channels', 'users', 'tokens', 'topics', 'jobs', 'node_sessions', 'nodes']
const newer: readonly MigrationStep[] = [
  'CREATE TABLE newer_things (id BIGINT PRIMARY KEY)',
  ...CHANGED.map((table) => `ALTER TABLE ${table} ADD COLUMN newest INTEGER NOT NULL DEFAULT 1`),
]
const newerEvent: EventType<unknown> = eventType({
  ...{ key: 'newer.happened', name: '', intents: () => 0 },
  ...{ visibleTo: () => true, present: () => null },
})

/** A database that no other file uses, because its tables are those of another version afterwards. */
async function openDatabase() {
  const { databaseUrl: url, drop } = await clusterStore()
  await dropTables(url)
  const store = openPostgres(url)
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  return {
    ...{ url, sql, store },
    migrate: (all: readonly (readonly MigrationStep[])[]) => migrate(store, all),
    async close() {
      await store.close()
      await sql.end()
      await dropTables(url)
      await drop()
    },
  }
}

let database: Awaited<ReturnType<typeof openDatabase>>
before(async () => {
  if (!ON_POSTGRES.skip) database = await openDatabase()
})
after(() => database?.close())

/** Posts until it is stopped, two messages at a time. Returns the ids. */
function write(node: { readonly api: string }, token: string, channel: string) {
  const end = new AbortController()
  const posted: string[] = []
  const post = async () => {
    while (!end.signal.aborted) {
      const { status, body } = await api(node.api, token).post<{ id: string }>(`/channels/${channel}/messages`, {
        content: 'hi',
      })
      assert.equal(status, 200, JSON.stringify(body))
      posted.push(body.id)
      await pause(5)
    }
  }
  const done = Promise.all([post(), post()])
  return async () => {
    end.abort()
    await done
    return posted
  }
}

/** Raises a topic with an event of a type that this version does not know, as a newer node does. */
async function happenAtNewer(sql: postgres.Sql, topic: Topic): Promise<void> {
  await sql.begin(async (work) => {
    const [raised] = await work<{ version: number }[]>`
      UPDATE topics SET version = version + 1 WHERE topic = ${topic} RETURNING version`
    const event = { type: newerEvent, topic, version: raised?.version ?? 0, guildId: null, payload: { what: 'ever' } }
    const events = sealedCodec(new Map(), secretsUnder(secretKey)).pack([event])
    await work`INSERT INTO event_log (topic, version, node, tables, events)
      VALUES (${topic}, ${event.version}, 'newer 1', 'newer_things', ${events})`
  })
}

test('a version that older nodes cannot follow waits with its migrations until they end', ON_POSTGRES, async () => {
  const parts = { url: null, publicUrl: null, waiting: () => undefined, lost: () => undefined }
  const older = await takeLease(database.url, { name: 'z', version: '0.0.9', migrations: 30, ...parts })
  try {
    await database.migrate(migrations.slice(0, 30))
    await assert.rejects(
      startNode(database.url, 'b', { world, ...silent }),
      /Node z \(version 0\.0\.9\) cannot use the store/,
    )
    const [row] = await database.sql<{ newest: number }[]>`SELECT max(number) AS newest FROM migrations`
    assert.equal(row?.newest, 30, 'nothing was changed')
  } finally {
    await older.close()
  }
  await database.migrate(migrations)
})

test('transactions go on with statements that were prepared before a column was added', ON_POSTGRES, async () => {
  const { store } = database
  const readLocked = (count: number) =>
    store.transaction((session) =>
      store.lock(session, 'meta', async () => {
        for (let times = 0; times < count; times += 1) {
          await session.all(db.selectFrom('meta').selectAll().where('key', '=', `key ${times}`))
          await session.all(db.selectFrom('jobs').selectAll())
        }
      }),
    )
  // Each connection prepares a text at its second use.
  for (let times = 0; times < 2; times += 1) await Promise.all([readLocked(2), readLocked(2), readLocked(2)])
  await database.sql`ALTER TABLE meta ADD COLUMN newer TEXT`
  await database.sql`ALTER TABLE jobs ADD COLUMN newer TEXT`
  await Promise.all([readLocked(2), readLocked(2), readLocked(2)])
})

test('while a newer version adds columns, and afterwards, nodes of this one serve and start', ON_POSTGRES, async () => {
  const { sql } = database
  const a = await startNode(database.url, 'a', { world, ...silent })
  const nodes: { close(): Promise<void> }[] = [a]
  try {
    const session = await RawGateway.connect(a.gateway)
    await session.identify({ token: a.bob.token, intents: 0 })
    await session.next('GUILD_CREATE')
    const stop = write(a, a.ann.token, a.lab.general.id)
    await pause(100)
    await database.migrate([...migrations, newer])
    await sql`INSERT INTO jobs (id, kind, key, due_at, payload, attempts) VALUES (1, 'newer', '', 0, '{}', 0)`
    const b = await startNode(database.url, 'b', silent)
    nodes.push(b)
    await happenAtNewer(sql, `guild.${a.lab.id}`)
    const posted = await stop()
    const last = await api(b.api, a.ann.token).post<{ id: string }>(`/channels/${a.lab.general.id}/messages`, {
      content: 'end',
    })
    assert.equal(last.status, 200)
    const seen: string[] = []
    while (seen.at(-1) !== last.body.id) seen.push((await session.next<{ id: string }>('MESSAGE_CREATE')).d.id)
    assert.deepEqual(
      seen,
      [...posted, last.body.id].sort((x, y) => Number(BigInt(x) - BigInt(y))),
    )
    const [job] = await sql`SELECT attempts FROM jobs WHERE kind = 'newer'`
    assert.deepEqual({ ...job }, { attempts: 0 }, 'a job of an unknown kind is left to the newer version')
    await database.migrate([...migrations, newer, [ENDS_FORMER]])
    await assert.rejects(startNode(database.url, 'c', silent), /and \d+ is the oldest that can use it/)
    assert.equal((await api(a.api, a.ann.token).get('/users/@me')).status, 200, 'nodes that run go on')
  } finally {
    for (const node of nodes.reverse()) await node.close()
  }
})
