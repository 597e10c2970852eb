/** Guildhall as an operator starts it, with a world made for measuring. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testStore } from '../packages/server/test/support/test-store.ts'
import type { Children, Program, Watched } from './children.ts'
import type { Scene } from './interactions-load.ts'
import { type LoopDelay, loopDelay } from './loop-delay.ts'
import { pause } from './measure.ts'
import type { RestTarget } from './rest-load.ts'
import { EVENT_APPLICATION, seedEvents } from './seed-events.ts'
import { seedMembers } from './seed-members.ts'
import { seedMessages } from './seed-messages.ts'
import type { OpenArgs } from './sessions.ts'

/** Sessions are spread over several bots, because sessions of one user might be served alike. */
const BOTS = 10
/** Channels and members of a guild of some size. */
const CHANNELS = 50
/** Members that one request adds to a lobby. */
const MEMBERS_PER_REQUEST = 25
const BACKUP_LOOK_MS = 100
/** Redirect address of the game. */
const REDIRECT = 'https://game.example/callback'
/** VIEW_CHANNEL, SEND_MESSAGES, READ_MESSAGE_HISTORY. */
const PERMISSIONS = String((1 << 10) | (1 << 11) | (1 << 16))

interface ReadyLine {
  url: string
  control: { url: string; key: string }
  gateway: string
  api: string
  world: {
    users: Record<string, { id: string; token: string }>
    applications: Record<string, { id: string; client_secret: string; bot: { token: string } }>
    guilds: Record<string, { id: string; channels: Record<string, { id: string }> }>
  }
}

/** Address for sessions. */
export type Where = Pick<OpenArgs, 'port' | 'path' | 'tokens'>

export interface Guildhall {
  pid: number
  readyMs: number
  /** Process and port of each node, itself first. */
  nodes: readonly { readonly pid: number; readonly port: number; stop(): Promise<void> }[]
  /** A channel of each guild besides. */
  moreChannels: readonly string[]
  /** Address for its bots. */
  gateway: Where
  /** Channel in which a bot without sessions posts. */
  messages: RestTarget
  guildId: string
  /** Channels of its guild. */
  channelIds: readonly string[]
  /** Tokens of all bots of its guild. */
  botTokens: readonly string[]
  /** Signs each player in to the game, and returns the tokens of the people and of the game for them. */
  signInPlayers(): Promise<{ people: string[]; games: string[] }>
  /** Creates a lobby of the game with all players. Returns where a player with this token posts in it. */
  makeLobby(token: string): Promise<RestTarget>
  /** Path of its data folder. */
  data: string
  /** Sends a request of the administration, and returns the body of the response. */
  administer(method: string, path: string, body?: object): Promise<unknown>
  /** Has it make a backup of itself, to the end. */
  backUp(): Promise<void>
  /** Address of its tables on PostgreSQL; null for the embedded store. */
  databaseUrl: string | null
  /** Returns a figure of `/metrics` that has no labels. */
  metric(name: string): Promise<number>
  /** Starts or stops the tape. */
  record(recording: boolean): Promise<void>
  /** A bot and a person who can use its commands. */
  scene: Scene
  /** Delay of its event loop since the last call, in ms; only for one started `watched`. */
  loopDelay(): Promise<LoopDelay>
  stop(): Promise<void>
}

/** The bench's world: one guild, a bot that writes and `BOTS` that listen. */
function benchWorld(players: number, eventUrls: readonly string[], moreGuilds: number): object {
  const people = Array.from({ length: players }, (_, n) => `player${n}`)
  const names = ['writer', ...Array.from({ length: BOTS }, (_, n) => `listener${n}`)]
  const application = { owner: 'owner', intents: ['MESSAGE_CONTENT', 'GUILD_MEMBERS'] }
  return {
    users: { owner: {}, ...Object.fromEntries(people.map((name) => [name, {}])) },
    applications: {
      ...Object.fromEntries(names.map((name) => [name, { name, ...application, bot: { username: `bench-${name}` } }])),
      ...Object.fromEntries(eventUrls.map((url, n) => [`${EVENT_APPLICATION}${n}`, eventApplication(url, n)])),
      ...(players > 0 ? { game: { owner: 'owner', social_layer: true, redirect_uris: [REDIRECT], bot: {} } } : {}),
    },
    guilds: {
      bench: {
        name: 'Bench',
        owner: 'owner',
        members: people,
        bots: Object.fromEntries(names.map((name) => [name, { permissions: PERMISSIONS }])),
        channels: {
          general: { type: 0 },
          ...Object.fromEntries(Array.from({ length: CHANNELS - 1 }, (_, n) => [`channel-${n}`, { type: 0 }])),
        },
      },
      ...Object.fromEntries(Array.from({ length: moreGuilds }, (_, n) => [`more${n}`, smallGuild(n)])),
    },
  }
}

