/** A backup beside ordinary requests, and backup and restore of very many messages: time, memory and size. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { testStore } from '../packages/server/test/support/test-store.ts'
import { type Bench, type Measured, verdict, withGuildhall } from './bench.ts'
import { median, pause } from './measure.ts'
import { type Latency, latencyUntil } from './steady.ts'

const RATIO_MAX = 2
const ROUNDS = 3
/** Parts of 2 s of requests without a backup, before each round. */
const PARTS_ALONE = 4
const LOOK_MS = 50
const MIB = 1024 ** 2

interface Run {
  what: string
  seconds: number
  rssMib: number
}

export async function measureBackup(bench: Bench): Promise<Measured> {
  const messages = bench.options.backupMessages
  return withGuildhall(
    // Messages are seeded into the embedded store.
    { ...bench, options: { ...bench.options, databaseUrl: null } },
    { load: 'steady-load.ts' },
    async ({ messages: target, data, backUp }, { load }) => {
      const rounds: { alone: Latency; during: Latency }[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const alone = await latencyUntil(load, target, (parts) => parts >= PARTS_ALONE)
        let isMade = false
        const making = backUp().then(() => {
          isMade = true
        })
        const during = await latencyUntil(load, target, () => isMade)
        await making
        rounds.push({ alone, during })
      }
      const runs = await measureCommands(bench, data)
      return { figures: { messages, rounds, runs }, tables: [ofRequests(messages, rounds), ofCommands(messages, runs)] }
    },
    { messages },
  )
}

/** Runs backup and restore as an operator does; also through PostgreSQL if there is one. */
async function measureCommands(bench: Bench, data: string): Promise<(Run & { mib: number })[]> {
  const { server, databaseUrl } = bench.options
  const file = join(data, '../measured.tar.zst')
  const runs: (Run & { mib: number })[] = []
  const run = async (what: string, args: readonly string[]) => {
    const measured = await measureCommand(what, server, args)
    runs.push({ ...measured, mib: statSync(file).size / MIB })
  }
  await run('backup', ['backup', file, '--data', data, '--plain'])
  await run('verify', ['backup', 'verify', file])
  await run('restore', ['restore', file, '--data', join(data, '../restored')])
  if (databaseUrl === null) return runs
  const store = await testStore({ GUILDHALL_TEST_STORE: 'postgres', GUILDHALL_TEST_DATABASE_URL: databaseUrl })
  try {
    const place = ['--data', join(data, '../in-database'), '--database-url', store.databaseUrl ?? '']
    await run('restore into PostgreSQL', ['restore', file, ...place, '--replace'])
    await run('backup of PostgreSQL', ['backup', file, ...place, '--plain'])
  } finally {
    await store.drop()
  }
  return runs
}

async function measureCommand(what: string, server: string, args: readonly string[]): Promise<Run> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [server, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  let rssMib = 0
  let isRunning = true
  void ended.then(() => {
    isRunning = false
  })
  while (isRunning) {
    rssMib = Math.max(rssMib, peakMib(child.pid ?? 0))
    await Promise.race([ended, pause(LOOK_MS)])
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return { what, seconds: (performance.now() - startedAt) / 1_000, rssMib }
}

/** Returns the most memory that a process has used; 0 once it has ended, and outside of Linux. */
function peakMib(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function ofRequests(messages: number, rounds: readonly { alone: Latency; during: Latency }[]) {
  const ratio = median(rounds.map(({ alone, during }) => during.p99Ms / alone.p99Ms))
  return {
    title: `Requests during a backup of ${messages.toLocaleString('en')} messages`,
    columns: ['', 'requests', 'p50 ms', 'p99 ms', 'max ms', 'failed', 'ratio of p99'],
    rows: rounds.flatMap(({ alone, during }) => [
      ['without', alone.requests, alone.p50Ms, alone.p99Ms, alone.maxMs, alone.failed, ''],
      ['during', during.requests, during.p50Ms, during.p99Ms, during.maxMs, during.failed, during.p99Ms / alone.p99Ms],
    ]),
    notes: [`median of the ratios ${ratio.toFixed(2)}: ${verdict(ratio, RATIO_MAX)}`],
  }
}

function ofCommands(messages: number, runs: readonly (Run & { mib: number })[]) {
  return {
    title: `Backup and restore of ${messages.toLocaleString('en')} messages`,
    columns: ['', 'seconds', 'memory MiB', 'archive MiB'],
    rows: runs.map(({ what, seconds, rssMib, mib }) => [what, seconds, rssMib, mib]),
    notes: ['commands of the terminal, not encrypted, from start to end'],
  }
}
