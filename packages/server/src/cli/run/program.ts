import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readlink } from 'node:fs/promises'
import { constants } from 'node:os'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startGuard } from './guard.ts'
import { livingMembers, type Members, sendSignal, signalMembers } from './processes.ts'
import { isStaticFile } from './static-program.ts'

/** Exit codes of shells. */
const EXIT_NOT_FOUND = 127
const EXIT_NOT_EXECUTABLE = 126
const EXIT_SIGNAL = 128

/** Variable that marks the processes of one run. */
const MARK = 'GUILDHALL_RUN'
/** Time that processes have to end after a signal, before a stronger one. */
const FAREWELL_MS = 5_000
const POLL_MS = 25

/** Signals that are passed on to the program. */
const PASSED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const
/** Signals that a terminal sends to the program itself. */
const OF_TERMINAL: readonly string[] = ['SIGINT', 'SIGHUP', 'SIGQUIT']
/** Signals after which programs say farewell, and that they should not get twice. */
const ENDING: readonly string[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

/** Returns the exit code of a program that a signal ended, as shells have it. */
export const exitCodeOf = (signal: NodeJS.Signals): number => EXIT_SIGNAL + constants.signals[signal]

/** Signals to this process: those before the program's start are kept, later ones reach the program. */
export interface Signals {
  /** Signal before the program's start; null without. */
  readonly early: NodeJS.Signals | null
  /** Last signal that asked the program to end; null without. */
  readonly ending: NodeJS.Signals | null
  /** Receives later signals. */
  passTo(receive: (signal: NodeJS.Signals) => void): void
}

/** Receives signals from now on. */
export function receiveSignals(): Signals {
  let early: NodeJS.Signals | null = null
  let ending: NodeJS.Signals | null = null
  let receive: ((signal: NodeJS.Signals) => void) | null = null
  for (const signal of PASSED_ON) {
    process.on(signal, () => {
      if (ENDING.includes(signal)) ending = signal
      if (receive === null) early = signal
      else receive(signal)
    })
  }
  return {
    get early() {
      return early
    },
    get ending() {
      return ending
    },
    passTo(next) {
      receive = next
    },
  }
}

export interface ProgramOptions {
  command: readonly [string, ...string[]]
  /** All variables. */
  env: NodeJS.ProcessEnv
  /** Folder of the run, which is removed when this process is killed. */
  folder: string
  signals: Signals
}

/** A program that runs. */
export interface StartedProgram {
  /** Its exit code, once it and what it started have ended. */
  readonly ended: Promise<number>
  /** Returns the names of those of its processes that load no library. */
  statics(): Promise<string[]>
}

/**
 * Starts a program with this process's input and output. npm, shells and cluster programs do not pass every signal on
 * to what they start: all of them get each signal, as from a terminal or a service manager. So that this finds them,
 * the program has its own process group; in a terminal, where the program must stay in the group that has the
 * terminal, a variable marks them.
 */
export function startProgram({ command: [program, ...args], env, folder, signals }: ProgramOptions): StartedProgram {
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  const hasGroup = !hasTerminal && process.platform !== 'win32'
  const mark = randomUUID()
  const child = spawn(program, args, { stdio: 'inherit', env: { ...env, [MARK]: mark }, detached: hasGroup })
  const members: Members = hasGroup && child.pid !== undefined ? { group: child.pid } : { marked: `${MARK}=${mark}` }
  signals.passTo((signal) => {
    // Programs that get a second Ctrl+C end at once, without their farewell.
    if (!hasTerminal || !OF_TERMINAL.includes(signal)) void pass(signal, child, members)
  })
  const endGuard = startGuard(folder, hasGroup ? child.pid : undefined)
  const end = async () => {
    const code = await exitCode(child, program)
    await endRest(members, signals)
    endGuard()
    return code
  }
  return { ended: end(), statics: () => staticMembers(members) }
}

async function staticMembers(members: Members): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const found = await Promise.all(
    (await livingMembers(members)).map(async (pid) => {
      const program = `/proc/${pid}/exe`
      return (await isStaticFile(program)) ? [basename(await readlink(program).catch(() => program))] : []
    }),
  )
  return [...new Set(found.flat())]
}

async function pass(signal: NodeJS.Signals, child: ChildProcess, members: Members): Promise<void> {
  if ('group' in members) return signalMembers(members, signal)
  // A program that was given another environment has no mark.
  const others = await livingMembers(members)
  child.kill(signal)
  for (const pid of others) if (pid !== child.pid) sendSignal(pid, signal)
}

/** Ends what a program left behind. Processes that had a signal to end get time for their farewell first. */
async function endRest(members: Members, { ending }: Pick<Signals, 'ending'>): Promise<void> {
  if (ending !== null && (await haveEnded(members))) return
  for (const signal of ending === 'SIGTERM' ? (['SIGKILL'] as const) : (['SIGTERM', 'SIGKILL'] as const)) {
    await signalMembers(members, signal)
    if (await haveEnded(members)) return
  }
}

/** Waits for the members' end. Returns whether all have ended in time. */
async function haveEnded(members: Members): Promise<boolean> {
  const until = performance.now() + FAREWELL_MS
  while ((await livingMembers(members)).length > 0) {
    if (performance.now() > until) return false
    await wait(POLL_MS)
  }
  return true
}

function exitCode(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT'
      process.stderr.write(`guildhall: ${program}: ${isMissing ? 'there is no such command' : error.message}\n`)
      resolve(isMissing ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE)
    })
    child.on('exit', (code, signal) => resolve(code ?? (signal ? exitCodeOf(signal) : EXIT_SIGNAL)))
  })
}
