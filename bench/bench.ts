import type { Children, Worker } from './children.ts'
import { type Guildhall, type StartOptions, startGuildhall, type Where } from './guildhall.ts'
import type { Options } from './options.ts'
import type { OpenArgs, Opened } from './sessions.ts'
import type { Table } from './table.ts'

/** Input of every section. */
export interface Bench {
  options: Options
  children: Children
}

/** Output of every section: figures for results.json, and tables for people. */
export interface Measured {
  figures: object
  tables: Table[]
}

/** Passes a fresh Guildhall and the named workers to `measure`, and stops them all afterwards. */
export async function withGuildhall<Files extends Record<string, string>, Result>(
  { children, options }: Bench,
  files: Files,
  run: (guildhall: Guildhall, workers: Record<keyof Files, Worker>) => Promise<Result>,
  start: StartOptions = {},
): Promise<Result> {
  const workers = Object.entries(files).map(([name, file]) => [name, children.worker(file)] as const)
  try {
    const guildhall = await startGuildhall(children, options.server, { ...start, databaseUrl: options.databaseUrl })
    try {
      return await run(guildhall, Object.fromEntries(workers) as Record<keyof Files, Worker>)
    } finally {
      await guildhall.stop()
    }
  } finally {
    await Promise.all(workers.map(([, worker]) => worker.stop()))
  }
}

/** Opens sessions. Throws on any failure, because a figure for fewer sessions would measure something else. */
export async function openAll(
  sessions: Worker,
  where: Where & Partial<OpenArgs>,
  count: number,
  concurrency = 64,
): Promise<Opened> {
  const opened = await sessions.call<Opened>('open', { ...where, count, concurrency }, 300_000)
  if (opened.opened < count) {
    throw new Error(`${opened.opened} of ${count} sessions opened: ${JSON.stringify(opened.failed)}`)
  }
  return opened
}

/** A figure beside its target: a share of it below 1 is good. */
export function verdict(figure: number, target: number): string {
  return figure <= target ? `ok (at most ${target})` : `MISSED (at most ${target})`
}

/** Returns the bare server's address in the form of a gateway's. */
export async function listenBare(bare: Worker) {
  const { port, httpPort } = await bare.call<{ port: number; httpPort: number }>('listen')
  return { gateway: { port, path: '/', tokens: [] }, httpPort }
}
