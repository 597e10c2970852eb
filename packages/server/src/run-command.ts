import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { createPlatform } from './main.ts'
import { openTarget } from './run/open-target.ts'
import { silenceReport, startReport } from './run/reports.ts'
import type { RunOptions } from './run-command-line.ts'

/** Time after which a program that has not connected is reported. */
const SILENCE_MS = 20_000
/** Exit codes of shells. */
const EXIT_NOT_FOUND = 127
const EXIT_NOT_EXECUTABLE = 126
const EXIT_SIGNAL = 128

/** Signals that are passed on to the program. */
const PASSED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const
/** Signals that a terminal sends to the program itself. */
const OF_TERMINAL: readonly string[] = ['SIGINT', 'SIGHUP', 'SIGQUIT']

/** Runs a program against a platform, and ends as it ends. */
export async function runProgram(options: RunOptions): Promise<void> {
  const signals = signalsBeforeStart()
  const target = await openTarget(options, { createPlatform, env: process.env, now: Date.now() })
  process.stderr.write(startReport(target))
  if (signals.received !== null) {
    await target.close()
    return process.exit(EXIT_SIGNAL + constants.signals[signals.received])
  }
  const [program, ...args] = options.command
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...target.variables } })
  signals.child = child
  const silence = setTimeout(() => {
    process.stderr.write(silenceReport(target, SILENCE_MS / 1_000) ?? '')
  }, SILENCE_MS)
  const code = await exitCode(child, program)
  clearTimeout(silence)
  await target.close()
  process.exit(code)
}

/** Receives signals from now on. Those that come before the program are kept; later ones are passed on. */
function signalsBeforeStart() {
  const state: { received: NodeJS.Signals | null; child: ChildProcess | null } = { received: null, child: null }
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  for (const signal of PASSED_ON) {
    process.on(signal, () => {
      if (state.child === null) state.received = signal
      // Programs that get a second Ctrl+C end at once, without their farewell.
      else if (!hasTerminal || !OF_TERMINAL.includes(signal)) state.child.kill(signal)
    })
  }
  return state
}

function exitCode(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT'
      process.stderr.write(`guildhall: ${program}: ${isMissing ? 'there is no such command' : error.message}\n`)
      resolve(isMissing ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE)
    })
    child.on('exit', (code, signal) => resolve(code ?? EXIT_SIGNAL + (signal ? constants.signals[signal] : 0)))
  })
}
