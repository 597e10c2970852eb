import { readFile } from 'node:fs/promises'
import type { PlatformConfig, RunningPlatform } from '../../platform/main.ts'
import { PortInUseError } from '../../transports/http/port.ts'
import { type FilledWorld, readWorldFile } from '../../world/index.ts'
import { announceControl, findAuthority, findControl } from '../control/control-address.ts'
import { ControlError } from '../control/control-client.ts'
import { inspectorAddress } from '../control/inspector-address.ts'
import type { TargetOptions } from '../options/target-options.ts'
import { ApplicationError, applicationOfServer, type ChosenApplication, chooseApplication } from './application.ts'
import { programVariables } from './program-variables.ts'
import { openRedirect, type Redirect, type RefusalListener } from './redirect.ts'
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
  /** Names of variables whose value looks like a token of the public platform: the program gets this one's. */
  readonly publicTokens: readonly string[]
  readonly redirect: Redirect
  /** All variables of the program besides those that it inherits. */
  readonly variables: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Starts what a platform and a front need. `createPlatform` is passed by the composition root. */
export interface TargetParts extends RefusalListener {
  createPlatform(config: Partial<PlatformConfig>): Promise<RunningPlatform>
  env: Environment
  now: number
}

/** Opens the platform that the options name, or one in memory, and a front for it. */
export async function openTarget(options: TargetOptions, parts: TargetParts): Promise<Target> {
  const { env, now } = parts
  const names = [...new Set([...options.names, ...TOKEN_NAMES])]
  const file = options.envFile === null ? null : await textOf(options.envFile)
  const opened =
    options.server === null
      ? await openOwn(options, parts)
      : await findServer({ ...options, server: options.server }, { names, env })
  const { url, inspector, authorities, application, controlKey, tokens } = opened
  const { id: applicationId, token, publicKey, clientSecret, guild } = application
  try {
    const { variables, tokenNames, publicTokens } = programVariables(
      { ...{ url, controlKey, token, applicationId, publicKey, clientSecret }, guildId: guild?.id ?? null },
      { names, given: env, file },
    )
    const redirect = await openRedirect({
      ...{ platform: new URL(url), authorities, now, tokens, offline: options.offline },
      // Of a variable that both set, such as NODE_OPTIONS, the program's own value is extended.
      env: { ...variables, ...env },
      refusedToken: parts.refusedToken,
      refusedHost: parts.refusedHost,
      refusedCertificate: parts.refusedCertificate,
    })
    return {
      ...{ url, inspector, isOwn: options.server === null, application, names: tokenNames, publicTokens, redirect },
      variables: { ...variables, ...redirect.variables },
      async close() {
        await redirect.close()
        await opened.close()
      },
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new ApplicationError(`--env-file ${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

interface Opened {
  url: string
  inspector: string | null
  /** Certificates in PEM. */
  authorities: string[]
  application: ChosenApplication
  /** Null where it is not known. */
  controlKey: string | null
  /** Tokens that the platform is known to have issued, or its world file to fix. */
  tokens: readonly string[]
  close(): Promise<void>
}

async function openOwn({ world: file, as }: TargetOptions, { createPlatform }: TargetParts): Promise<Opened> {
  const world = file === null ? undefined : await readWorldFile(file)
  const config = { world, data: ':memory:', tls: 'local', tape: true } as const
  const platform = await createPlatform({ ...config, port: DEFAULT_PORT }).catch((error: unknown) => {
    if (error instanceof PortInUseError) return createPlatform({ ...config, port: 0 })
    throw error
  })
  const withdraw = await announceControl(platform, config.data)
  const close = async () => {
    withdraw()
    await platform.close()
  }
  try {
    if (platform.world === null) throw new Error('a platform in memory has a world')
    const authorities = platform.ca === null ? [] : [await readFile(platform.ca, 'utf8')]
    const { url, control } = platform
    const application = chooseApplication(platform.world, as)
    const inspector = inspectorAddress(url, control.key)
    return {
      url,
      inspector,
      authorities,
      application,
      controlKey: control.key,
      tokens: tokensOf(platform.world),
      close,
    }
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
  const found = await applicationOfServer({ server: address, as, token, key, announcedKey, names, env })
  const { application, key: controlKey } = found
  const authorities = await announcedAuthorities(server)
  return {
    ...{ url: address.origin, inspector: null, authorities, application, controlKey },
    ...{ tokens: [application.token], close: async () => {} },
  }
}

/** Returns all tokens of a world: its file can fix some that look like those of the public platform. */
function tokensOf({ users, applications }: FilledWorld): string[] {
  const ofBots = Object.values(applications).flatMap(({ bot }) => (bot ? [bot.token] : []))
  return [...ofBots, ...Object.values(users).map(({ token }) => token)]
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

/**
 * Returns the authority that a server of this user on this machine announced: libraries connect to the voice server by
 * TLS, at the platform's own address.
 */
async function announcedAuthorities(server: string): Promise<string[]> {
  const file = await findAuthority(server, DEFAULT_DATA)
  const text = file === null ? null : await readFile(file, 'utf8').catch(() => null)
  return text === null ? [] : [text]
}
