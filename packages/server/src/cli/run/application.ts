import { setTimeout as delay } from 'node:timers/promises'
import { UserError } from '../../kernel/user-error.ts'
import { isLoopbackHost } from '../../validation/loopback-host.ts'
import type { FilledWorld } from '../../world/index.ts'
import { ControlClient } from '../control/control-client.ts'
import { printable } from '../terminal/text.ts'
import { ownerOfPublicToken } from './public-token.ts'

/** Requests until a rate limit counts as a failure, and the longest wait before each. */
const ATTEMPTS = 5
const WAIT_MAX_S = 10

/** The application that a command is started for. */
export interface ChosenApplication {
  readonly id: string
  readonly name: string
  /** Of its bot. */
  readonly token: string
  /** Ed25519, hex. */
  readonly publicKey: string
  /** Null for an application of a running platform, which keeps its hash alone. */
  readonly clientSecret: string | null
  /** A guild that the bot is in; null without. */
  readonly guild: { readonly id: string; readonly name: string } | null
  /** Why this one, where there were others; null otherwise. */
  readonly note: string | null
}

/** No application can be chosen. The message is for the user at the terminal. */
export class ApplicationError extends UserError {
  override readonly name = 'ApplicationError'
}

/**
 * Returns the application of a world that is named by key, name or id; without a name, the only one with a bot, or the
 * first of them.
 *
 * @throws ApplicationError without such an application
 */
export function chooseApplication({ applications, guilds }: FilledWorld, as: string | null): ChosenApplication {
  const withBot = Object.entries(applications).flatMap(([key, { id, name, bot, public_key, client_secret }]) => {
    if (!bot) return []
    const guild = Object.values(guilds).find(({ bots }) => Object.hasOwn(bots, key))
    return [
      {
        key,
        chosen: {
          ...{ id, name, token: bot.token, publicKey: public_key, clientSecret: client_secret },
          guild: guild === undefined ? null : { id: guild.id, name: guild.name },
        },
      },
    ]
  })
  const keys = withBot.map(({ key }) => key).join(', ')
  if (as !== null) {
    const named = withBot.find(({ key, chosen }) => [key, chosen.id, chosen.name].includes(as))
    if (named) return { ...named.chosen, note: null }
    throw new ApplicationError(`--as: the world has no application ${JSON.stringify(as)} with a bot, only: ${keys}`)
  }
  const [first] = withBot
  if (!first) throw new ApplicationError('The world has no application with a bot.')
  const note = withBot.length === 1 ? null : `the first of ${keys}; choose with --as`
  return { ...first.chosen, note }
}

export interface ServerApplicationOptions {
  server: URL
  as: string | null
  /** Of the command line; null without. */
  token: string | null
  /** Key of the server's control API; null without. */
  key: string | null
  /** Returns the key that the server announced to this user; null without. Asked only where nothing else is given. */
  announcedKey(): Promise<string | null>
  /** Names of variables with the token. */
  names: readonly string[]
  env: Readonly<Record<string, string | undefined>>
}

/**
 * Returns the application of a running platform whose token is given, is issued by the control API, or is in the
 * environment. A token of the environment is sent to a server on this machine only, and not if it looks like one of the
 * public platform. The key of the control API is returned too, where it is known.
 *
 * @throws ApplicationError without a token, or when the server refuses it or names another application
 * @throws ControlError when the control API refuses the key
 */
export async function applicationOfServer(
  options: ServerApplicationOptions,
): Promise<{ application: ChosenApplication; key: string | null }> {
  const { server, as } = options
  const token = options.token ?? (options.key === null ? tokenOfEnvironment(options) : undefined)
  const key = options.key ?? (await options.announcedKey())
  if (token !== undefined) {
    const application = await applicationOfToken(server, token)
    if (as !== null && namedApplication([application], as) === undefined)
      throw new ApplicationError(otherName(as, application))
    return { application: { ...application, note: null }, key }
  }
  if (key !== null) return { application: await applicationOfControl(new ControlClient(server, key), as), key }
  const other = isLoopbackHost(server.hostname) ? `, or ${options.names.join(' or ')} in the environment` : ''
  throw new ApplicationError(
    `--server needs the bot's token: --token T, the control key: --key KEY${other}.${unusedTokens(options)}`,
  )
}

