import { readFile } from 'node:fs/promises'
import { announceControl, findControl } from '../control-address.ts'
import { ControlError } from '../control-client.ts'
import { inspectorAddress } from '../inspector-address.ts'
import type { PlatformConfig, RunningPlatform } from '../main.ts'
import type { TargetOptions } from '../run-command-line.ts'
import { PortInUseError } from '../transports/http/port.ts'
import { readWorldFile } from '../world/index.ts'
import { applicationOfServer, type ChosenApplication, chooseApplication } from './application.ts'
import { openRedirect, type Redirect } from './redirect.ts'
import type { Environment } from './techniques.ts'

/** Variables that receive the token. */
const TOKEN_NAMES = ['DISCORD_TOKEN', 'BOT_TOKEN', 'TOKEN']
const DEFAULT_PORT = 7700
const DEFAULT_DATA = './.guildhall'

/** A platform, an application of it, and a front that leads programs there. */
export interface Target {
  /** Address of the platform. */
  readonly url: string
  /** Address of the inspector with the control key; null on another's platform. */
  readonly inspector: string | null
  /** Whether the platform was started for this run. */
  readonly isOwn: boolean
  readonly application: ChosenApplication
  /** Names of the variables with the token. */
  readonly names: readonly string[]
  readonly redirect: Redirect
  /** All variables of the program besides those that it inherits. */
  readonly variables: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Starts what a platform and a front need. `createPlatform` is passed by the composition root. */
export interface TargetParts {
  createPlatform(config: Partial<PlatformConfig>): Promise<RunningPlatform>
  env: Environment
  now: number
}

/** Opens the platform that the options name, or one in memory, and a front for it. */
export async function openTarget(options: TargetOptions, parts: TargetParts): Promise<Target> {
  const { env } = parts
  const names = [...new Set([...options.names, ...TOKEN_NAMES])]
  const { url, inspector, authorities, application, close } =
    options.server === null
      ? await openOwn(options, parts)
      : await findServer({ ...options, server: options.server }, { names, env })
  try {
    const redirect = await openRedirect({ platform: new URL(url), authorities, env, now: parts.now })
    return {
      ...{ url, inspector, isOwn: options.server === null, application, names, redirect },
      variables: { ...redirect.variables, ...Object.fromEntries(names.map((name) => [name, application.token])) },
      async close() {
        await redirect.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface Opened {
  url: string
  inspector: string | null
  /** Certificates in PEM. */
  authorities: string[]
  application: ChosenApplication
  close(): Promise<void>
}

async function openOwn({ world: file, as }: TargetOptions, { createPlatform }: TargetParts): Promise<Opened> {
  const world = file === null ? undefined : await readWorldFile(file)
  const config = { world, data: ':memory:', tls: 'local', tape: true } as const
  const platform = await createPlatform({ ...config, port: DEFAULT_PORT }).catch((error: unknown) => {
    if (error instanceof PortInUseError) return createPlatform({ ...config, port: 0 })
    throw error
  })
  const withdraw = await announceControl(platform.control, config.data)
  const close = async () => {
    withdraw()
    await platform.close()
  }
  try {
    if (platform.world === null) throw new Error('a platform in memory has a world')
    const authorities = platform.ca === null ? [] : [await readFile(platform.ca, 'utf8')]
    const { url, control } = platform
    const inspector = inspectorAddress(url, control.key)
    return { url, inspector, authorities, application: chooseApplication(platform.world, as), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function findServer(
  { server, as, token, key }: TargetOptions & { server: string },
  { names, env }: { names: readonly string[]; env: Environment },
): Promise<Opened> {
  const address = new URL(server)
  const announcedKey = () => announcedKeyOf(server, env)
  const application = await applicationOfServer({ server: address, as, token, key, announcedKey, names, env })
  return { url: address.origin, inspector: null, authorities: [], application, close: async () => {} }
}

/** Returns the control key that a server of this user on this machine announced; null without. */
async function announcedKeyOf(server: string, env: Environment): Promise<string | null> {
  try {
    return (await findControl({ server, key: null, data: DEFAULT_DATA, env })).key
  } catch (error) {
    if (error instanceof ControlError) return null
    throw error
  }
}
