import { fileURLToPath } from 'node:url'

/** Libraries with native parts, and those that few starts load. */
const OUTSIDE = ['@snazzah/davey', 'fastify', 'pino', 'postgres', 'sharp', 'ws', 'yaml']

/** Bundle of a checkout (docs/decisions/0019). It includes pure libraries, because they are 1,000 of the modules. */
export default {
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  input: { command: './src/cli/main.ts', main: './src/platform/main.ts' },
  platform: 'node',
  external: OUTSIDE,
  // Node reads source maps only with --enable-source-maps.
  output: { dir: 'dist', cleanDir: true, sourcemap: true, chunkFileNames: '[name]-[hash].js' },
}
