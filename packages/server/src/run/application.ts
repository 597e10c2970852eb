import { ControlClient } from '../control-client.ts'
import { isLoopbackHost } from '../validation/loopback-host.ts'
import type { FilledWorld } from '../world/index.ts'

/** The application that a command is started for. */
export interface ChosenApplication {
  readonly name: string
  /** Of its bot. */
  readonly token: string
  /** Why this one, where there were others; null otherwise. */
  readonly note: string | null
}

/** No application can be chosen. The message is for the user at the terminal. */
export class ApplicationError extends Error {
  override readonly name = 'ApplicationError'
}

/**
 * Returns the application of a world that is named by key, name or id; without a name, the only one with a bot, or the
 * first of them.
 *
 * @throws ApplicationError without such an application
 */
export function chooseApplication({ applications }: FilledWorld, as: string | null): ChosenApplication {
  const withBot = Object.entries(applications).flatMap(([key, { id, name, bot }]) =>
    bot ? [{ key, id, name, token: bot.token }] : [],
  )
  const keys = withBot.map(({ key }) => key).join(', ')
  if (as !== null) {
    const named = withBot.find((entry) => [entry.key, entry.id, entry.name].includes(as))
    if (named) return { name: named.name, token: named.token, note: null }
    throw new ApplicationError(`--as: the world has no application ${JSON.stringify(as)} with a bot, only: ${keys}`)
  }
  const [first] = withBot
  if (!first) throw new ApplicationError('The world has no application with a bot.')
  const note = withBot.length === 1 ? null : `the first of ${keys}; choose with --as`
  return { name: first.name, token: first.token, note }
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
 * environment. The environment's token can be that of the public platform: it is sent to a server on this machine only.
 *
 * @throws ApplicationError without a token, or when the server refuses it or names another application
 * @throws ControlError when the control API refuses the key
 */
export async function applicationOfServer(options: ServerApplicationOptions): Promise<ChosenApplication> {
  const { server, as, key } = options
  if (options.token === null && key !== null) return applicationOfControl(new ControlClient(server, key), as)
  const token = options.token ?? tokenOfEnvironment(options)
  if (token === undefined) {
    const announced = await options.announcedKey()
    if (announced !== null) return applicationOfControl(new ControlClient(server, announced), as)
    const other = isLoopbackHost(server.hostname) ? `, or ${options.names.join(' or ')} in the environment` : ''
    throw new ApplicationError(`--server needs the bot's token: --token T, the control key: --key KEY${other}.`)
  }
  const application = await applicationOfToken(server, token)
  if (as !== null && as !== application.id && as !== application.name)
    throw new ApplicationError(`--as ${as}: the token is that of ${application.name} (${application.id}).`)
  return { name: application.name, token, note: null }
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
  const { token } = await control.request<{ token: string }>('POST', '/tokens', { application_id: chosen.id })
  const note = as !== null || withBot.length === 1 ? null : `the first of ${names}; choose with --as`
  return { name: chosen.name, token, note }
}

/** Keys of world files are not stored: a name in another case is most often the key. */
function namedApplication<A extends { id: string; name: string }>(applications: readonly A[], as: string) {
  return (
    applications.find(({ id, name }) => id === as || name === as) ??
    applications.find(({ name }) => name.toLowerCase() === as.toLowerCase())
  )
}

function tokenOfEnvironment({ server, names, env }: ServerApplicationOptions): string | undefined {
  if (!isLoopbackHost(server.hostname)) return undefined
  return names.map((name) => env[name]).find((value) => value !== undefined && value !== '')
}

async function applicationOfToken(server: URL, token: string): Promise<{ id: string; name: string }> {
  let response: Response
  try {
    const headers = { authorization: `Bot ${token}` }
    response = await fetch(new URL('/api/v10/applications/@me', server), { headers })
  } catch (error) {
    const { cause } = error as Error
    throw new ApplicationError(`${server.origin} cannot be reached: ${String(cause ?? error)}`, { cause: error })
  }
  if (response.status === 401) throw new ApplicationError(`${server.origin} refuses the token.`)
  const body = response.ok ? ((await response.json()) as { id?: unknown; name?: unknown }) : {}
  if (typeof body.id !== 'string' || typeof body.name !== 'string')
    throw new ApplicationError(`${server.origin} is no platform: it responds with ${response.status}.`)
  return { id: body.id, name: body.name }
}
