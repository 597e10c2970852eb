import { DatabaseInUseError, DatabaseUnreachableError, StoreTooNewError } from '../kernel/store/store.ts'
import { DataFolderError } from '../platform/data-folder.ts'
import { censusOfFiles, createPlatform, type RunningPlatform } from '../platform/main.ts'
import { VERSION } from '../platform/package-folder.ts'
import { readyLine } from '../platform/ready-line.ts'
import { parseSecretKey, readSecretKey, SecretKeyError } from '../platform/secret-key.ts'
import { CertificateError } from '../transports/http/certificate.ts'
import { PortError } from '../transports/http/port.ts'
import { isLoopbackHost } from '../validation/loopback-host.ts'
import { readWorldFile, WorldError } from '../world/index.ts'
import { parseCommandLine } from './command-line.ts'
import { announceControl } from './control-address.ts'
import { ControlError } from './control-client.ts'
import { GuildReadError } from './from-guild/guild-reader.ts'
import { releaseMemoryWhenIdle } from './idle-memory.ts'
import { inspectorAddress } from './inspector-address.ts'
import { ApplicationError } from './run/application.ts'
import type { StartOptions } from './start-command-line.ts'

/** An error of a part that is loaded on demand. */
class ExpectedError extends Error {}

/** Errors that the user at the terminal can fix. They are printed in one line, without a stack. */
const EXPECTED = [
  ExpectedError,
  ApplicationError,
  ControlError,
  GuildReadError,
  PortError,
  DataFolderError,
  CertificateError,
  SecretKeyError,
  StoreTooNewError,
  DatabaseInUseError,
  DatabaseUnreachableError,
]
const EXIT_FAULTY_INPUT = 2
const EXIT_FAILED = 1
/**
 * Time in which a signal counts as a repetition. Ctrl+C reaches each process of the group, and npm and the command of
 * an older Node pass theirs on.
 */
const SIGNAL_REPEATS_MS = 3_000

/** Runs a command line. The only place that reads arguments, prints and exits. */
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
    if (line.command === 'files') await listFiles(line)
    else if (line.command === 'client') await (await import('./client-command.ts')).runClient(line.options)
    else if (line.command === 'tail') await (await import('./tail-command.ts')).tail(line.options)
    else if (line.command === 'run') await (await import('./run-command.ts')).runProgram(line.options)
    else if (line.command === 'env') await (await import('./env-command.ts')).printEnvironment(line.options)
    else if (line.command === 'world') await (await import('./world-command.ts')).runWorld(line.options)
    else if (line.command === 'mcp') await (await import('./mcp-command.ts')).runMcp(line.options)
    else if (line.command === 'doctor') await (await import('./doctor-command.ts')).runDoctor(line.options)
    else await start(line.options)
  } catch (error) {
    fail(error)
  }
}

/** Prints the key of each unreferenced file on stdout, and a summary on stderr. */
async function listFiles({ options, remove }: { options: StartOptions; remove: boolean }): Promise<void> {
  process.umask(0o077)
  const secretKey = await givenSecretKey(options)
  const census = await censusOfFiles(
    { data: options.data, databaseUrl: options.databaseUrl, ...(secretKey && { secretKey }) },
    { remove, found: (key) => void process.stdout.write(`${key}\n`) },
  )
  const { files, unreferenced, unreferencedBytes } = census
  const done = remove ? 'deleted' : 'unreferenced; --delete deletes them'
  process.stderr.write(`${files} files, ${unreferenced} of them (${unreferencedBytes} bytes) ${done}\n`)
}

