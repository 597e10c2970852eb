// Bundles the game into dist/: the main process, the preload script, which has to be one file of CommonJS in the
// sandbox, and the page.
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const OUT = join(import.meta.dirname, 'dist')
/** Packages that are not bundled: Electron has its own, and calls load native ones. */
const EXTERNAL = ['electron', '@evan/opus', '@snazzah/davey']
const BUNDLES = [
  { input: 'main.ts', platform: 'node', format: 'esm', file: 'main.js' },
  { input: 'preload.ts', platform: 'node', format: 'cjs', file: 'preload.cjs' },
  { input: 'page.ts', platform: 'browser', format: 'esm', file: 'page.js' },
]

/** Bundles the game into a folder. */
export async function build(folder = OUT) {
  for (const { input, platform, format, file } of BUNDLES) {
    const bundle = await rolldown({ input: join(import.meta.dirname, input), platform, external: EXTERNAL })
    await bundle.write({ dir: folder, format, entryFileNames: file, chunkFileNames: 'main-[name]-[hash].js' })
    await bundle.close()
  }
}

if (import.meta.main) await build()
