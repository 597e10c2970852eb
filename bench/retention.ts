/** Requests while the retention of the instance removes very many messages. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Bench, type Measured, verdict, withGuildhall } from './bench.ts'
import { pause } from './measure.ts'
import { latencyUntil } from './steady.ts'

const P99_MS = 100
const PARTS_ALONE = 4
const TIMEOUT_MS = 20 * 60_000
const LOOK_MS = 500
const EPOCH_MS = 1_420_070_400_000
const DAY_MS = 86_400_000

export async function measureRetention(bench: Bench): Promise<Measured> {
  const messages = bench.options.backupMessages
  return withGuildhall(
    // Messages are seeded into the embedded store.
    { ...bench, options: { ...bench.options, databaseUrl: null } },
    { load: 'steady-load.ts' },
    async ({ messages: target, administer, data }, { load }) => {
      const alone = await latencyUntil(load, target, (parts) => parts >= PARTS_ALONE)
      const startedAt = performance.now()
      await administer('PATCH', '/settings', { retention_messages_days: 1 })
      let isOver = false
      const removing = removed(join(data, 'guildhall.db')).then(() => {
        isOver = true
      })
      const during = await latencyUntil(load, target, () => isOver)
      await removing
      const seconds = (performance.now() - startedAt) / 1_000
      return {
        figures: { messages, alone, during, seconds },
        tables: [
          {
            title: `Requests while retention removes ${messages.toLocaleString('en')} messages`,
            columns: ['', 'requests', 'p50 ms', 'p99 ms', 'max ms', 'failed'],
            rows: Object.entries({ without: alone, during }).map(
              ([name, { requests, p50Ms, p99Ms, maxMs, failed }]) => [name, requests, p50Ms, p99Ms, maxMs, failed],
            ),
            notes: [`in ${seconds.toFixed(0)} s; p99 ${verdict(during.p99Ms, P99_MS)}`],
          },
        ],
      }
    },
    { messages },
  )
}

/** Waits until no message is left that is older than a day. To ask the platform would cost time of it. */
async function removed(path: string): Promise<void> {
  const database = new DatabaseSync(path, { readOnly: true })
  const oldest = database.prepare('SELECT min(id) AS id FROM messages')
  oldest.setReadBigInts(true)
  const below = BigInt(Date.now() - EPOCH_MS - DAY_MS) << 22n
  const startedAt = performance.now()
  for (;;) {
    const { id } = oldest.get() as { id: bigint | null }
    if (id === null || id >= below) return database.close()
    if (performance.now() - startedAt > TIMEOUT_MS) throw new Error('old messages are left')
    await pause(LOOK_MS)
  }
}
