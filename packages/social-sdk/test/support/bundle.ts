import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const ENTRY = 'virtual-entry'
const PACKAGE = '@guildhall/social-sdk'
const SOURCES = fileURLToPath(new URL('../../src/index.ts', import.meta.url))
const OPTIONAL = ['@evan/opus', '@snazzah/davey']

/** One file of a bundle. */
export interface Part {
  readonly name: string
  readonly code: string
  /** Names of the files that are loaded with it, as opposed to later ones. */
  readonly imports: readonly string[]
}

/** Options of a bundle. */
interface Options {
  readonly platform?: 'browser' | 'node'
  /** Folder in which the package is installed. Default: its sources are bundled. */
  readonly installedIn?: string
}

/** Bundles a program that imports the package, minified. The program is the file `entry.js`. */
export async function bundled(program: string, { platform = 'browser', installedIn }: Options = {}): Promise<Part[]> {
  const build = await rolldown({
    input: ENTRY,
    platform,
    external: platform === 'node' ? OPTIONAL : [],
    plugins: [
      {
        name: 'program',
        resolveId(id) {
          if (id === ENTRY) return id
          if (id !== PACKAGE) return null
          return installedIn === undefined ? SOURCES : this.resolve(id, join(installedIn, 'program.js'))
        },
        load: (id) => (id === ENTRY ? program : null),
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', minify: true, entryFileNames: 'entry.js' })
  await build.close()
  const chunks = output.filter((part) => part.type === 'chunk')
  return chunks.map(({ fileName, code, imports }) => ({ name: fileName, code, imports }))
}

/** Returns the bytes of a bundle. */
export function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0)
}

/** Returns the files of a bundle that a program loads at its start; dynamic imports load others later. */
export function loadedAtStart(parts: readonly Part[]): Part[] {
  const names = new Set(['entry.js'])
  for (const name of names)
    for (const imported of parts.find((part) => part.name === name)?.imports ?? []) names.add(imported)
  return parts.filter(({ name }) => names.has(name))
}
