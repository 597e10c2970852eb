/** A platform whose rows a test may write itself. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StartOptions, TestPlatform, WorldFile } from '@guildhall/testing'
import postgres from 'postgres'
import { startPlatform } from './platform.ts'
import { testStore } from './test-store.ts'

/** A platform and its store. */
export interface PlatformWithRows<W> {
  readonly platform: TestPlatform<W>
  /** Runs a statement with literals of the test only. */
  sql(text: string): Promise<void>
  close(): Promise<void>
}

/** Starts a platform on a store that the test opens too, for states that no transport creates. */
export async function startWithRows<W extends WorldFile>(options: StartOptions<W>): Promise<PlatformWithRows<W>> {
  const store = await testStore()
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  const where = store.databaseUrl ? { databaseUrl: store.databaseUrl } : { data: folder }
  const platform = await startPlatform<W>({ rateLimits: 'off', ...options, ...where })
  const closePlatform = platform.close
  const close = async () => {
    await closePlatform()
    await store.drop()
    await rm(folder, { recursive: true, force: true })
  }
  const sql = async (text: string) => {
    if (store.databaseUrl) {
      const connection = postgres(store.databaseUrl, { max: 1 })
      await connection.unsafe(text)
      await connection.end()
    } else {
      const database = new DatabaseSync(join(folder, 'guildhall.db'))
      database.exec(`PRAGMA busy_timeout = 2000; ${text}`)
      database.close()
    }
  }
  return { platform: Object.assign(platform, { close, [Symbol.asyncDispose]: close }), sql, close }
}
