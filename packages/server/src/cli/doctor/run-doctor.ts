import type { StartDraft } from '../options/start-options.ts'
import { type Finding, findingLines } from './finding.ts'
import {
  checkChromium,
  checkDataFolder,
  checkDisk,
  checkNode,
  checkPreload,
  checkRuntimes,
  checkWebApp,
} from './machine-checks.ts'
import {
  checkBus,
  checkDatabase,
  checkFiles,
  checkPort,
  checkServer,
  checkUdp,
  checkWorldFile,
} from './server-checks.ts'
import { checkSocket } from './socket-check.ts'
import { checkVoice } from './voice-check.ts'

/** Options of `guildhall doctor`: what a start would use, or a running platform. */
export interface DoctorOptions
  extends Pick<StartDraft, 'host' | 'port' | 'data' | 'world' | 'databaseUrl' | 'filesUrl' | 'busUrls' | 'json'> {
  /** Address of a running platform; null to check what a start needs. */
  server: string | null
  /** Key of its control API. */
  key: string | null
}

/** Checks this machine and what the options name, prints each finding, and sets the exit code: 1 with a failure. */
export async function runDoctor(options: DoctorOptions): Promise<void> {
  const findings: Finding[] = []
  for (const check of checks(options)) {
    for (const found of [await check()].flat()) {
      findings.push(found)
      if (!options.json) process.stdout.write(findingLines(found))
    }
  }
  const failed = findings.some(({ level }) => level === 'fail')
  if (options.json) process.stdout.write(`${JSON.stringify({ ok: !failed, findings })}\n`)
  process.exitCode = failed ? 1 : 0
}

type Check = () => Finding | Finding[] | Promise<Finding | Finding[]>

function checks({ host, port, data, world, databaseUrl, filesUrl, busUrls, server, key }: DoctorOptions): Check[] {
  const { env } = process
  const start: Check[] = [() => checkPort(host, port), () => checkDataFolder(data), () => checkDisk(data)]
  return [
    () => checkNode(process.version),
    ...(server === null ? start : [() => checkServer(new URL(server), key)]),
    () => (server === null ? checkUdp(host) : checkVoice(new URL(server), key)),
    ...(world === null ? [] : [() => checkWorldFile(world)]),
    ...(databaseUrl === null ? [] : [() => checkDatabase(databaseUrl)]),
    ...(filesUrl === null ? [] : [() => checkFiles(data, filesUrl)]),
    ...busUrls.map((url) => () => checkBus(url)),
    checkWebApp,
    checkPreload,
    checkRuntimes,
    () => checkSocket(env),
    () => checkChromium(env),
  ]
}
