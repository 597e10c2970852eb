import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ControlClient } from '../control/control-client.ts'
import { matchGolden } from '../golden/golden.ts'
import { Bot } from './bot.ts'
import { type CallSite, callSite } from './call-site.ts'
import type { PlatformClock } from './clock.ts'
import { type Duration, msOf } from './duration.ts'
import { PlatformFaults } from './faults.ts'
import { type NamedChannel, type NamedRole, NameTable } from './names.ts'
import { People } from './people.ts'
import { Person } from './person.ts'
import type { PersonContext } from './person-context.ts'
import { idOf, type Reference } from './references.ts'
import { reasonOfRefusal, tapeEnd } from './tape.ts'
import type { World } from './world.ts'

/** Behaviour of acts and expectations. */
export interface ActingOptions {
  /** Default limit of a wait, of wall-clock time. Default: 5 seconds */
  within?: Duration | undefined
  /**
   * Whether the people of a small world connect before the first act. Without it, persons connect with their first act
   * or `sees`, so that the test decides who is online. Default: true
   */
  gathers?: boolean | undefined
}

/** A platform to act on. */
export interface PlatformParts {
  readonly api: string
  readonly gateway: string
  readonly control: { readonly url: string; readonly key: string }
  /** The filled world; null for a store that has forgotten it. */
  readonly world: World | null
}

/** Members that every platform of this package has, beside the names of its world. */
export interface ActingPlatform {
  readonly control: ControlClient
  readonly clock: PlatformClock
  readonly faults: PlatformFaults
  /** Waits until the people of the world are connected. Acts do so themselves. */
  gather(): Promise<void>
  /** Adds a person who is not in the world. They are in no guild. */
  person(username: string): Promise<Person>
  /** Brings the start state back. Ids, tokens and connected bots stay; people connect again. */
  reset(): Promise<void>
  /** Keeps the present state under a name. */
  snapshot(name: string): Promise<void>
  /** Brings back a state that was kept. */
  restore(name: string): Promise<void>
  /**
   * Compares messages, frames (`alice.seen`) or other JSON with a golden file: ids become names, dates become relative
   * to the platform's, and secrets are left out. A missing file is written, except where the environment has `CI`;
   * `GUILDHALL_UPDATE_GOLDEN=1` writes all.
   * @throws NotGolden with the lines that differ
   */
  matchGolden(file: string | URL, exchange: unknown): Promise<void>
  /** Serves HTTP on this machine until the platform closes, for an endpoint of a bot. Returns its address. */
  serve(listener: RequestListener): Promise<string>
}

interface Host {
  readonly ownerKey: string | undefined
  readonly channelId: string | undefined
}

/** People of a larger world connect when the test names them. */
const PEOPLE_CONNECTED_MAX = 50
const LIMIT = '5 seconds'
const CHANNEL_TYPE_CATEGORY = 4

/** People and names of one platform. */
export class NamedPlatform {
  readonly control: ControlClient
  readonly faults: PlatformFaults
  readonly people = new People()
  readonly #parts: PlatformParts
  readonly #context: PersonContext
  readonly #nameById = new Map<string, string>()
  readonly #personByKey = new Map<string, Person>()
  readonly #hostByGuild = new Map<string, Host>()
  readonly #servers: Server[] = []
  readonly #gathers: boolean

