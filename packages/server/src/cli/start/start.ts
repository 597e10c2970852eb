import { isPrivate, servesControl } from '../../platform/config.ts'
import { createPlatform, type RunningPlatform } from '../../platform/main.ts'
import { readyLine } from '../../platform/ready-line.ts'
import { givenSecretKey } from '../../platform/secret-key.ts'
import { readWorldFile } from '../../world/index.ts'
import { announceControl } from '../control/control-address.ts'
import { inspectorAddress } from '../control/inspector-address.ts'
import { unknownVariables } from '../options/environment.ts'
import { nodeNameOf } from '../options/node-options.ts'
import { SETTING_OPTIONS } from '../options/setting-options.ts'
import { START_OPTIONS, type StartOptions } from '../options/start-options.ts'
import { releaseMemoryWhenIdle } from './idle-memory.ts'
import { stopOnSignals } from './stop-on-signals.ts'

const NOBODY = 'The store has no people: guildhall admin create NAME --role owner makes the first one.\n'

/**
 * Starts a platform that runs until a signal, and prints its addresses.
 *
 * @throws UserError for options, files and addresses that cannot be used
 */
export async function start(options: StartOptions): Promise<void> {
  // Files below the data folder are for this user only.
  process.umask(0o077)
  const world = options.world === null ? undefined : await readWorldFile(options.world)
  const secretKey = await givenSecretKey(options.secretKeyFile, process.env)
  const platform = await createPlatform({
    ...options,
    node: nodeNameOf(options),
    world,
    ...(secretKey && { secretKey }),
  })
  // Set up before the ready line: a process that waits for the line may send the signal at once.
  stopOnSignals(platform.close)
  releaseMemoryWhenIdle()
  for (const line of unknownVariables(process.env, { ...START_OPTIONS, ...SETTING_OPTIONS }))
    process.stderr.write(`${line}\n`)
  // Commands of the same user find the operator's key there, also where the control API is not served.
  await announce(platform, options.data)
  if (options.control === true && !isPrivate(options)) process.stderr.write(controlWarning(platform))
  if (platform.isEmpty) process.stderr.write(NOBODY)
  const ipc = options.localClient === null ? null : await startLocalClientOf(options.localClient, platform, options)
  if (options.json) await print(`${JSON.stringify({ ...readyLine(platform, world ?? null), ...localClientOf(ipc) })}\n`)
  else await showWelcome(platform, options, ipc)
  if (!keepsSecrets(options)) await platform.forgetWorldSecrets()
}

/** Announces the operator's key to commands of the same user, and each later one. */
async function announce(platform: RunningPlatform, data: string): Promise<void> {
  let withdraw = await announceControl(platform, data)
  platform.beforeClose(() => withdraw())
  platform.onOperatorKey(() => {
    void announceControl(platform, data).then((next) => {
      withdraw = next
    })
  })
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

function controlWarning({ url }: RunningPlatform): string {
  return (
    `The control API is served at ${url}: anyone who has the key can act as any user. ` +
    'Use TLS (https:// on the same port) from other machines, or the key crosses the network in clear.\n'
  )
}

/**
 * Returns whether later starts may print the secrets of the first one. The demo world on this machine may: its users
 * are examples, and their passwords are needed again at the next start.
 */
function keepsSecrets(options: StartOptions): boolean {
  return options.keepSecrets || (options.world === null && isPrivate(options))
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
  const { ca, world, isEmpty, url, control } = platform
  const { data } = options
  const inspector = servesControl(options) ? inspectorAddress(url, control.key) : null
  const colours = process.stdout.isTTY === true
  await print(welcomePage({ addresses: platform, ca, data, world, isEmpty, inspector, colours }))
  if (ipc !== null) await print(`${options.localClient} is ready for games at ${ipc}\n`)
}
