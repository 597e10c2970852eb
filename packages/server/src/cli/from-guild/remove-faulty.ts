import { checkWorld, type World, WorldError } from '../../world/index.ts'

/** Entries that the rest of a world does not need. Keys are identifiers, since `Keys` made them. */
const REMOVABLE = [
  /^guilds\.(\w+)\.(auto_moderation|scheduled_events|stickers)\.(\w+)/,
  /^guilds\.(\w+)\.channels\.(\w+)\.(?:threads\.(\w+)\.)?messages\[(\d+)\]/,
]
const ROUNDS_MAX = 50

/**
 * Removes entries that this platform would refuse, such as a pattern in another dialect: they must not prevent that
 * the rest of a guild is written. Returns a note for each of them.
 *
 * @throws WorldError if another part of the world has a fault
 */
export function removeFaulty(world: World): string[] {
  const notes: string[] = []
  for (let round = 0; ; round += 1) {
    const error = faultOf(world)
    if (!error) return notes
    const found = new Map<string, string>()
    for (const { path, message } of error.faults) {
      const [entry] = REMOVABLE.map((pattern) => pattern.exec(path)?.[0]).filter((match) => match !== undefined)
      if (entry === undefined || round === ROUNDS_MAX) throw error
      found.set(entry, message)
    }
    // From the last one on, since removing a message moves those after it.
    for (const [path, message] of [...found].toSorted(byIndexDescending)) {
      remove(world, path)
      notes.push(`${path.replace(/^guilds\.\w+\./, '')}: ${message}`)
    }
  }
}

function faultOf(world: World): WorldError | null {
  try {
    checkWorld(structuredClone(world))
    return null
  } catch (error) {
    if (error instanceof WorldError) return error
    throw error
  }
}

function byIndexDescending([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return indexIn(other) - indexIn(one)
}

const indexIn = (path: string) => Number(/\[(\d+)\]$/.exec(path)?.[1] ?? -1)

function remove(world: World, path: string): void {
  const [, guildKey = '', part, key = ''] = REMOVABLE[0]?.exec(path) ?? []
  if (part === 'auto_moderation' || part === 'scheduled_events' || part === 'stickers') {
    delete world.guilds[guildKey]?.[part]?.[key]
    return
  }
  const [, guild = '', channelKey = '', thread] = REMOVABLE[1]?.exec(path) ?? []
  const channel = world.guilds[guild]?.channels?.[channelKey]
  const place = thread === undefined ? channel : channel?.threads?.[thread]
  place?.messages?.splice(indexIn(path), 1)
}
