/** One suite for every store: the guarantees of the store contract, for each adapter. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openPostgres } from '../../src/adapters/postgres/postgres-store.ts'
import { openSqlite } from '../../src/adapters/sqlite/sqlite-store.ts'
import { migrate, readableFrom } from '../../src/kernel/store/migrate.ts'
import { db, prepare, prepareForIds } from '../../src/kernel/store/statement.ts'
import { type Store, type StoreSession, StoreTooNewError } from '../../src/kernel/store/store.ts'
import { migrations } from '../../src/migrations/index.ts'
import { dropTables, testStore } from '../support/test-store.ts'
import { textIndexContract } from '../support/text-index-contract.ts'

interface Opened {
  store: Store
  /** A second store on the same rows; null for a store that cannot have one. */
  again: (() => Promise<Store>) | null
  close(): Promise<void>
}

const adapters: Record<string, () => Promise<Opened>> = {
  'SQLite in memory': async () => {
    const store = openSqlite(':memory:')
    return { store, again: null, close: () => store.close() }
  },
  'SQLite in a file': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-store-'))
    const path = join(folder, 'store.db')
    const store = openSqlite(path)
    const close = async () => {
      await store.close()
      await rm(folder, { recursive: true })
    }
    return { store, again: async () => openSqlite(path), close }
  },
  ...(process.env.GUILDHALL_TEST_DATABASE_URL
    ? { PostgreSQL: openServer }
    : { 'PostgreSQL dialect on PGlite': openPglite }),
}

async function openServer(): Promise<Opened> {
  const database = await testStore({ ...process.env, GUILDHALL_TEST_STORE: 'postgres' })
  const url = database.databaseUrl ?? ''
  await dropTables(url)
  const store = openPostgres(url)
  const close = async () => {
    await store.close()
    await database.drop()
  }
  return { store, again: async () => openPostgres(url), close }
}

/** PostgreSQL itself, compiled to WebAssembly, behind its wire protocol: the dialect is tested on every machine. */
async function openPglite(): Promise<Opened> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket')
  const database = await PGlite.create()
  const server = new PGLiteSocketServer({ db: database, port: 0, host: '127.0.0.1', maxConnections: 4 })
  await server.start()
  const store = openPostgres(`postgres://postgres@${server.getServerConn()}/postgres`, { connectionsMax: 1 })
  const close = async () => {
    await store.close()
    await server.stop()
    await database.close()
  }
  return { store, again: null, close }
}

const insertUser = (id: bigint, username: string) =>
  db.insertInto('users').values({ id, username, discriminator: '0', global_name: null, bot: 0, data: '{}' })
const names = (store: Store) =>
  store.read(async (session) =>
    (await session.all(db.selectFrom('users').select('username').orderBy('id'))).map((row) => row.username),
  )
const BIG = 2n ** 62n + 1n

