import { fileURLToPath } from 'node:url'

/**
 * Bundle of the tarball for Node: a module for each part that is loaded later, in place of 150 files. The client core
 * is part of it, other packages stay outside. It has no source maps: its code is that of the sources without types.
 */
export default {
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  input: { index: './src/index.ts', runtime: './src/runtime/node.ts' },
  platform: 'node',
  external: /^(?![./]|@guildhall\/(?:client|protocol)(?:\/|$))/,
  output: { dir: 'dist/node', chunkFileNames: '[name]-[hash].js' },
}
