import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const ENTRY = 'virtual-entry'
const SOURCES = fileURLToPath(new URL('../../src/index.ts', import.meta.url))

/** One file of a bundle. */
interface Part {
  readonly name: string
  readonly code: string
}

/** Bundles a program of a page that imports the package. */
export async function bundleForPages(program: string): Promise<Part[]> {
  const build = await rolldown({
    input: ENTRY,
    platform: 'browser',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === ENTRY ? id : id === '@guildhall/social-sdk' ? SOURCES : null),
        load: (id) => (id === ENTRY ? program : null),
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', minify: true, entryFileNames: 'entry.js' })
  await build.close()
  const chunks = output.filter((part) => part.type === 'chunk')
  return chunks.map(({ fileName, code }) => ({ name: fileName, code }))
}
