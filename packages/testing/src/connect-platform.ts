import { type PlatformClock, remoteClock } from './acting/clock.ts'
import type { Names } from './acting/names.ts'
import { type ActingOptions, type ActingPlatform, Stage } from './acting/stage.ts'
import type { World } from './acting/world.ts'
import { ControlClient } from './control/control-client.ts'
import { api } from './http.ts'

export interface ConnectOptionsOf<W> extends ActingOptions {
  /** Address of the platform: the ready line's `url`. */
  server: string
  /** Key of its control API. */
  key: string
  /** The ready line's `world`: users, applications and guilds by name, with ids. Tokens may be missing. */
  world?: W
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
 * Acts on a platform that is running already, for example one that `guildhall run` started.
 * @@ @throws Refusal for a wrong key
 */
export async function connectPlatform<W extends Partial<World> = Record<never, never>>({
  server,
  key,
  world,
  within,
}: ConnectOptionsOf<W>): Promise<ConnectedPlatform<W>> {
  const url = server.replace(/\/$/, '')
  const control = { url: `${url}/control`, key }
  const { body } = await api(`${url}/api/v10`).get<{ url: string }>('/gateway')
  const known = { users: {}, applications: {}, guilds: {}, ...world }
  const addresses = { api: `${url}/api`, gateway: body.url, control }
  const filled = await withTokens(new ControlClient(control), known)
  const stage = new Stage({ ...addresses, world: filled }, { within })
  const close = () => stage.close()
  const platform = {
    url,
    api: addresses.api,
    gateway: addresses.gateway,
    ...stage.members(),
    clock: remoteClock(stage.control),
    close,
    [Symbol.asyncDispose]: close,
  }
  stage.nameOn(platform)
  return platform as unknown as ConnectedPlatform<W> // The names were just added.
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