/** A guild in which the writer posts, with one channel. */
function smallGuild(n: number): object {
  return {
    name: `More ${n}`,
    owner: 'owner',
    bots: { writer: { permissions: PERMISSIONS } },
    channels: { general: { type: 0 } },
  }
}

function eventApplication(event_webhooks_url: string, n: number): object {
  const event_webhooks_types = ['ENTITLEMENT_CREATE']
  return { name: `${EVENT_APPLICATION}${n}`, owner: 'owner', bot: {}, event_webhooks_url, event_webhooks_types }
}

/** Nodes that share a database. */
export interface NodesOptions {
  readonly count: number
  readonly busUrl: string
  /** Time over which a node that ends moves its sessions. Default: it moves them at once. */
  readonly drainSeconds?: number
}

/** PostgreSQL server of sections that need one, unless another one is given. */
export const USUAL_DATABASE = 'postgres://postgres@127.0.0.1:5432/postgres'

export interface StartOptions {
  /** Members of its guild beyond those that the world names. */
  members?: number
  /** Messages in its channels. */
  messages?: number
  /** People who are members of its guild and play a game. */
  players?: number
  /** Addresses of games' servers that receive webhook events. */
  eventUrls?: readonly string[]
  /** Webhook events that wait for each of them. */
  events?: number
  /** Whether its event loop is watched. */
  watched?: boolean
  /** PostgreSQL server on which it gets its own database. */
  databaseUrl?: string | null
  /** Guilds besides, in which the writer posts. */
  moreGuilds?: number
  /** Nodes that share its database, with NATS between them; it is the first one. Default: it is alone. */
  nodes?: NodesOptions
  /** Whether commits on PostgreSQL wait for the disk, as those of an operator do. */
  durable?: boolean
}

