import { type PlatformClock, remoteClock } from './acting/clock.ts'
import { type ActingOptions, type ActingPlatform, NamedPlatform } from './acting/named-platform.ts'
import type { Names } from './acting/names.ts'
import type { World } from './acting/world.ts'
import { ControlClient } from './control/control-client.ts'
import { api } from './http.ts'

/** Every person of a discovered world gets a session, which is for small ones. */
const PEOPLE_MAX = 50

export interface PlatformAddress extends ActingOptions {
  /** Address of the platform: the ready line's `url`. */
  server: string
  /** Key of its control API. */
  key: string
  /**
   * The ready line's `world`: users, applications and guilds by name, with ids. Tokens may be missing. Default, also
   * for null: what the platform holds, people by username, applications and guilds by name; for at most 50 people.
   */
  world?: Partial<World> | null
}

/** A running platform that somebody else started. */
export type ConnectedPlatform<W = unknown> = ActingPlatform & {
  readonly url: string
  readonly api: string
  readonly gateway: string
  readonly clock: PlatformClock
  /** Disconnects people. The platform stays. */
  close(): Promise<void>
} & AsyncDisposable &
  Names<W>

/**
 * Acts on a platform that is running already: one that `guildhall run` started, or a named world of another platform.
 * `connectPlatform<typeof world>` types the names of the world file that it was started with.
 * @throws Refusal for a wrong key
 */
export async function connectPlatform<W = unknown>({
  server,
  key,
  world,
  within,
  gathers,
}: PlatformAddress): Promise<ConnectedPlatform<W>> {
  const url = server.replace(/\/$/, '')
  const control = { url: `${url}/control`, key }
  const { body } = await api(`${url}/api/v10`).get<{ url: string }>('/gateway')
  const addresses = { api: `${url}/api`, gateway: body.url, control }
  const client = new ControlClient(control)
  const known = world
    ? { users: {}, applications: {}, guilds: {}, ...world }
    : await presentWorld(client, addresses.api)
  const filled = await withTokens(client, known)
  const named = new NamedPlatform({ ...addresses, world: filled }, { within, gathers })
  const close = () => named.close()
  const platform = {
    url,
    api: addresses.api,
    gateway: addresses.gateway,
    ...named.members(),
    clock: remoteClock(named.control),
    close,
    [Symbol.asyncDispose]: close,
  }
  named.nameOn(platform)
  return platform as unknown as ConnectedPlatform<W> // The names were just added.
}

type Named = { id: string; name: string }

/** Returns what a platform holds as a world. Channels and roles are those that the owner of the guild sees. */
async function presentWorld(control: ControlClient, base: string): Promise<World> {
  const { people, applications, guilds } = await control.request('GET /directory')
  if (people.length > PEOPLE_MAX) throw new RangeError(`The platform has over ${PEOPLE_MAX} people; give their world.`)
  const world: World = { users: {}, applications: {}, guilds: {} }
  // Tokens follow.
  for (const { id, username } of people) world.users[username] = { id, username, token: undefined as never }
  for (const { id, name, bot_id } of applications)
    world.applications[name] = { id, ...(bot_id && { bot: { id: bot_id } }) } as World['applications'][string]
  for (const { id, name, owner_id } of guilds) {
    const owner = api(base, (await control.request('POST /tokens', { user_id: owner_id })).token)
    const named = async (what: string) => {
      const { body } = await owner.get<Named[]>(`/guilds/${id}/${what}`)
      return Object.fromEntries(body.map((entry) => [entry.name, { ...entry }]))
    }
    const ownerName = people.find((person) => person.id === owner_id)?.username
    world.guilds[name] = { id, owner: ownerName, channels: await named('channels'), roles: await named('roles') }
  }
  return world
}

/** Returns the world with a token for everybody who has none in it. */
async function withTokens(control: ControlClient, { users, applications, guilds }: World): Promise<World> {
  const token = async (of: { user_id: string } | { application_id: string }) =>
    (await control.request('POST /tokens', of)).token
  const filled: World = { users: {}, applications: {}, guilds }
  for (const [key, user] of Object.entries(users))
    filled.users[key] = { ...user, token: user.token ?? (await token({ user_id: user.id })) }
  for (const [key, { bot, ...application }] of Object.entries(applications)) {
    const named = bot && { ...bot, token: bot.token ?? (await token({ application_id: application.id })) }
    filled.applications[key] = { ...application, bot: named }
  }
  return filled
}