function otherName(as: string, { name, id }: Pick<ChosenApplication, 'name' | 'id'>): string {
  return (
    `--as ${as}: the token is that of the application ${printable(name)} (${id}). Leave out --as, or give that name or id: ` +
    'the token says which application it is, and a running platform does not know the keys of a world file.'
  )
}

/** Issues a token of the application that is named by id or name; without a name, of the first that has a bot. */
async function applicationOfControl(control: ControlClient, as: string | null): Promise<ChosenApplication> {
  const { applications } = await control.directory()
  const withBot = applications.filter(({ bot_id }) => bot_id !== null)
  const names = withBot.map(({ name }) => name).join(', ')
  const chosen = as === null ? withBot[0] : namedApplication(withBot, as)
  if (!chosen) {
    const wanted = as === null ? 'with a bot' : `${JSON.stringify(as)} with a bot, only: ${names}`
    throw new ApplicationError(`${control.origin} has no application ${wanted}.`)
  }
  const { token } = await control.request('POST /tokens', { application_id: chosen.id })
  const note = as !== null || withBot.length === 1 ? null : `the first of ${names}; choose with --as`
  return { ...(await applicationOfToken(new URL(control.origin), token)), note }
}

/** Keys of world files are not stored: a name in another case is most often the key. */
function namedApplication<A extends { id: string; name: string }>(applications: readonly A[], as: string) {
  return (
    applications.find(({ id, name }) => id === as || name === as) ??
    applications.find(({ name }) => name.toLowerCase() === as.toLowerCase())
  )
}

function tokensOfEnvironment({ server, names, env }: ServerApplicationOptions): [string, string][] {
  if (!isLoopbackHost(server.hostname)) return []
  return names.flatMap((name): [string, string][] => (env[name] ? [[name, env[name]]] : []))
}

function tokenOfEnvironment(options: ServerApplicationOptions): string | undefined {
  return tokensOfEnvironment(options).find(([, token]) => ownerOfPublicToken(token) === null)?.[1]
}

function unusedTokens(options: ServerApplicationOptions): string {
  const unused = tokensOfEnvironment(options).map(([name]) => name)
  if (unused.length === 0) return ''
  return ` ${unused.join(' and ')} looks like a token of the public platform, and was not sent to ${options.server.origin}.`
}

async function applicationOfToken(server: URL, token: string): Promise<Omit<ChosenApplication, 'note'>> {
  const get = (path: string) => responseOf(server, path, token)
  const response = await get('/applications/@me')
  if (response.status === 401) throw new ApplicationError(`${server.origin} refuses the token.`)
  const body = response.ok ? ((await response.json()) as { id?: unknown; name?: unknown; verify_key?: unknown }) : {}
  const { id, name, verify_key: publicKey } = body
  if (typeof id !== 'string' || typeof name !== 'string' || typeof publicKey !== 'string')
    throw new ApplicationError(`${server.origin} is no platform: it responds with ${response.status}.`)
  const listed = await get('/users/@me/guilds?limit=1')
  const [guild] = listed.ok ? ((await listed.json()) as { id: string; name: string }[]) : []
  return {
    ...{ id, name, token, publicKey, clientSecret: null },
    guild: guild === undefined ? null : { id: guild.id, name: guild.name },
  }
}

/** Returns the response to a request of a bot. Waits while its rate limit is used up, as after a restart. */
async function responseOf(server: URL, path: string, token: string): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetchOf(server, path, token)
    if (response.status !== 429 || attempt === ATTEMPTS) return response
    await response.body?.cancel()
    const seconds = Number(response.headers.get('retry-after'))
    await delay(Math.min(seconds || 0, WAIT_MAX_S) * 1000)
  }
}

async function fetchOf(server: URL, path: string, token: string): Promise<Response> {
  try {
    return await fetch(new URL(`/api/v10${path}`, server), { headers: { authorization: `Bot ${token}` } })
  } catch (error) {
    const { cause } = error as Error
    throw new ApplicationError(`${server.origin} cannot be reached: ${String(cause ?? error)}`, { cause: error })
  }
}
