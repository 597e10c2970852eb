import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Finished, finished } from './command.ts'

const COMMAND = fileURLToPath(new URL('../../bin/guildhall.js', import.meta.url))
const POINTS = pathToFileURL(join(import.meta.dirname, 'progress-points.ts')).href

/** Moments at which tests kill a command, unless `GUILDHALL_TEST_KILLS` says more. */
const KILLS = 2
export const kills = Number(process.env.GUILDHALL_TEST_KILLS ?? KILLS)

/** Instructions for `progress-points.ts`. */
type Instructions = { at: number; kills?: number; fails?: string } | { log: string }

function begin(args: readonly string[], instructions: Instructions) {
  const env = { ...process.env, GUILDHALL_TEST_POINTS: JSON.stringify(instructions) }
  const options = { stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'], env }
  return spawn(process.execPath, ['--no-warnings', '--import', POINTS, COMMAND, ...args], options)
}

const runWith = (args: readonly string[], instructions: Instructions): Promise<Finished> =>
  finished(begin(args, instructions))

/**
 * Runs a command to its end, and returns the kinds of its points. A start ends with the signal that follows its ready
 * line. @throws if it ends with another code
 */
export async function pointsOf(args: readonly string[], wanted = 0): Promise<string[]> {
  const log = join(tmpdir(), `guildhall-points-${randomBytes(6).toString('hex')}`)
  const child = begin(args, { log })
  if (args[0] === 'start') child.stdout.once('data', () => child.kill('SIGTERM'))
  const { code, stderr } = await finished(child)
  try {
    if (code !== wanted) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)
    return (await readFile(log, 'utf8')).trim().split('\n')
  } finally {
    await rm(log, { force: true })
  }
}

/** Runs a command that is killed before one of its points. */
export const runKilled = (args: readonly string[], at: number): Promise<Finished> => runWith(args, { at })

/** Runs a command that kills another process before one of its points, and goes on. */
export const runKilling = (args: readonly string[], at: number, pid: number): Promise<Finished> =>
  runWith(args, { at, kills: pid })

/** Runs a command for which the disk is full from one of its points on. */
export const runFull = (args: readonly string[], at: number): Promise<Finished> =>
  runWith(args, { at, fails: 'ENOSPC' })

/** Kinds that a command has very many of, and that differ little from each other. */
const BULK = /^(?:all|write|writev|prepare|socket (?:SELECT|FETCH|INSERT))/

/**
 * Chooses `count` points, spread over the whole run: those of kinds that are rare, such as renames and commits, with
 * the last one, and any.
 */
export function momentsOf(points: readonly string[], count: number): number[] {
  const numbers = points.map((_kind, index) => index + 1)
  const rare = numbers.filter((number) => !BULK.test(points[number - 1] ?? ''))
  const half = Math.min(Math.ceil(count / 2), rare.length)
  const chosen = new Set([...spread(rare, half, 1), ...spread(numbers, count - half, MIDDLE)])
  for (const number of numbers) if (chosen.size < count) chosen.add(number)
  return [...chosen].sort((a, b) => a - b)
}

const MIDDLE = 0.5

/** Takes one of each of `count` equal parts of a list, at this share of the part. */
function spread(list: readonly number[], count: number, share: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const at = Math.ceil(((index + share) * list.length) / count) - 1
    return list[Math.max(0, at)] ?? 0
  })
}
