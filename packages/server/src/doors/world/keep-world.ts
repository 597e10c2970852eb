import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FilledWorld } from './fill-world.ts'

/**
 * Scripts read ids and tokens from the ready line after a restart as well, but the store keeps hashes only. So the world
 * of the first start stays in the data folder, readable by its owner alone; whoever hosts for others deletes the file.
 * Answers the world given, or else the one kept.
 */
export async function keepWorld(folder: string | null, fresh: FilledWorld | null): Promise<FilledWorld | null> {
  if (folder === null) return fresh
  const path = join(folder, 'world.json')
  if (fresh) {
    await writeFile(path, JSON.stringify(fresh, null, 2), { mode: 0o600 })
    return fresh
  }
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as FilledWorld)
}
