/** Requests drawn from each operation's own schemas, for callers and places of a populated world. */

import { type Description, findDescription, readDescription } from '@guildhall/contract-check'
import fc, { type GeneratorValue } from 'fast-check'
import type { Operation } from '../../src/kernel/operation.ts'
import { operations } from '../../src/platform/operations.ts'
import { draw, type Source, spoil } from './generated-inputs.ts'
import { type Place, type Pools, poolOf, type Tokens } from './populated-world.ts'

/** Operations that remove what other operations need run last, in this order. */
const LAST = [
  /^delete_/,
  /^(ban|bulk_ban|prune)_/,
  /^leave_/,
  /^delete_guild_member$/,
  /^delete_channel$/,
  /^delete_guild$/,
]

const rank = ({ id }: Operation) => LAST.findLastIndex((pattern) => pattern.test(id))
export const operationsInOrder = operations.toSorted((a, b) => rank(a) - rank(b))

export interface Draft {
  url: string
  body: unknown
  /** The request is invalid, so its response must be a 4xx. */
  wrong: boolean
}

/** Draws requests, and learns ids from the responses to them. */
export class DraftedRequests {
  readonly #pools: Pools
  readonly #places: Place[]
  readonly #tokens: Tokens
  readonly #description: Description | null
  readonly #source: Source

  constructor({ pools, places, tokens }: { pools: Pools; places: Place[]; tokens: Tokens }) {
    this.#pools = pools
    this.#places = places
    this.#tokens = tokens
    const file = findDescription()
    this.#description = file ? readDescription(file) : null
    this.#source = { ids: (field, g) => this.#idFor(field, g), description: this.#description }
  }

  #idFor(field: string, g: GeneratorValue): string {
    const pool = this.#pools.get(poolOf(field)) ?? []
    const all = [...this.#pools.values()].flat()
    const luck = g(fc.nat, { max: 99 })
    if (luck < 80 && pool.length > 0) return g(() => fc.constantFrom(...pool))
    if (luck < 92) return g(() => fc.constantFrom(...all))
    return g(() => fc.constantFrom('1', '175928847299117063', '9223372036854775807'))
  }

  /** Draws a request to an operation: its body is mostly valid, and one in six is spoiled. */
  draft(g: GeneratorValue, operation: Operation): Draft {
    const place = this.#placeFor(g, operation)
    const url = operation.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
      encodeURIComponent(place[name] ?? this.#idFor(name, g)),
    )
    const spoilt = g(fc.nat, { max: 2 }) === 0 ? g(() => fc.constantFrom('body', 'query')) : null
    let wrong = false
    let query = operation.query ? (draw(g, this.#source, operation.query) as Record<string, unknown>) : {}
    if (operation.query && spoilt === 'query') {
      const bad = spoil(g, operation.query, query)
      if (typeof bad === 'object' && bad !== null && !Array.isArray(bad)) query = bad as Record<string, unknown>
    }
    let body: unknown
    if (operation.body) {
      body = draw(g, this.#source, operation.body, this.#description?.operations.get(operation.id)?.input ?? undefined)
      const bad = spoilt === 'body' ? spoil(g, operation.body, body) : undefined
      if (bad !== undefined) [body, wrong] = [bad, true]
    }
    return { url: `${url}${queryText(query)}`, body, wrong }
  }

  /** Parameters that belong together, such as a message and its channel: drawn one by one, few would match. */
  #placeFor(g: GeneratorValue, { path }: Operation): Place {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
    if (names.length < 2 || g(fc.nat, { max: 9 }) === 0) return {}
    const fitting = this.#places.filter((place) => Object.keys(place).every((name) => names.includes(name)))
    return fitting.length > 0 ? g(() => fc.constantFrom(...fitting)) : {}
  }

  /** Returns the `Authorization` header of a caller; empty for none. */
  token(g: GeneratorValue, { callers }: Operation): string {
    const { bot, owner, member } = this.#tokens
    const luck = g(fc.nat, { max: 99 })
    if (luck < 75) return callers.includes('bot') ? bot : owner
    return g(() => fc.constantFrom(bot, owner, member, ''))
  }

  /** Keeps the id of an object that a request created, so that later requests can name it. */
  keepIds({ method, path }: Operation, url: string, body: unknown): void {
    const name = NOUNS[path.slice(path.lastIndexOf('/') + 1)]
    if (method !== 'POST' || typeof body !== 'object' || body === null || name === undefined) return
    const made = body as { id?: string; code?: string }
    const id = made.id ?? made.code
    if (id === undefined) return
    this.#pools.set(name, [...(this.#pools.get(name) ?? []), id].slice(-IDS_MAX))
    const parts = url.split('?')[0]?.split('/') ?? []
    const params = path
      .split('/')
      .flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), parts[at] ?? '']] : []))
    this.#places.push({ ...Object.fromEntries(params), [name]: id })
    if (this.#places.length > PLACES_MAX) this.#places.shift()
  }
}

const IDS_MAX = 200
const PLACES_MAX = 1_000

function queryText(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const entry of Array.isArray(value) ? value : [value])
      search.append(name, typeof entry === 'object' ? JSON.stringify(entry) : String(entry).toWellFormed())
  }
  return search.size > 0 ? `?${search}` : ''
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

/** The world that `populate` fills. */
export const draftedWorld = {
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
