/**
 * Requests made from each operation's own schemas, fitting and not: none is answered by a 5xx, and none that is refused
 * changes a row. Seeded, so that what fails once fails again.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type Description, findDescription, readDescription } from '@guildhall/contract-check'
import { api, type TestPlatform } from '@guildhall/testing'
import fc, { type GeneratorValue } from 'fast-check'
import type { Operation } from '../src/kernel/operation.ts'
import { operations } from '../src/operations.ts'
import { draw, type Source, spoil } from './support/generated-inputs.ts'
import { startPlatform } from './support/platform.ts'
import { type Place, type Pools, poolOf, populate, type Tokens } from './support/populated-world.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const SEED = Number(process.env.GUILDHALL_TEST_SEED) || 20260101
const RUNS = Number(process.env.GUILDHALL_TEST_RUNS) || 20
/** For all operations together: on a machine under load the later ones get fewer requests. */
const TIME_MAX_MS = 15_000
const LATE_RUNS = 4
/** What takes the ground away from under the others goes last, in this order. */
const LAST = [
  /^delete_/,
  /^(ban|bulk_ban|prune)_/,
  /^leave_/,
  /^delete_guild_member$/,
  /^delete_channel$/,
  /^delete_guild$/,
]

const rank = ({ id }: Operation) => LAST.findLastIndex((pattern) => pattern.test(id))
const inOrder = operations.toSorted((a, b) => rank(a) - rank(b))

let platform: TestPlatform
let startedAt: number
let folder: string
let watcher: DatabaseSync
let pools: Pools
let places: Place[]
let tokens: Tokens
let source: Source
let description: Description | null = null

/** Another connection's view of the store: the number changes with every commit that wrote something. */
const version = () => JSON.stringify(watcher.prepare('PRAGMA data_version').get())

describe('inputs from schemas', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guildhall-inputs-'))
    platform = await startPlatform({
      data: folder,
      databaseUrl: null,
      rateLimits: 'off',
      logLevel: 'silent',
      world,
    } as never)
    const populated = await populate(platform)
    pools = populated.pools
    places = populated.places
    tokens = populated.tokens
    startedAt = performance.now()
    watcher = new DatabaseSync(join(folder, 'guildhall.db'), { readOnly: true })
    const file = findDescription()
    description = file ? readDescription(file) : null
    source = { ids: (field, g) => idFor(field, g), description }
  })

  after(async () => {
    watcher.close()
    await platform.close()
    await rm(folder, { recursive: true, force: true })
  })

  for (const operation of inOrder) {
    test(operation.id, async () => {
      await fc.assert(
        fc.asyncProperty(fc.gen(), (g) => attempt(g, operation)),
        { seed: SEED, numRuns: runsNow(), endOnFailure: true },
      )
    })
  }
})

const runsNow = () =>
  performance.now() - startedAt < TIME_MAX_MS || process.env.GUILDHALL_TEST_RUNS ? RUNS : LATE_RUNS

function idFor(field: string, g: GeneratorValue): string {
  const pool = pools.get(poolOf(field)) ?? []
  const all = [...pools.values()].flat()
  const luck = g(fc.nat, { max: 99 })
  if (luck < 80 && pool.length > 0) return g(() => fc.constantFrom(...pool))
  if (luck < 92) return g(() => fc.constantFrom(...all))
  return g(() => fc.constantFrom('1', '175928847299117063', '9223372036854775807'))
}

interface Draft {
  url: string
  body: unknown
  /** It does not pass the form check: a 4xx must be the answer. */
  wrong: boolean
}

async function attempt(g: GeneratorValue, operation: Operation): Promise<void> {
  const { url, body, wrong } = draftOf(g, operation)
  const caller = api(platform.api, tokenFor(g, operation) || undefined)
  const method = operation.method.toLowerCase() as keyof typeof caller
  const send = () => caller[method]<unknown>(url, body === undefined ? undefined : JSON.stringify(body), JSON_TYPE)
  let before = version()
  let answer = await send()
  if (answer.status >= 400 && version() !== before) {
    // What a former request left to the background may have come between. It does not come twice.
    await setTimeout(100)
    before = version()
    answer = await send()
  }
  const text = JSON.stringify(answer.body)
  const said = `${operation.method} ${url} ${JSON.stringify(body)?.slice(0, 2_000)} → ${answer.status} ${text.slice(0, 500)}`
  assert.ok(answer.status < 500, said)
  if (wrong) assert.ok(answer.status >= 400, `should be refused: ${said}`)
  if (answer.status >= 400) assert.equal(version(), before, `refused, but something was written: ${said}`)
  else keepIds(operation, url, answer.body)
}

