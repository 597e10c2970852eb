/**
 * Loaded before the command by `--import`: counts the points of a process at which a kill can matter, such as writes,
 * renames and statements, and kills a process at one of them. The same command has the same points in each run, so that
 * a moment is found again, which no delay gives.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

/** Instructions of a test, in the variable `GUILDHALL_TEST_POINTS`. */
interface Instructions {
  /** File that gets the kinds of all points at the end, one a line. */
  readonly log?: string
  /** Number of the point before which the process is killed, or before which a call fails. */
  readonly at?: number
  /** Process that is killed instead of this one, which goes on. */
  readonly kills?: number
  /** Code of the error that every call from that point on fails with, in place of a kill. */
  readonly fails?: string
}

const instructions = JSON.parse(process.env.GUILDHALL_TEST_POINTS ?? '{}') as Instructions
// Children of the command, such as a rehearsal, go on.
delete process.env.GUILDHALL_TEST_POINTS
const kinds: string[] = []
const { writeFileSync } = fs

function point(kind: string): void {
  kinds.push(kind)
  const { at, kills, fails } = instructions
  if (at === undefined || kinds.length < at) return
  if (fails !== undefined) {
    if (WRITING.test(kind))
      throw Object.assign(new Error(`${fails}: no space left on device, ${kind}`), { code: fails })
  } else if (kinds.length === at) process.kill(kills ?? process.pid, 'SIGKILL')
}

/** Calls that a full disk refuses. */
const WRITING = /^(?:write|writev|writeFile|writeFileSync|copyFile|mkdir|mkdtemp|link|open w)/

type Call = (...args: unknown[]) => unknown

/** Replaces functions of an object by ones that count first. */
function count(
  target: object,
  names: readonly string[],
  kindOf: (name: string, args: unknown[]) => string | null,
): void {
  const functions = target as Record<string, Call>
  for (const name of names) {
    const original = functions[name]
    if (typeof original !== 'function') throw new Error(`There is no function ${name}`)
    functions[name] = function counted(this: unknown, ...args: unknown[]) {
      const kind = kindOf(name, args)
      if (kind !== null) point(kind)
      return Reflect.apply(original, this, args)
    }
  }
}

const NAMED = ['rename', 'rm', 'rmdir', 'mkdir', 'mkdtemp', 'link', 'symlink', 'copyFile']
const ofName = (name: string) => name
const ofOpen = (_name: string, [, flags]: unknown[]) =>
  flags === undefined || flags === 'r' || flags === 0 ? null : 'open w'
count(fs.promises, [...NAMED, 'writeFile'], ofName)
count(fs.promises, ['open'], ofOpen)
count(fs, ['renameSync', 'rmSync', 'mkdirSync', 'linkSync', 'copyFileSync', 'writeFileSync', 'write', 'writev'], ofName)
const handle = await fs.promises.open(process.execPath, 'r')
count(Object.getPrototypeOf(handle) as object, ['write', 'writev', 'writeFile', 'sync'], ofName)
await handle.close()
syncBuiltinESMExports()

const verbOf = (sql: string) => /^\s*(\w+)(?:\s+(?:INTO\s+)?(\w+))?/.exec(sql)?.slice(1).join(' ') ?? ''
count(DatabaseSync.prototype, ['exec', 'prepare'], (name, [sql]) => `${name} ${verbOf(String(sql))}`)
const database = new DatabaseSync(':memory:')
const statement = database.prepare('SELECT 1')
count(Object.getPrototypeOf(statement) as object, ['run', 'all'], ofName)
database.close()

/** Statements of PostgreSQL, as the protocol carries them. */
const SQL = /\b(?:BEGIN|COMMIT|ROLLBACK|CREATE|ALTER|DROP|DELETE|INSERT|UPDATE|SELECT|FETCH|DECLARE|SET)\b/
count(Socket.prototype, ['write'], (_name, [chunk]) => {
  const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('latin1', 0, 200)
  const verb = SQL.exec(text)?.[0]
  return verb === undefined ? null : `socket ${verb}`
})

const { log } = instructions
if (log !== undefined) process.on('exit', () => writeFileSync(log, `${kinds.join('\n')}\n`))