async function start(options: StartOptions): Promise<void> {
  if (options.busUrl !== null) {
    process.stderr.write('--bus-url: several nodes on one bus are not supported yet; leave it out\n')
    process.exitCode = EXIT_FAULTY_INPUT
    return
  }
  // Files below the data folder are for this user only.
  process.umask(0o077)
  const world = options.world === null ? undefined : await readWorldFile(options.world)
  const secretKey = await givenSecretKey(options)
  const platform = await createPlatform({ ...options, world, ...(secretKey && { secretKey }) })
  // Set up before the ready line: a process that waits for the line may send the signal at once.
  const closing = [platform.close]
  stopOnSignals(closing)
  releaseMemoryWhenIdle()
  if (options.control ?? isLoopbackHost(options.host)) {
    const withdraw = await announceControl(platform.control, options.data)
    closing.unshift(async () => withdraw())
  }
  if (options.control === true && !isLoopbackHost(options.host)) process.stderr.write(controlWarning(options))
  const ipc = await startedLocalClient(platform, options, closing)
  if (options.json) await print(`${JSON.stringify({ ...readyLine(platform, world ?? null), ...localClientOf(ipc) })}\n`)
  else await showWelcome(platform, options, ipc)
  if (!keepsSecrets(options)) await platform.forgetWorldSecrets()
}

/** Starts the local client, if one is wanted. Returns the path of its socket; null without one. */
async function startedLocalClient(
  platform: RunningPlatform,
  { localClient: name, consent }: StartOptions,
  closing: (() => Promise<void>)[],
): Promise<string | null> {
  if (name === null) return null
  const { openLocalClient, LocalClientError } = await import('./local-client.ts')
  try {
    const client = await openLocalClient(platform, { name, consent })
    closing.unshift(() => client.close())
    return client.ipc
  } catch (error) {
    await platform.close()
    if (error instanceof LocalClientError) fail(new ExpectedError(error.message, { cause: error }))
    throw error
  }
}

function controlWarning({ host }: StartOptions): string {
  return (
    `The control API is served at ${host}: whoever has its key can act as anyone here. ` +
    'Use TLS (https:// on the same port) from other machines, or the key crosses the network in clear.\n'
  )
}

const SECRET_KEY = 'GUILDHALL_SECRET_KEY'

async function givenSecretKey({ secretKeyFile }: StartOptions): Promise<Buffer | undefined> {
  if (secretKeyFile !== null) return readSecretKey(secretKeyFile)
  const text = process.env[SECRET_KEY]
  return text ? parseSecretKey(text, SECRET_KEY) : undefined
}

/**
 * Returns whether later starts may print the secrets of the first one. The demo world on this machine may: its users
 * are examples, and their passwords are needed again at the next start.
 */
function keepsSecrets({ keepSecrets, world, host }: StartOptions): boolean {
  return keepSecrets || (world === null && isLoopbackHost(host))
}

/** Resolves once the text was written, so that secrets are removed only after they were printed. */
function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

function localClientOf(ipc: string | null): { local_client?: { ipc: string } } {
  return ipc === null ? {} : { local_client: { ipc } }
}

async function showWelcome(platform: RunningPlatform, options: StartOptions, ipc: string | null): Promise<void> {
  const { welcomePage } = await import('./welcome-page.ts')
  const { ca, world, url, control } = platform
  const { data } = options
  // Elsewhere the control API is not served.
  const isControlled = options.control ?? isLoopbackHost(options.host)
  const inspector = isControlled ? inspectorAddress(url, control.key) : null
  const colours = process.stdout.isTTY === true
  await print(welcomePage({ addresses: platform, ca, data, world, inspector, colours }))
  if (ipc !== null) await print(`${options.localClient} is ready for games at ${ipc}\n`)
}

/**
 * Closes all in order on SIGTERM, Ctrl+C and the end of the terminal. A later signal ends the process at once; signals
 * soon after the first are repetitions of it.
 */
function stopOnSignals(closing: readonly (() => Promise<void>)[]): void {
  let repeatedUntil: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (repeatedUntil === null) {
        repeatedUntil = performance.now() + SIGNAL_REPEATS_MS
        closeAll(closing).then(() => process.exit(0), fail)
      } else if (performance.now() > repeatedUntil) process.exit(EXIT_FAILED)
    })
  }
}

async function closeAll(closing: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of closing) await close()
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
