import { fileURLToPath } from 'node:url'

/** Libraries with native parts, and those that few starts load. */
const OUTSIDE = ['@snazzah/davey', 'fastify', 'pino', 'postgres', 'sharp', 'ws', 'yaml']

/** Bundle of a checkout (docs/decisions/0019). It includes pure libraries, because they are 1,000 of the modules. */
export default {
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  input: { command: './src/command.ts', main: './src/main.ts' },
  platform: 'node',
  external: OUTSIDE,
  // Chunks lie beside the entries: code looks for other files of the package one folder above itself, as in `src`.
  // Node reads source maps only with --enable-source-maps.
  output: { dir: 'dist', cleanDir: true, sourcemap: true, chunkFileNames: '[name]-[hash].js' },
}
