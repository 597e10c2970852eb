import { createPlatform } from '../../platform/main.ts'
import type { TargetOptions } from '../options/target-options.ts'
import { openTarget, type Target } from './open-target.ts'
import { exitCodeOf, receiveSignals, startProgram } from './program.ts'
import { endReport, platformReport, refusalReports, silenceReport, startReport, staticReport } from './reports.ts'
import { isStaticFile, pathOfCommand } from './static-program.ts'
import { watchPlatform } from './watch-platform.ts'

/** Options of `guildhall run`. */
export interface RunOptions extends TargetOptions {
  /** Program and arguments. */
  command: readonly [string, ...string[]]
}

/** Time after which a program that has not connected is reported. */
const SILENCE_MS = 20_000

/** Runs a program against a platform, and ends as it ends. */
export async function runProgram(options: RunOptions): Promise<void> {
  const signals = receiveSignals()
  const refusals = refusalReports((text) => void process.stderr.write(text))
  const target = await openTarget(options, { createPlatform, env: process.env, now: Date.now(), ...refusals })
  process.stderr.write(startReport(target))
  if (signals.early !== null) {
    await target.close()
    return process.exit(exitCodeOf(signals.early))
  }
  const print = (text: string) => void process.stderr.write(text)
  const { command, close } = await commandFor(options, target, print)
  const unwatch = target.isOwn
    ? undefined
    : watchPlatform(new URL(target.url), (state) => print(platformReport(target.url, state)))
  const env = { ...process.env, ...target.variables }
  const started = startProgram({ command, env, folder: target.redirect.folder, signals })
  const silence = setTimeout(async () => {
    print(silenceReport(target, { seconds: SILENCE_MS / 1_000, statics: await started.statics() }) ?? '')
  }, SILENCE_MS)
  const code = await started.ended
  clearTimeout(silence)
  close()
  unwatch?.()
  print(endReport(target, code) ?? '')
  await target.close()
  process.exit(code)
}

/** Returns the command to start: a static program, which loads no library, in a namespace where that is possible. */
async function commandFor({ command }: RunOptions, { redirect }: Target, print: (text: string) => void) {
  const path = process.platform === 'linux' ? await pathOfCommand(command[0], process.env) : null
  const plain = { command, close: () => undefined }
  if (path === null || !(await isStaticFile(path))) return plain
  const namespace = await redirect.openNamespace()
  if ('command' in namespace) return { command: [...namespace.command, ...command] as const, close: namespace.close }
  print(staticReport(command[0], namespace.reason))
  return plain
}
