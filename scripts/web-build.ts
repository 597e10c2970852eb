/** Builds the web app where its build is missing or older than its sources. */
import { execFile } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'packages/web')
/** Folder of the bundled app. */
export const WEB_BUILD = join(web, 'dist')
const VITE = join(root, 'node_modules/vite/bin/vite.js')
/** Files that the bundle is made of. */
const SOURCES = [
  'packages/web/{src,public}/**/*',
  'packages/web/*.{ts,html,json}',
  'packages/protocol/src/**/*.ts',
  'packages/local-client/src/rpc/**/*.ts',
]

/** Bundles the web app to a folder. */
async function bundleWeb(outDir: string): Promise<void> {
  await run(process.execPath, [VITE, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'], { cwd: web })
}

/** Brings `packages/web/dist` up to date. Processes that do so at once build twice, and the last one stays. */
export async function freshWebBuild(): Promise<void> {
  const dist = WEB_BUILD
  if (existsSync(join(dist, 'index.html')) && newest(SOURCES) <= statSync(join(dist, 'index.html')).mtimeMs) return
  const work = join(web, 'build', String(process.pid))
  const [stage, former] = [join(work, 'next'), join(work, 'former')]
  try {
    await bundleWeb(stage)
    if (existsSync(dist)) await rename(dist, former)
    await rename(stage, dist)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function newest(patterns: readonly string[]): number {
  const files = globSync([...patterns], { cwd: root, exclude: (path) => /[.]test[.]tsx?$/.test(path) })
  return Math.max(...files.map((file) => statSync(join(root, file)).mtimeMs))
}
