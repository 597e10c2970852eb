import { parseCommandLine, type StartOptions } from './command-line.ts'
import { DataFolderError } from './data-folder.ts'
import { CertificateError } from './doors/http/certificate.ts'
import { PortError } from './doors/http/port.ts'
import { readWorldFile, readyWorld, WorldError } from './doors/world/index.ts'
import { StoreTooNewError } from './kernel/store/store.ts'
import { createPlatform, type RunningPlatform, VERSION } from './main.ts'

/** What the person at the terminal can mend: said in one line, without a stack. */
const EXPECTED = [PortError, DataFolderError, CertificateError, StoreTooNewError]
const EXIT_FAULTY_INPUT = 2
const EXIT_FAILED = 1

/** Carries out a command line: the only place that reads arguments, prints and exits. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const line = parseCommandLine([...args], { env: process.env, version: VERSION })
  if (line.command === 'help') {
    process.stdout.write(`${line.text.trimEnd()}\n`)
    return
  }
  if (line.command === 'error') {
    process.stderr.write(`${line.text.trimEnd()}\n`)
    process.exitCode = EXIT_FAULTY_INPUT
    return
  }
  try {
    await start(line.options)
  } catch (error) {
    fail(error)
  }
}

async function start(options: StartOptions): Promise<void> {
  if (options.busUrl !== null) {
    process.stderr.write('--bus-url: several nodes on one bus are not supported yet; leave it out\n')
    process.exitCode = EXIT_FAULTY_INPUT
    return
  }
  const world = options.world === null ? undefined : await readWorldFile(options.world)
  const platform = await createPlatform({ ...options, world })
  // Before the ready line: whoever waits for it may send the signal at once.
  stopOnSignals(platform)
  if (options.json) process.stdout.write(`${JSON.stringify(readyLine(platform))}\n`)
  else await showWelcome(platform, options)
}

function readyLine(platform: RunningPlatform): unknown {
  const { url, api, gateway, cdn, ca, world } = platform
  return { ready: true, url, api, gateway, cdn, ca, world: world && readyWorld(world) }
}

async function showWelcome(platform: RunningPlatform, options: StartOptions): Promise<void> {
  const { welcomePage } = await import('./welcome-page.ts')
  const { ca, world } = platform
  process.stdout.write(
    welcomePage({ addresses: platform, ca, data: options.data, world, colours: process.stdout.isTTY === true }),
  )
}

/** SIGTERM and Ctrl+C end in order; a second one does not wait. */
function stopOnSignals(platform: RunningPlatform): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(EXIT_FAILED)
      stopping = true
      platform.close().then(() => process.exit(0), fail)
    })
  }
}

function fail(error: unknown): never {
  if (error instanceof WorldError) {
    process.stderr.write(`${error.message}\n`)
    process.exit(EXIT_FAULTY_INPUT)
  }
  if (EXPECTED.some((kind) => error instanceof kind)) process.stderr.write(`${(error as Error).message}\n`)
  else process.stderr.write(`Guildhall could not start: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(EXIT_FAILED)
}
