import { globSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { packCatalogue } from './src/lib/language/packed-catalogue.ts'
import { keyOf } from './src/lib/language/text.ts'

/** Files smaller than this gain nothing from compression. */
const COMPRESSED_FROM_BYTES = 1024

/** Writes a brotli and a gzip copy beside each finished file, so that the server compresses nothing itself. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/\.(js|css|svg|json|html)$/.test(fileName)) continue
        const path = join(dir ?? '', fileName)
        const bytes = await readFile(path)
        if (bytes.length < COMPRESSED_FROM_BYTES) continue
        const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
        await writeFile(`${path}.br`, brotli)
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

const RELAY = new URL('src/features/activities/relay/', import.meta.url)

/** Copies the relay's inline script and style unchanged: the server's policy admits them by their hashes. */
function relay(): Plugin {
  return {
    name: 'relay',
    apply: 'build',
    async generateBundle() {
      for (const fileName of ['relay.js', 'relay.css'])
        this.emitFile({ type: 'asset', fileName, source: await readFile(new URL(fileName, RELAY)) })
    },
  }
}

const EMOJIS = 'virtual:emojis'

/** Provides emojis as `[character, group, ...names]`, a small part of what the data set knows. */
function emojis(): Plugin {
  return {
    name: 'emojis',
    resolveId: (id) => (id === EMOJIS ? `\0${EMOJIS}` : undefined),
    load: (id) => (id === `\0${EMOJIS}` ? `export default ${JSON.stringify(emojiRows())}` : undefined),
  }
}

interface CompactEmoji {
  hexcode: string
  unicode: string
  group?: number
  order?: number
}

function emojiRows(): (string | number)[][] {
  const { resolve } = createRequire(import.meta.url)
  const read = <T>(name: string) => JSON.parse(readFileSync(resolve(`emojibase-data/en/${name}`), 'utf8')) as T
  const names = read<Record<string, string | string[]>>('shortcodes/joypixels.json')
  return read<CompactEmoji[]>('compact.json')
    .filter(({ hexcode, group }) => group !== undefined && names[hexcode] !== undefined)
    .sort((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .map(({ hexcode, unicode, group }) => [unicode, group ?? 0, ...[names[hexcode] ?? []].flat()])
}

const CATALOGUE = 'virtual:catalogue/'
/** End of the id of the part of a catalogue that only pages of operators show. */
const OPERATORS = '/operators'
const OPERATOR_PAGES = 'src/features/administration/'

/** Provides catalogues by the keys of their English texts, which would take half of the size. */
function catalogues(): Plugin {
  const pathOf = (id: string) => {
    const [language] = id.slice(id.indexOf(CATALOGUE) + CATALOGUE.length).split('/')
    return fileURLToPath(new URL(`src/lib/language/catalogues/${language}.json`, import.meta.url))
  }
  return {
    name: 'catalogues',
    resolveId: (id) => (id.startsWith(CATALOGUE) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${CATALOGUE}`)) return undefined
      const [path, isForOperators] = [pathOf(id), id.endsWith(OPERATORS)]
      this.addWatchFile(path)
      const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
      const ofOperators = textsOfOperators(Object.keys(texts))
      const entries = Object.entries(texts).filter(([message]) => ofOperators.has(message) === isForOperators)
      const byKey = new Map(entries.map(([message, text]) => [keyOf(message), text]))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(packCatalogue(byKey)))})`
    },
  }
}

/** Returns the texts that no other source than the pages of operators has: most people never need them. */
function textsOfOperators(messages: readonly string[]): ReadonlySet<string> {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname })
  const read = (paths: readonly string[]) =>
    paths.map((path) => readFileSync(join(import.meta.dirname, path), 'utf8')).join('\n')
  const isTheirs = (path: string) => path.startsWith(OPERATOR_PAGES)
  const [theirs, others] = [read(files.filter(isTheirs)), read(files.filter((path) => !isTheirs(path)))]
  return new Set(messages.filter((message) => theirs.includes(message) && !others.includes(message)))
}

const sourceOf = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))
/**
 * Chunks that hold a module and everything that it imports statically, unless a chunk above has it. Left alone, each
 * set of pages that share modules has its own chunk: 107 requests, whose many small files compress worse by 15 %.
 */
const CHUNKS = [
  { name: 'first', root: sourceOf('main.tsx') },
  { name: 'conversation', root: sourceOf('shell/conversation.tsx') },
] as const
/** Packages whose index lists far more than the app uses; a chunk takes what it needs of them. */
const BARRELS = /\/lucide-react\/|\/radix-ui\/|\/packages\/protocol\//

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Returns the groups of modules that the chunks are made of. */
function chunkGroups() {
  const placed = new Map<string, string>()
  const place = (modules: Modules) => {
    for (const { name, root } of CHUNKS) {
      const add = (one: string) => {
        if (placed.has(one) || BARRELS.test(one)) return
        placed.set(one, name)
        modules.getModuleInfo(one)?.importedIds.forEach(add)
      }
      add(root)
    }
    // The entry itself stays a chunk.
    placed.delete(CHUNKS[0].root)
  }
  return CHUNKS.map(({ name }, index) => ({
    priority: CHUNKS.length - index,
    name(id: string, modules: Modules) {
      if (placed.size === 0) place(modules)
      return placed.get(id) === name ? name : null
    },
  }))
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), emojis(), catalogues(), relay(), precompressed()],
  css: { modules: { generateScopedName: '[name]_[local]_[hash:5]' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy admits scripts and styles of this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/cdn', '/voice-frame'].map((path) => [path, 'http://127.0.0.1:7700'])),
  },
})
