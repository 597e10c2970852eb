import { suggestion } from '../validation/closest-word.ts'
import type { FaultList } from './faults.ts'
import type { World, WorldGuild } from './world.ts'

/** The name that refers to a guild's own role; its id is the guild's. */
export const EVERYONE = '@everyone'

/** The targets of references, and their position. */
export interface Targets {
  kind: string
  entries: Record<string, unknown>
  path: string
}

/** Users of a world file. */
export const usersOf = (world: World): Targets => ({ kind: 'user', entries: world.users, path: 'users' })
/** Applications of a world file. */
export const applicationsOf = (world: World): Targets => ({
  kind: 'application',
  entries: world.applications,
  path: 'applications',
})

/** Reports a fault if `key` is none of the targets; own properties only, or `constructor` would count as known. */
export function refer({ kind, entries, path }: Targets, key: string, at: string, faults: FaultList): boolean {
  if (Object.hasOwn(entries, key)) return true
  if (!faults.has(path)) {
    faults.add(at, `there is no ${kind} ${JSON.stringify(key)}${suggestion(key, Object.keys(entries))}`)
  }
  return false
}

/** A guild with the targets of references inside it. */
export interface Place {
  world: World
  guild: WorldGuild
  /** Keys of users, the owner among them. */
  members: Set<string>
  path: string
  faults: FaultList
}

/** Returns the key of the owner: the stated one, or the first user of the file. */
export function ownerOf(world: World, entry: { owner?: string }): string | undefined {
  return entry.owner ?? Object.keys(world.users)[0]
}

/** Roles without @everyone, which cannot be assigned. */
export function rolesOf(guild: WorldGuild, path: string): Targets {
  const { [EVERYONE]: _own, ...entries } = guild.roles ?? {}
  return { kind: 'role', entries, path: `${path}.roles` }
}

/** Channels of a guild. */
export function channelsOf(guild: WorldGuild, path: string): Targets {
  return { kind: 'channel', entries: guild.channels ?? {}, path: `${path}.channels` }
}

/** Bots of a guild, by the key of their application. */
export function botsOf(guild: WorldGuild, path: string): Targets {
  return { kind: 'bot of this guild', entries: guild.bots ?? {}, path: `${path}.bots` }
}

/** Reports a fault if a key is no member's. */
export function checkMember({ world, members, faults }: Place, key: string, path: string): void {
  if (members.has(key) || !refer(usersOf(world), key, path, faults)) return
  faults.add(path, `${JSON.stringify(key)} is not a member of this guild`)
}