for (const [name, open] of Object.entries(adapters)) {
  describe(`store: ${name}`, () => {
    let opened: Opened
    let store: Store

    before(async () => {
      opened = await open()
      store = opened.store
      assert.equal(await migrate(store, migrations), migrations.length)
    })
    after(() => opened.close())

    textIndexContract(() => store)

    test('migrations leave a current store unchanged and refuse one that only newer programs can use', async () => {
      assert.equal(await migrate(store, migrations), 0)
      const oldest = readableFrom(migrations)
      assert.equal(await migrate(store, migrations.slice(0, oldest)), 0)
      await assert.rejects(migrate(store, migrations.slice(0, oldest - 1)), StoreTooNewError)
    })

    test('a failing migration changes nothing', async () => {
      const faulty = [...migrations, ['CREATE TABLE half (id BIGINT)', 'this is not SQL']]
      await assert.rejects(migrate(store, faulty))
      await assert.rejects(store.read((session) => session.raw('SELECT * FROM half')))
      assert.equal(await migrate(store, migrations), 0)
    })

    test('BIGINT columns return bigint, other numeric columns numbers, unchanged', async () => {
      await store.transaction(async (session) => {
        await session.run(insertUser(BIG, 'big'))
        await session.run(
          db.insertInto('tokens').values({
            hash: 'h',
            kind: 'bot',
            user_id: BIG,
            application_id: null,
            scopes: '',
            created_at: 1_795_215_704_568,
            expires_at: null,
            second_factor: 0,
          }),
        )
        const row = await session.first(db.selectFrom('tokens').selectAll().where('user_id', '=', BIG))
        assert.deepEqual(
          { ...row },
          {
            hash: 'h',
            kind: 'bot',
            user_id: BIG,
            application_id: null,
            scopes: '',
            created_at: 1_795_215_704_568,
            expires_at: null,
            second_factor: 0,
            grant_id: null,
          },
        )
        const user = await session.first(db.selectFrom('users').select(['id', 'bot']).where('id', '=', BIG))
        assert.deepEqual({ ...user }, { id: BIG, bot: 0 })
        const count = await session.first(db.selectFrom('users').select((eb) => eb.fn.countAll().as('n')))
        assert.equal(Number(count?.n), 1)
        assert.equal(await session.run(db.deleteFrom('tokens')), 1)
        assert.equal(await session.run(db.deleteFrom('users')), 1)
      })
    })

    test('a statement prepared for ids takes lists of any length, and further values by name', async () => {
      const byIds = prepareForIds<{ not: string }>()((ids, slot) =>
        db.selectFrom('users').select('id').where('id', 'in', ids).where('username', '!=', slot('not')).orderBy('id'),
      )
      const users = Array.from({ length: 9 }, (_, index) => ({
        id: 7_000n + BigInt(index),
        username: `listed-${index}`,
        discriminator: '0',
        global_name: null,
        bot: 0,
        data: '{}',
      }))
      await store.transaction((session) => session.run(db.insertInto('users').values(users)))
      for (let length = 0; length <= users.length; length += 1) {
        const ids = users.slice(0, length).map(({ id }) => id)
        const rows = await store.read((session) => session.allPrepared(...byIds.for(ids, { not: 'listed-1' })))
        assert.deepEqual(
          rows.map(({ id }) => id),
          ids.filter((id) => id !== 7_001n),
          `${length} ids`,
        )
      }
    })

    test('prepared statements take their values by name', async () => {
      const byName = prepare<{ name: string }>()((slot) =>
        db.selectFrom('users').select('id').where('username', '=', slot('name')),
      )
      await store.transaction(async (session) => {
        await session.run(insertUser(1n, 'one'))
        await session.run(insertUser(2n, 'two'))
        assert.equal((await session.firstPrepared(byName, { name: 'two' }))?.id, 2n)
        assert.equal((await session.firstPrepared(byName, { name: 'one' }))?.id, 1n)
        assert.equal(await session.firstPrepared(byName, { name: 'three' }), undefined)
        await session.run(db.deleteFrom('users'))
      })
    })

    test('a failed transaction leaves none of its rows', async () => {
      let committed = false
      const failing = store.transaction(
        async (session) => {
          await session.run(insertUser(3n, 'never'))
          throw new Error('no')
        },
        {
          committed: () => {
            committed = true
          },
        },
      )
      await assert.rejects(failing, /no/)
      assert.equal(committed, false)
      assert.deepEqual(await names(store), [])
    })

    test('readers see committed rows only', async () => {
      let release: () => void = () => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const writing = store.transaction(async (session) => {
        await session.run(insertUser(4n, 'later'))
        await held
      })
      const seen = opened.again ? await names(store) : []
      assert.deepEqual(seen, [])
      release()
      await writing
      assert.deepEqual(await names(store), ['later'])
      await store.transaction((session) => session.run(db.deleteFrom('users')))
    })

    test('transactions that lock the same name run one after the other', async () => {
      await store.transaction((session) => session.run(insertUser(5n, '0')))
      const add = () =>
        store.transaction(async (session) => {
          const row = await store.lock(session, 'counter', () =>
            session.first(db.selectFrom('users').select('username').where('id', '=', 5n)),
          )
          const next = String(Number(row?.username) + 1)
          await session.run(db.updateTable('users').set({ username: next }).where('id', '=', 5n))
        })
      await Promise.all(Array.from({ length: 20 }, add))
      assert.deepEqual(await names(store), ['20'])
      await store.transaction((session) => session.run(db.deleteFrom('users')))
    })

    test('commits under one name are announced in commit order, once they are durable', async () => {
      await store.transaction((session) => session.run(insertUser(7n, '0')))
      const byId = db.selectFrom('users').select('username').where('id', '=', 7n)
      const committed: number[] = []
      const durable: number[] = []
      const add = async () => {
        const number = await store.transaction(
          (session) =>
            store.lock(session, 'order', async () => {
              const next = Number((await session.first(byId))?.username) + 1
              await session.run(
                db
                  .updateTable('users')
                  .set({ username: String(next) })
                  .where('id', '=', 7n),
              )
              return next
            }),
          {
            committed: (next) => void committed.push(next),
            durable: (next) => {
              assert.ok(committed.includes(next))
              durable.push(next)
            },
          },
        )
        assert.ok(durable.includes(number), 'a transaction resolves after its announcement')
      }
      await Promise.all(Array.from({ length: 50 }, add))
      const inOrder = Array.from({ length: 50 }, (_, index) => index + 1)
      assert.deepEqual([committed, durable], [inOrder, inOrder])
      await store.transaction((session) => session.run(db.deleteFrom('users')))
    })

    describe('transactions that share a commit', () => {
      const insert = prepare<{ id: bigint; username: string }>()((slot) =>
        db.insertInto('users').values({
          id: slot('id'),
          username: slot('username'),
          discriminator: '0',
          global_name: null,
          bot: 0,
          data: '{}',
        }),
      )
      /** Runs a transaction under a lock, which others that wait for the lock may share. */
      const one = (id: bigint, log: string[], task: (session: StoreSession) => Promise<void> = async () => undefined) =>
        store.transaction(
          (session) =>
            store.lock(session, 'shared', async () => {
              await session.raw('SELECT 1')
              await session.sendPrepared(insert, { id, username: `shared-${id}` })
              await task(session)
              return id
            }),
          {
            sharesCommit: () => true,
            committed: () => void log.push(`committed ${id}`),
            durable: () => void log.push(`durable ${id}`),
          },
        )
      const clear = () => store.transaction((session) => session.run(db.deleteFrom('users')))

      test('are committed and announced in the order of the lock', async () => {
        const log: string[] = []
        const ids = Array.from({ length: 150 }, (_, index) => 1_000n + BigInt(index))
        const results = await Promise.all(
          ids.map(async (id) => {
            const result = await one(id, log)
            assert.ok(log.includes(`durable ${id}`), 'a transaction resolves after its announcement')
            return result
          }),
        )
        assert.deepEqual(results, ids)
        for (const kind of ['committed', 'durable'])
          assert.deepEqual(
            log.filter((line) => line.startsWith(kind)),
            ids.map((id) => `${kind} ${id}`),
          )
        assert.equal((await names(store)).length, ids.length)
        await clear()
      })

      test('are all kept but the one that fails, whenever it fails', async () => {
        const failures: Record<string, (session: StoreSession) => Promise<void>> = {
          'by a refusal': async () => {
            throw new Error('refused')
          },
          'by a statement': async (session) => void (await session.raw('SELECT * FROM no_such_table')),
          'by a statement that is handed over': (session) =>
            session.sendPrepared(insert, { id: 2_000n, username: 'twice' }),
        }
        for (const [name, fail] of Object.entries(failures)) {
          const log: string[] = []
          const ids = Array.from({ length: 12 }, (_, index) => 2_000n + BigInt(index))
          const results = await Promise.allSettled(ids.map((id, at) => one(id, log, at === 5 ? fail : undefined)))
          const failed = results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))
          assert.deepEqual(failed, [5], name)
          const kept = ids.filter((_, at) => at !== 5)
          assert.deepEqual(
            await names(store),
            kept.map((id) => `shared-${id}`),
            name,
          )
          for (const kind of ['committed', 'durable'])
            assert.deepEqual(
              log.filter((line) => line.startsWith(kind)).sort(),
              kept.map((id) => `${kind} ${id}`),
              name,
            )
          await clear()
        }
      })

      test('are not undone by one that is refused before it writes', async () => {
        const log: string[] = []
        const refused = () =>
          store.transaction((session) =>
            store.lock(session, 'shared', async () => {
              await session.raw('SELECT 1')
              throw new Error('refused')
            }),
          )
        const ids = [3_000n, 3_001n, 3_002n]
        const results = await Promise.allSettled(ids.flatMap((id) => [one(id, log), refused()]))
        assert.deepEqual(
          results.map(({ status }) => status),
          ids.flatMap(() => ['fulfilled', 'rejected']),
        )
        assert.equal((await names(store)).length, ids.length)
        await clear()
      })

      test('are not visible to readers that hold the lock before they are committed', async () => {
        const log: string[] = []
        const read = () =>
          store.read((session) =>
            store.readHeld(session, 'shared', async (held) => {
              const [row] = await held.raw<{ n: number | bigint }>('SELECT count(*) AS n FROM users')
              assert.equal(Number(row?.n), log.filter((line) => line.startsWith('committed')).length)
            }),
          )
        const ids = Array.from({ length: 20 }, (_, index) => 4_000n + BigInt(index))
        // A store with one connection cannot read while a transaction holds it.
        await Promise.all(ids.flatMap((id) => (opened.again ? [one(id, log), read()] : [one(id, log)])))
        await clear()
      })

      test('note the version of what they hold for the next one', async () => {
        const versions: (number | null)[] = []
        const count = () =>
          store.transaction(
            (session) =>
              store.lock(session, 'counted', async (holding) => {
                versions.push(holding.version)
                if (holding.version === null) holding.version = Number((await session.raw('SELECT 1')).length) - 1
                holding.version += 1
                const id = 5_000n + BigInt(versions.length)
                await session.sendPrepared(insert, { id, username: `counted-${id}` })
              }),
            { sharesCommit: () => true },
          )
        await Promise.all(Array.from({ length: 10 }, count))
        for (const [index, version] of versions.entries())
          assert.ok(version === null || version === (versions[index - 1] ?? 0) + 1, JSON.stringify(versions))
        await clear()
      })
    })

    test('a handed-over statement that fails rejects its transaction with its error', async () => {
      const insert = prepare<{ id: bigint }>()((slot) =>
        db
          .insertInto('users')
          .values({ id: slot('id'), username: 'handed', discriminator: '0', global_name: null, bot: 0, data: '{}' }),
      )
      const isDuplicate = /UNIQUE constraint failed: users|duplicate key value/
      await store.transaction((session) => session.sendPrepared(insert, { id: 71n }))
      // The failure surfaces at the commit, or at the next statement.
      await assert.rejects(
        store.transaction(async (session) => {
          await session.run(insertUser(72n, 'before'))
          await session.sendPrepared(insert, { id: 71n })
        }),
        isDuplicate,
      )
      await assert.rejects(
        store.transaction(async (session) => {
          await session.sendPrepared(insert, { id: 71n })
          await session.run(insertUser(73n, 'after'))
        }),
        isDuplicate,
      )
      assert.deepEqual(await names(store), ['handed'])
      await store.transaction((session) => session.run(db.deleteFrom('users')))
    })

    test('a failing last statement rolls its transaction back', async () => {
      const events: string[] = []
      const failing = store.transaction((session) => session.run(insertUser(8n, 'never')), {
        last: async (session) => void (await session.raw('SELECT * FROM no_such_table')),
        committed: () => void events.push('committed'),
        durable: () => void events.push('durable'),
      })
      await assert.rejects(failing, /no_such_table/)
      assert.deepEqual([events, await names(store)], [[], []])
    })

    test('transactions that lock two names in opposite orders both complete', async () => {
      let both: () => void = () => undefined
      const bothHold = new Promise<void>((resolve) => {
        both = resolve
      })
      let holding = 0
      const cross = (first: string, second: string) =>
        store.transaction((session) =>
          store.lock(session, first, async () => {
            await session.raw('SELECT 1')
            holding += 1
            if (holding >= 2 || store.dialect === 'sqlite' || !opened.again) both()
            await bothHold
            return store.lock(session, second, () => session.raw('SELECT 1'))
          }),
        )
      await Promise.all([cross('one', 'two'), cross('two', 'one')])
    })

    test('transactions that hold a name order their commits by it', async () => {
      const announced: number[] = []
      const one = (number: number) =>
        store.transaction((session) => store.lock(session, 'topic', () => session.raw('SELECT 1')), {
          orderedBy: () => ['topic'],
          durable: () => void announced.push(number),
        })
      await Promise.all(Array.from({ length: 5 }, (_, number) => one(number)))
      assert.deepEqual(announced, [0, 1, 2, 3, 4])
    })

    test('a second store finds the rows that the first committed', async (t) => {
      if (!opened.again) return t.skip('this store has one connection')
      await store.transaction((session) => session.run(insertUser(6n, 'kept')))
      const other = await opened.again()
      assert.deepEqual(await names(other), ['kept'])
      await other.close()
      await store.transaction((session) => session.run(db.deleteFrom('users')))
    })

    test('close waits for running transactions and refuses new ones', async (t) => {
      if (!opened.again) return t.skip('this store has one connection')
      const other = await opened.again()
      let wrote = false
      const writing = other.transaction(async (session) => {
        await session.run(insertUser(9n, 'last'))
        await new Promise((resolve) => setImmediate(resolve))
        wrote = true
      })
      await other.close()
      assert.equal(wrote, true)
      await writing
      await assert.rejects(
        other.transaction((session) => session.run(insertUser(10n, 'late'))),
        /closed/,
      )
      assert.deepEqual(await names(store), ['last'])
      await store.transaction((session) => session.run(db.deleteFrom('users')))
    })
  })
}
