import { createPlatform } from './main.ts'
import { openTarget } from './run/open-target.ts'
import { exitCodeOf, receiveSignals, runToEnd } from './run/program.ts'
import { endReport, platformReport, refusalReports, silenceReport, startReport } from './run/reports.ts'
import { watchPlatform } from './run/watch-platform.ts'
import type { RunOptions } from './run-command-line.ts'

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
  const silence = setTimeout(() => {
    process.stderr.write(silenceReport(target, SILENCE_MS / 1_000) ?? '')
  }, SILENCE_MS)
  const print = (text: string) => void process.stderr.write(text)
  const unwatch = target.isOwn
    ? undefined
    : watchPlatform(new URL(target.url), (state) => print(platformReport(target.url, state)))
  const env = { ...process.env, ...target.variables }
  const code = await runToEnd({ command: options.command, env, folder: target.redirect.folder, signals })
  clearTimeout(silence)
  unwatch?.()
  print(endReport(target, code) ?? '')
  await target.close()
  process.exit(code)
}
