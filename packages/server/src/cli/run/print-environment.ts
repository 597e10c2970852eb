import { closeSync, writeSync } from 'node:fs'
import { createPlatform } from '../../platform/main.ts'
import type { TargetOptions } from '../options/target-options.ts'
import { openTarget } from './open-target.ts'
import { refusalReports, startReport } from './reports.ts'
import { shellLines } from './techniques.ts'

const STDOUT = 1

/**
 * Prints the variables that `run` sets as lines of a shell, and serves programs that have them until a signal. Stdout
 * is closed after the lines, so that `source <(guildhall env)` returns.
 */
export async function printEnvironment(options: TargetOptions): Promise<void> {
  const refusals = refusalReports((text) => void process.stderr.write(text))
  const target = await openTarget(options, { createPlatform, env: process.env, now: Date.now(), ...refusals })
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      void target.close().then(() => process.exit(0))
    })
  }
  process.stderr.write(`${startReport(target)}  until        Ctrl+C: programs with these variables need this process\n`)
  writeSync(STDOUT, shellLines(target.variables))
  if (!process.stdout.isTTY) closeSync(STDOUT)
}
