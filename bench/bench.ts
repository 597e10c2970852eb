import type { Children, Worker } from './children.ts'
import { type Guildhall, type StartOptions, startGuildhall, type Where } from './guildhall.ts'
import type { Options } from './options.ts'
import type { OpenArgs, Opened } from './sessions.ts'
import type { Table } from './table.ts'

/** What every section is given. */
export interface Bench {
  options: Options
  children: Children
}

/** What every section gives: figures for results.json, and the same for people. */
export interface Measured {
  figures: object
  tables: Table[]
}

/** Hands over a fresh Guildhall and the workers named, and stops them all whatever happens. */
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

/** Opens sessions; a figure for fewer than were asked for would be of something else, so any failure is thrown. */
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

/** The bare server's address in the form of a gateway's. */
export async function listenBare(bare: Worker) {
  const { port, httpPort } = await bare.call<{ port: number; httpPort: number }>('listen')
  return { gateway: { port, path: '/', tokens: [] }, httpPort }
}
