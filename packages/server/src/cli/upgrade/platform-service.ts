import { spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from '../../kernel/processes.ts'

const POLL_MS = 500
const RESPONSE_MAX_MS = 5_000
const STOP_MAX_MS = 60_000
/** Responses in a row by which a platform counts as ready: one that fails after its start does not. */
const READY_TIMES = 3

/** A command that has ended. */
interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line of the operator, whose output goes to stderr. Returns its exit code. */
export async function runLine(line: string): Promise<number | null> {
  const child = spawn(line, { shell: true, stdio: ['ignore', 2, 2] })
  return new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', resolve)
  })
}

/** Runs a program of Guildhall to its end, as the user who owns the data folder. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { data, env }: { data: string; env: NodeJS.ProcessEnv },
): Promise<Ended> {
  const { uid, gid } = await stat(data)
  const owner = process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : {}
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    ...owner,
  })
  const code = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}

interface Announced {
  readonly url: string
  readonly key: string
  readonly pid: number
}

/** Returns the platform that runs on a data folder, as it announces itself there; null for none. */
async function announced(data: string): Promise<Announced | null> {
  try {
    const found = JSON.parse(await readFile(join(data, 'control.json'), 'utf8')) as Announced
    return isAlive(found.pid) ? found : null
  } catch {
    // It starts or ends.
    return null
  }
}

/** Resolves with whether the platform of a data folder has ended. */
export async function hasStopped(data: string): Promise<boolean> {
  const deadline = performance.now() + STOP_MAX_MS
  while ((await announced(data)) !== null) {
    if (performance.now() > deadline) return false
    await pause(POLL_MS)
  }
  return true
}

/** Waits until a version serves a data folder. Returns the reason if it does not; null if it does. */
export async function waitUntilReady(data: string, version: string, seconds: number): Promise<string | null> {
  const deadline = performance.now() + seconds * 1_000
  let times = 0
  let state = 'has not started'
  while (performance.now() < deadline) {
    const found = await announced(data)
    state = found === null ? (times > 0 ? 'has ended after its start' : 'has not started') : await stateOf(found)
    times = state === 'ready' ? times + 1 : 0
    if (times === READY_TIMES && found !== null) {
      const running = await versionOf(found)
      return running === version ? null : `the service starts version ${running ?? 'unknown'}, not that of the prefix`
    }
    await pause(POLL_MS)
  }
  return `version ${version} ${state} within ${seconds} s`
}

async function stateOf({ url }: Announced): Promise<string> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(RESPONSE_MAX_MS) })
    const { status } = (await response.json()) as { status: string }
    return response.ok ? 'ready' : `is not ready (${status})`
  } catch {
    return 'does not respond'
  }
}

async function versionOf({ url, key }: Announced): Promise<string | null> {
  try {
    const headers = { authorization: `Bearer ${key}` }
    const signal = AbortSignal.timeout(RESPONSE_MAX_MS)
    const response = await fetch(`${url}/api/v10/admin/overview`, { headers, signal })
    return ((await response.json()) as { version?: string }).version ?? null
  } catch {
    return null
  }
}
