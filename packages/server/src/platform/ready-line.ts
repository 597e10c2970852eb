import type { Addresses } from '../kernel/platform.ts'
import { type FilledWorld, readyWorld, type World, type WorldDirectory, withStatedSecrets } from '../world/index.ts'

/** Facts about a platform that its ready line has. */
export interface ReadyPlatform extends Addresses {
  readonly ca: string | null
  readonly world: FilledWorld | null
  readonly directory: WorldDirectory | null
  readonly control: { readonly url: string; readonly key: string }
  readonly voice: { readonly udp: string }
}

/**
 * Returns the object that programs read to find a platform: addresses, and the world with its secrets while they are
 * known. `stated` is the world file, whose secrets its reader has.
 */
export function readyLine(platform: ReadyPlatform, stated: World | null) {
  const { url, listen, api, gateway, cdn, activities, ca, world, directory, control, voice } = platform
  const shown = world ? readyWorld(world) : directory && withStatedSecrets(directory, stated)
  return {
    ready: true,
    url,
    listen,
    api,
    gateway,
    cdn,
    activities,
    ca,
    control,
    voice: { udp: voice.udp },
    world: shown,
  }
}
