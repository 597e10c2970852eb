import type { Addresses } from '../kernel/platform.ts'
import { type FilledWorld, readyWorld, type World, type WorldDirectory, withStatedSecrets } from '../world/index.ts'
import type { ReadyNode } from './ready-node.ts'

/** Facts about a platform that its ready line has. */
export interface ReadyPlatform extends Addresses {
  /** Null for a process that is alone. */
  readonly node: ReadyNode | null
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
  const { url, listen, api, gateway, cdn, activities, ca, world, directory, control, voice, node } = platform
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
    ...(node && { node: { name: node.name, url: node.url }, cluster: node.cluster }),
    world: shown,
  }
}