function draftOf(g: GeneratorValue, operation: Operation): Draft {
  const place = placeFor(g, operation)
  const url = operation.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(place[name] ?? idFor(name, g)),
  )
  const spoilt = g(fc.nat, { max: 2 }) === 0 ? g(() => fc.constantFrom('body', 'query')) : null
  let wrong = false
  let query = operation.query ? (draw(g, source, operation.query) as Record<string, unknown>) : {}
  if (operation.query && spoilt === 'query') {
    const bad = spoil(g, operation.query, query)
    if (typeof bad === 'object' && bad !== null && !Array.isArray(bad)) query = bad as Record<string, unknown>
  }
  let body: unknown
  if (operation.body) {
    body = draw(g, source, operation.body, description?.operations.get(operation.id)?.input ?? undefined)
    const bad = spoilt === 'body' ? spoil(g, operation.body, body) : undefined
    if (bad !== undefined) [body, wrong] = [bad, true]
  }
  return { url: `${url}${queryText(query)}`, body, wrong }
}

/** Parameters that belong together, as a message and its channel: by chance alone few would meet. */
function placeFor(g: GeneratorValue, { path }: Operation): Place {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  if (names.length < 2 || g(fc.nat, { max: 9 }) === 0) return {}
  const fitting = places.filter((place) => Object.keys(place).every((name) => names.includes(name)))
  return fitting.length > 0 ? g(() => fc.constantFrom(...fitting)) : {}
}

function queryText(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const entry of Array.isArray(value) ? value : [value])
      search.append(name, typeof entry === 'object' ? JSON.stringify(entry) : String(entry).toWellFormed())
  }
  return search.size > 0 ? `?${search}` : ''
}

function tokenFor(g: GeneratorValue, { callers }: Operation): string {
  const luck = g(fc.nat, { max: 99 })
  const usual = callers.includes('bot') ? tokens.bot : tokens.owner
  if (luck < 75) return usual
  return g(() => fc.constantFrom(tokens.bot, tokens.owner, tokens.member, ''))
}

/** What was made can be named by the requests that follow. */
function keepIds({ method, path }: Operation, url: string, body: unknown): void {
  const name = NOUNS[path.slice(path.lastIndexOf('/') + 1)]
  if (method !== 'POST' || typeof body !== 'object' || body === null || name === undefined) return
  const made = body as { id?: string; code?: string }
  const id = made.id ?? made.code
  if (id === undefined) return
  pools.set(name, [...(pools.get(name) ?? []), id])
  const parts = url.split('?')[0]?.split('/') ?? []
  const params = path.split('/').flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), parts[at] ?? '']] : []))
  places.push({ ...Object.fromEntries(params), [name]: id })
}

const NOUNS: Record<string, string> = {
  channels: 'channel_id',
  threads: 'channel_id',
  messages: 'message_id',
  roles: 'role_id',
  emojis: 'emoji_id',
  stickers: 'sticker_id',
  webhooks: 'webhook_id',
  commands: 'command_id',
  invites: 'code',
  rules: 'rule_id',
  'scheduled-events': 'guild_scheduled_event_id',
  'soundboard-sounds': 'sound_id',
  entitlements: 'entitlement_id',
}

const world = {
  users: { ann: { password: 'correct horse battery' }, bob: {}, cid: {}, dan: {} },
  applications: {
    app: {
      owner: 'ann',
      bot: {},
      intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'],
      skus: { plan: {}, potion: { type: 3 } },
    },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'cid', 'dan'],
      bots: { app: { permissions: '8' } },
      features: ['COMMUNITY', 'ROLE_ICONS', 'INVITE_SPLASH', 'BANNER', 'VANITY_URL', 'ANIMATED_ICON'],
      premium_tier: 3,
      roles: { crew: { members: ['bob'] }, idle: {} },
      channels: {
        talk: { type: 4 },
        general: { parent: 'talk' },
        lounge: { type: 2, parent: 'talk' },
        news: { type: 5 },
        hall: { type: 13 },
        board: { type: 15 },
        secret: { permission_overwrites: [{ role: '@everyone', deny: '1024' }] },
      },
      system_channel: 'general',
    },
  },
}
