/** Jobs that several processes run out of one store. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPostgres } from '../../src/adapters/postgres/postgres-store.ts'
import { runningClock } from '../../src/kernel/clock.ts'
import { job } from '../../src/kernel/job.ts'
import { type JobHandler, runJobs, runs } from '../../src/kernel/jobs.ts'
import { pack } from '../../src/kernel/json.ts'
import { migrate } from '../../src/kernel/store/migrate.ts'
import { db } from '../../src/kernel/store/statement.ts'
import type { Store } from '../../src/kernel/store/store.ts'
import type { Units } from '../../src/kernel/units.ts'
import type { Work } from '../../src/kernel/work.ts'
import { migrations } from '../../src/migrations/index.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { until } from '../support/until.ts'

const counted = job<string>('counted')

test('a process does not wait for a job that another one runs, and neither repeats one of the other', {
  ...ON_POSTGRES,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const stores = [openPostgres(databaseUrl), openPostgres(databaseUrl)] as const
  const clock = runningClock()
  try {
    await migrate(stores[0], migrations)
    const ran: string[] = []
    const long = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const node = (name: string) => {
      const run: JobHandler<string> = async (_work, payload) => {
        ran.push(`${payload} at ${name}`)
        if (payload === 'second') second.resolve()
        if (payload !== 'long' || ran.filter((line) => line.startsWith('long')).length > 1) return
        begun.resolve()
        await long.promise
        throw new Error('the first attempt fails')
      }
      return runJobs({ clock, shared: true, listed: [runs(counted, run)], failed: () => undefined })
    }
    const [a, b] = [node('a'), node('b')]
    await insert(stores[0], 1n, 'long')
    await insert(stores[0], 2n, 'second')
    a.start(unitsOver(stores[0]))
    await begun.promise
    b.start(unitsOver(stores[1]))
    await second.promise
    assert.deepEqual(ran, ['long at a', 'second at b'])
    // The other process could take the job again between its failure and the count.
    await b.idle()
    await b.close()
    long.resolve()
    await a.idle()
    const failed = db.selectFrom('jobs').select('attempts').where('id', '=', 1n)
    await until('the failed attempt is counted in the row', async () => {
      const [row] = await stores[0].read((session) => session.all(failed))
      return row?.attempts === 1
    })
    await a.close()
  } finally {
    clock.close()
    for (const store of stores) await store.close()
    await drop()
  }
})

async function insert(store: Store, id: bigint, payload: string): Promise<void> {
  const values = { id, kind: counted.kind, key: '', due_at: Number(id), payload: pack(payload), attempts: 0 }
  await store.transaction((session) => session.run(db.insertInto('jobs').values(values)))
}

/** Units of work of jobs that use nothing but rows. */
function unitsOver(store: Store): Units {
  return {
    write: (_actor, run) => store.transaction((session) => run(session as unknown as Work)),
    read: (_actor, run) => store.read((session) => run(session as unknown as Work)),
  }
}
