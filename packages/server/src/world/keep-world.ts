import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store, StoreSession } from '../kernel/store/store.ts'
import type { FilledWorld } from './fill-world.ts'
import { deleteMeta, findMeta, insertMeta } from './store.ts'
import { type WorldDirectory, worldDirectory } from './world-directory.ts'

/** Rows of `meta`: names and ids of the first start's world, and the whole world, encrypted. */
const WORLD = 'world'
export const WORLD_SECRETS = 'world-secrets'
/** Row of `meta` that marks a store whose world is the demo world. */
const DEMO_WORLD = 'demo-world'
const PLACE = `meta.${WORLD_SECRETS}`

/** The file in which older versions kept the whole world. */
const FORMER_FILE = 'world.json'

export interface KeptWorld {
  /** With every token, password and secret; null once they were removed. */
  world: FilledWorld | null
  /** The same without secrets; null if the store does not know its world. */
  directory: WorldDirectory | null
  /** Whether it is the demo world, whose people are examples. */
  isDemo: boolean
}

/** Stores a world with its secrets, in the transaction that applies it: a killed start leaves both or neither. */
export async function keepWorld(session: StoreSession, world: FilledWorld): Promise<void> {
  await insertMeta(session, WORLD, JSON.stringify(worldDirectory(world)))
  await insertMeta(session, WORLD_SECRETS, session.secrets.seal(JSON.stringify(world), PLACE))
}

/** Marks the world of the store as the demo world, in the transaction that applies it. */
export async function keepDemoMark(session: StoreSession): Promise<void> {
  await insertMeta(session, DEMO_WORLD, 'true')
}

/** Returns the stored part of the first start's world. */
export async function findWorld(session: StoreSession): Promise<KeptWorld> {
  const [directory, sealed] = [await findMeta(session, WORLD), await findMeta(session, WORLD_SECRETS)]
  return {
    world: sealed === undefined ? null : (JSON.parse(session.secrets.open(sealed, PLACE)) as FilledWorld),
    directory: directory === undefined ? null : (JSON.parse(directory) as WorldDirectory),
    isDemo: (await findMeta(session, DEMO_WORLD)) !== undefined,
  }
}

/** Removes the secrets of the first start's world: the store keeps hashes from now on. */
export async function forgetWorldSecrets(session: StoreSession): Promise<void> {
  await deleteMeta(session, WORLD_SECRETS)
}

/**
 * Moves the world file of an older version into the store. A truncated file, left when that version was killed, is
 * set aside as `world.json.damaged`; its secrets cannot be recovered, since the store has their hashes only.
 */
export async function takeFormerWorld(store: Store, folder: string): Promise<void> {
  const path = join(folder, FORMER_FILE)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return
  const world = parsed(text)
  if (!world) return rename(path, `${path}.damaged`)
  await store.transaction(async (session) => {
    if ((await findMeta(session, WORLD)) === undefined) await keepWorld(session, world)
  })
  await rm(path)
}

function parsed(text: string): FilledWorld | null {
  try {
    return JSON.parse(text) as FilledWorld
  } catch {
    return null
  }
}