  constructor(parts: PlatformParts, { within = LIMIT, gathers = true }: ActingOptions) {
    this.#parts = parts
    this.#gathers = gathers
    this.control = new ControlClient(parts.control)
    this.faults = new PlatformFaults(this.control)
    this.#context = {
      api: parts.api,
      gateway: parts.gateway,
      limitMs: msOf(within),
      gather: () => this.#gatherFirst(),
      nameOf: (id) => this.#nameById.get(id),
      hostOf: (guild) => this.#hostOf(guild),
      tape: () => tapeEnd(this.control),
      reason: (userId, status) => reasonOfRefusal(this.control, userId, status),
    }
  }

  /**
   * Adds the names of the world to a platform as properties.
   * @throws Error if two names are the same, or the platform has a property of a name
   */
  nameOn(platform: object): void {
    const { world } = this.#parts
    if (!world) return
    const names = new NameTable<unknown>('the platform', [...Object.keys(platform), 'then'], null)
    const define = (name: string, what: string, get: () => unknown) => {
      names.add(name, what, null)
      Object.defineProperty(platform, name, { get, enumerable: false, configurable: true })
    }
    for (const [key, user] of Object.entries(world.users)) {
      this.#nameById.set(user.id, key)
      define(key, 'a user', () => this.#person(key, user))
    }
    for (const [key, application] of Object.entries(world.applications)) {
      const bot = this.#bot(key, application)
      this.#nameById.set(bot.applicationId, key).set(bot.id, key)
      define(key, 'an application', () => bot)
    }
    for (const [key, guild] of Object.entries(world.guilds)) {
      const named = this.#guild(key, guild)
      define(key, 'a guild', () => named)
    }
  }

  /** Waits until everybody is connected: the people of a small world, and those that the test has named. */
  async gather(): Promise<void> {
    const users = Object.entries(this.#parts.world?.users ?? {})
    if (users.length <= PEOPLE_CONNECTED_MAX) for (const [key, user] of users) this.#person(key, user)
    await this.people.gather()
  }

  /** Adds a person by the control API. */
  async person(username: string): Promise<Person> {
    const { token, user_id: id } = await this.control.request('POST /people', { username })
    this.#nameById.set(id, username)
    return this.people.add(new Person(this.#context, { id, name: username, username, token }))
  }

  /** Brings the start state back. */
  async reset(): Promise<void> {
    await this.people.disperse()
    await this.control.request('POST /reset')
    await this.#gatherFirst()
  }

  /** Keeps the present state under a name. */
  async snapshot(name: string): Promise<void> {
    await this.control.request('PUT /snapshots/{snapshot_name}', { snapshot_name: name })
  }

  /** Brings back a state that was kept. */
  async restore(name: string): Promise<void> {
    await this.people.disperse()
    await this.control.request('POST /snapshots/{snapshot_name}/restore', { snapshot_name: name })
    await this.#gatherFirst()
  }

  /** Returns the members of a platform that are the same wherever it runs. */
  members(): Omit<ActingPlatform, 'clock'> {
    const members: Omit<ActingPlatform, 'clock'> = {
      control: this.control,
      faults: this.faults,
      gather: () => this.gather(),
      person: (username) => this.person(username),
      reset: () => this.reset(),
      snapshot: (name) => this.snapshot(name),
      restore: (name) => this.restore(name),
      matchGolden: async (file, exchange) => {
        await this.#matchGolden(callSite(members.matchGolden), file, exchange)
      },
      serve: (listener) => this.serve(listener),
    }
    return members
  }

  /** Serves HTTP until the platform closes. */
  async serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    this.#servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** Disconnects everybody and stops serving. */
  async close(): Promise<void> {
    await this.people.disperse()
    for (const server of this.#servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  }

  /** Waits until everybody is connected, unless the test decides who is. */
  async #gatherFirst(): Promise<void> {
    if (this.#gathers) await this.gather()
  }

  async #matchGolden(site: CallSite, file: string | URL, exchange: unknown): Promise<void> {
    const { now } = await this.control.request('GET /clock')
    const { api, gateway } = this.#parts
    matchGolden(site, file, exchange, {
      nameOf: (id) => this.#nameById.get(id),
      now: Date.parse(now),
      addresses: [
        [gateway, '<gateway>'],
        [api.replace(/\/api$/, ''), '<platform>'],
      ],
    })
  }

  #person(key: string, { id, token, username }: World['users'][string]): Person {
    const known = this.#personByKey.get(key)
    if (known) return this.people.add(known, this.#gathers)
    const person = new Person(this.#context, { id, name: key, username: String(username ?? key), token })
    this.#personByKey.set(key, person)
    return this.people.add(person, this.#gathers)
  }

  #bot(name: string, { id: applicationId, public_key: publicKey, bot }: World['applications'][string]): Bot {
    const { id = applicationId, token = '' } = (bot ?? {}) as Partial<typeof bot>
    return new Bot(this.#parts, { id, applicationId, name, token, publicKey })
  }

  #guild(key: string, guild: World['guilds'][string]): object {
    const named = { id: guild.id, name: key }
    const names = new NameTable<unknown>(`the guild "${key}"`, Object.keys(named), null)
    const things: Record<string, NamedChannel | NamedRole> = {}
    const parts = [
      ['a channel', guild.channels ?? {}],
      ['a role', guild.roles ?? {}],
    ] as const
    for (const [what, entries] of parts) {
      for (const [name, { id }] of Object.entries(entries)) {
        names.add(name, what, null)
        things[name] = new NamedEntry(id, guild.id, name)
        this.#nameById.set(id, what === 'a channel' ? `#${name}` : `@${name}`)
      }
    }
    this.#nameById.set(guild.id, key)
    const channels = Object.values(guild.channels ?? {})
    const channelId = channels.find(({ type }) => type !== CHANNEL_TYPE_CATEGORY)?.id
    const { owner } = guild
    this.#hostByGuild.set(guild.id, { ownerKey: typeof owner === 'string' ? owner : undefined, channelId })
    return Object.assign(new NamedEntry(guild.id, guild.id, key), things)
  }

  #hostOf(guild: Reference): { owner: Person; channelId: string } {
    const { ownerKey, channelId } = this.#hostByGuild.get(idOf(guild)) ?? {}
    const { users = {} } = this.#parts.world ?? {}
    const [key, owner] = Object.entries(users).find(([name]) => name === ownerKey) ?? []
    if (!key || !owner || !channelId)
      throw new Error('Only a guild of the world that has a channel can be joined without an invite.')
    return { owner: this.#person(key, owner), channelId }
  }
}

/** A guild, channel or role of the world. */
class NamedEntry {
  readonly id: string
  readonly guildId: string
  readonly name: string

  constructor(id: string, guildId: string, name: string) {
    this.id = id
    this.guildId = guildId
    this.name = name
  }
}
