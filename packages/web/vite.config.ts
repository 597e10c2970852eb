import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), emojis(), relay(), precompressed()],
  css: { modules: { generateScopedName: '[name]_[local]_[hash:5]' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy admits scripts and styles of this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:7700', '/cdn': 'http://127.0.0.1:7700' } },
})
