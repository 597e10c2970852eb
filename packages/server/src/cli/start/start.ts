import { FaultyInputError } from '../../kernel/user-error.ts'
import { createPlatform, type RunningPlatform } from '../../platform/main.ts'
import { readyLine } from '../../platform/ready-line.ts'
import { givenSecretKey } from '../../platform/secret-key.ts'
import { isLoopbackHost } from '../../validation/loopback-host.ts'
import { readWorldFile } from '../../world/index.ts'
import { announceControl } from '../control/control-address.ts'
import { inspectorAddress } from '../control/inspector-address.ts'
import type { StartOptions } from '../options/start-options.ts'
import { releaseMemoryWhenIdle } from './idle-memory.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/**
 * Starts a platform that runs until a signal, and prints its addresses.
 *
 * @throws UserError for options, files and addresses that cannot be used
 */
export async function start(options: StartOptions): Promise<void> {
  if (options.busUrl !== null)
    throw new FaultyInputError('--bus-url: several nodes on one bus are not supported yet; leave it out')
  // Files below the data folder are for this user only.
  process.umask(0o077)
  const world = options.world === null ? undefined : await readWorldFile(options.world)
  const secretKey = await givenSecretKey(options.secretKeyFile, process.env)
  const platform = await createPlatform({ ...options, world, ...(secretKey && { secretKey }) })
  // Set up before the ready line: a process that waits for the line may send the signal at once.
  stopOnSignals(platform.close)
  releaseMemoryWhenIdle()
  if (options.control ?? isLoopbackHost(options.host))
    platform.beforeClose(await announceControl(platform.control, options.data))
  if (options.control === true && !isLoopbackHost(options.host)) process.stderr.write(controlWarning(options))
  const ipc = options.localClient === null ? null : await startLocalClientOf(options.localClient, platform, options)
  if (options.json) await print(`${JSON.stringify({ ...readyLine(platform, world ?? null), ...localClientOf(ipc) })}\n`)
  else await showWelcome(platform, options, ipc)
  if (!keepsSecrets(options)) await platform.forgetWorldSecrets()
}

/** Starts the local client of a person. Returns the path of its socket. */
async function startLocalClientOf(name: string, platform: RunningPlatform, { consent }: StartOptions): Promise<string> {
  const { openLocalClient } = await import('./local-client.ts')
  try {
    const client = await openLocalClient(platform, { name, consent })
    platform.beforeClose(() => client.close())
    return client.ipc
  } catch (error) {
    await platform.close()
    throw error
  }
}

function controlWarning({ host }: StartOptions): string {
  return (
    `The control API is served at ${host}: anyone who has the key can act as any user. ` +
    'Use TLS (https:// on the same port) from other machines, or the key crosses the network in clear.\n'
  )
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