/** Starts the program on a fresh data folder, which is removed when it stops. */
export async function startGuildhall(children: Children, server: string, given: StartOptions = {}): Promise<Guildhall> {
  const { members = 0, messages = 0, players = 0, eventUrls = [], events = 0, watched = false } = given
  const { databaseUrl = null, durable = false, moreGuilds = 0, nodes } = given
  const { folder, remove } = temporaryFolder()
  const store = databaseUrl
    ? await testStore({ GUILDHALL_TEST_STORE: 'postgres', GUILDHALL_TEST_DATABASE_URL: databaseUrl })
    : null
  try {
    const file = join(folder, 'world.json')
    writeFileSync(file, JSON.stringify(benchWorld(players, eventUrls, moreGuilds)))
    const database = store?.databaseUrl ? ['--database-url', databaseUrlOf(store.databaseUrl, durable)] : []
    // The second start, after rows were seeded, prints the tokens again.
    const shared = nodes ? nodeArgs(folder, nodes) : []
    const args = ['--world', file, '--rate-limits', 'off', '--keep-secrets', ...database, ...shared]
    if (members > 0 || messages > 0 || events > 0) {
      await (await startProgram(children, server, folder, args)).stop()
      seed(join(folder, 'data', 'guildhall.db'), { members, messages, events })
    }
    const loopDelayFile = watched ? join(folder, 'loop-delay.json') : undefined
    const program = await startProgram(children, server, folder, args, { loopDelayFile })
    const { gateway, api, world, control } = JSON.parse(program.line) as ReadyLine
    const others: Program[] = []
    for (let n = 1; n < (nodes?.count ?? 1); n += 1)
      others.push(await startProgram(children, server, join(folder, `node${n}`), args))
    const { writer, game, ...listeners } = world.applications
    const to = new URL(gateway)
    return {
      pid: program.pid,
      readyMs: program.readyMs,
      nodes: [program, ...others].map(nodeOf),
      moreChannels: moreChannelsOf(world),
      gateway: {
        port: Number(to.port),
        path: `${to.pathname}?v=10&encoding=json`,
        tokens: Object.values(listeners).map(({ bot }) => bot.token),
      },
      messages: {
        port: Number(new URL(api).port),
        path: `${new URL(api).pathname}/v10/channels/${world.guilds.bench?.channels.general?.id}/messages`,
        authorization: `Bot ${writer?.bot.token}`,
      },
      guildId: world.guilds.bench?.id ?? '',
      channelIds: Object.values(world.guilds.bench?.channels ?? {}).map(({ id }) => id),
      botTokens: [writer, ...Object.values(listeners)].flatMap((application) => application?.bot.token ?? []),
      signInPlayers: () => signInPlayers(api, world),
      makeLobby: (token) => makeLobby(api, world, token),
      data: join(folder, 'data'),
      administer: (method, path, body) => administer({ api, control }, { method, path, body }),
      backUp: () => backUp({ api, control }),
      databaseUrl: store?.databaseUrl ?? null,
      metric: (name) => metric(control, name),
      record: (recording) => record(control, recording),
      scene: sceneOf(program.line),
      loopDelay: () => {
        if (loopDelayFile === undefined) throw new Error('started without `watched`')
        return loopDelay(program.pid, loopDelayFile)
      },
      stop: async () => {
        for (const other of others) await other.stop()
        await program.stop()
        await store?.drop()
        remove()
      },
    }
  } catch (error) {
    await store?.drop()
    remove()
    throw error
  }
}

function nodeOf({ pid, line, stop }: Program): Guildhall['nodes'][number] {
  return { pid, port: Number(new URL(JSON.parse(line).url).port), stop }
}

function moreChannelsOf({ guilds }: ReadyLine['world']): string[] {
  return Object.entries(guilds).flatMap(([name, { channels }]) =>
    name.startsWith('more') ? (channels.general?.id ?? []) : [],
  )
}

/** Returns what the nodes of one database have in common. */
function nodeArgs(folder: string, { busUrl, drainSeconds = 0 }: NodesOptions): string[] {
  const key = join(folder, 'secret.key')
  writeFileSync(key, 'a'.repeat(64))
  const shared = ['--bus-url', busUrl, '--files-url', join(folder, 'files'), '--secret-key', key]
  return [...shared, '--drain-time', String(drainSeconds)]
}

/** Adds rows to the database of a platform that has stopped. */
function seed(database: string, { members = 0, messages = 0, events = 0 }: StartOptions): void {
  if (members > 0) seedMembers(database, members)
  if (messages > 0) seedMessages(database, messages)
  if (events > 0) seedEvents(database, events)
}

/** Returns the address of a test's store, of which commits do not wait for the disk unless they are to be durable. */
function databaseUrlOf(given: string, durable: boolean): string {
  const url = new URL(given)
  if (durable) url.searchParams.delete('synchronous_commit')
  return url.href
}

async function signInPlayers(api: string, { users, applications }: ReadyLine['world']) {
  const { game } = applications
  const people = Object.keys(users).flatMap((name) => (name.startsWith('player') ? (users[name]?.token ?? []) : []))
  const games: string[] = []
  for (const token of people) games.push(`Bearer ${await signIn(api, token, game)}`)
  return { people, games }
}

/** Adds players in the largest steps that the API allows. */
async function makeLobby(api: string, { users, applications }: ReadyLine['world'], token: string): Promise<RestTarget> {
  const headers = { authorization: `Bot ${applications.game?.bot.token}`, 'content-type': 'application/json' }
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${api}/v10${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { id: string }
  }
  const { id } = await post('/lobbies', {})
  const members = Object.entries(users).flatMap(([name, { id }]) => (name.startsWith('player') ? [{ id }] : []))
  for (let at = 0; at < members.length; at += MEMBERS_PER_REQUEST) {
    await post(`/lobbies/${id}/members/bulk`, members.slice(at, at + MEMBERS_PER_REQUEST))
  }
  const to = new URL(api)
  return { port: Number(to.port), path: `${to.pathname}/v10/lobbies/${id}/messages`, authorization: token }
}

