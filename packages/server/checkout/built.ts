import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGES = join(import.meta.dirname, '../..')
/** Paths of what the bundle is made of: sources, its options, and the versions of libraries. */
const SOURCES = [
  'protocol/src',
  'client/src',
  'local-client/src',
  'server/src',
  'server/rolldown.config.js',
  '../package-lock.json',
]

/**
 * Returns the path of an entry of the server in a checkout: in the bundle, which loads in a quarter of the time, or in
 * the sources if the bundle is missing or older than any of them. Both are named without an extension. A run of the
 * tests has just looked, and says so by `GUILDHALL_TEST_BUILD_IS_FRESH`: each of its processes would read 3,000 times.
 */
export function builtOrSource({ bundle, source }: { bundle: string; source: string }): string {
  const isBuilt = process.env.GUILDHALL_TEST_BUILD_IS_FRESH === '1' || isFresh()
  return join(PACKAGES, 'server', isBuilt ? `dist/${bundle}.js` : `src/${source}.ts`)
}

/** Returns whether the bundle below a folder of packages exists and is newer than what it is made of. */
export function isFresh(packages = PACKAGES): boolean {
  const built = modified(join(packages, 'server/dist/command.js'))
  return SOURCES.every((path) => isOlder(join(packages, path), built))
}

/** Returns whether a file or folder, with all in it, is older than a time. Entries that come or go change a folder. */
function isOlder(path: string, time: number): boolean {
  if (modified(path) > time) return false
  if (!statSync(path).isDirectory()) return true
  return readdirSync(path, { recursive: true, withFileTypes: true }).every(
    (entry) => modified(join(entry.parentPath, entry.name)) <= time,
  )
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