async function metric({ url, key }: ReadyLine['control'], name: string): Promise<number> {
  const response = await fetch(new URL('/metrics', url), { headers: { authorization: `Bearer ${key}` } })
  const [, figure] = new RegExp(`^guildhall_${name} (\\S+)$`, 'm').exec(await response.text()) ?? []
  if (figure === undefined) throw new Error(`${response.status}: there is no metric ${name}`)
  return Number(figure)
}

async function record({ url, key }: ReadyLine['control'], recording: boolean): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/tape`, { method: 'PATCH', headers, body: JSON.stringify({ recording }) })
  if (!response.ok) throw new Error(`tape: ${response.status} ${await response.text()}`)
}

interface Given {
  method: string
  path: string
  body?: object | undefined
}

async function administer({ api, control }: Pick<ReadyLine, 'api' | 'control'>, { method, path, body }: Given) {
  const headers = { authorization: `Bearer ${control.key}`, 'content-type': 'application/json' }
  const given = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(`${api}/v10/admin${path}`, given)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as unknown
}

async function backUp(ready: Pick<ReadyLine, 'api' | 'control'>): Promise<void> {
  const { job_id } = (await administer(ready, { method: 'POST', path: '/backups' })) as { job_id: string }
  for (;;) {
    const { state, error } = (await administer(ready, { method: 'GET', path: `/jobs/${job_id}` })) as {
      state: string
      error: string | null
    }
    if (state === 'done') return
    if (state === 'failed') throw new Error(`the backup failed: ${error}`)
    await pause(BACKUP_LOOK_MS)
  }
}

/** Returns an access token as the consent page and the game's server get it. */
async function signIn(api: string, person: string, game: { id: string; client_secret: string } | undefined) {
  const client = { client_id: game?.id ?? '', redirect_uri: REDIRECT }
  const query = new URLSearchParams({ ...client, response_type: 'code', scope: 'sdk.social_layer' })
  const headers = { authorization: person, 'content-type': 'application/json' }
  const consent = await fetch(`${api}/oauth2/authorize?${query}`, {
    method: 'POST',
    headers,
    body: '{"authorize":true}',
  })
  const { location } = (await consent.json()) as { location: string }
  const code = new URL(location).searchParams.get('code') ?? ''
  const form = { ...client, client_secret: game?.client_secret ?? '', grant_type: 'authorization_code', code }
  const tokens = await fetch(`${api}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  return ((await tokens.json()) as { access_token: string }).access_token
}

function sceneOf(line: string): Scene {
  const { gateway, api, world } = JSON.parse(line) as ReadyLine
  const { bench } = world.guilds
  return {
    port: Number(new URL(api).port),
    api: `${new URL(api).pathname}/v10`,
    gateway: `${gateway}?v=10&encoding=json`,
    applicationId: world.applications.writer?.id ?? '',
    botToken: world.applications.writer?.bot.token ?? '',
    personToken: world.users.owner?.token ?? '',
    guildId: bench?.id ?? '',
    channelId: bench?.channels.general?.id ?? '',
  }
}

/** Returns the time from start to ready, with the demo world and a fresh data folder, in ms. */
export async function timeStart(children: Children, server: string): Promise<number> {
  const { folder, remove } = temporaryFolder()
  try {
    const program = await startProgram(children, server, folder, [])
    await program.stop()
    return program.readyMs
  } finally {
    remove()
  }
}

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
  const remove = () => {
    process.off('exit', remove)
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', remove) // An interrupted run must not fill the disk.
  return { folder, remove }
}

function startProgram(
  children: Children,
  server: string,
  folder: string,
  more: readonly string[],
  watched: Watched = {},
): Promise<Program> {
  const args = ['start', '--json', '--port', '0', '--data', join(folder, 'data'), ...more]
  return children.program(server, args, watched)
}
