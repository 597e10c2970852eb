/** Builds the web app and the bundle of the server where a build is missing or older than its sources. */
import { execFile } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isFresh } from '../packages/server/checkout/built.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'packages/web')
const server = join(root, 'packages/server')
/** Folder of the bundled app. */
export const WEB_BUILD = join(web, 'dist')
const VITE = join(root, 'node_modules/vite/bin/vite.js')
const ROLLDOWN = join(root, 'node_modules/rolldown/bin/cli.mjs')
/** Files that the bundle of the app is made of. */
const WEB_SOURCES = [
  'packages/web/{src,public}/**/*',
  'packages/web/*.{ts,html,json}',
  'packages/protocol/src/**/*.ts',
  'packages/client/src/**/*.ts',
  'packages/local-client/src/rpc/**/*.ts',
]

/** Brings `packages/web/dist` up to date. */
export async function freshWebBuild(): Promise<void> {
  const page = join(WEB_BUILD, 'index.html')
  if (existsSync(page) && newest(WEB_SOURCES) <= statSync(page).mtimeMs) return
  await replaceDist(web, (folder) =>
    run(process.execPath, [VITE, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'], { cwd: web }),
  )
}

/** Brings `packages/server/dist` up to date. */
export async function freshServerBuild(): Promise<void> {
  if (!isFresh()) await replaceDist(server, (folder) => bundleServer('rolldown.config.js', folder))
}

/** Bundles the server to a folder as a file of options describes. */
export async function bundleServer(config: string, folder: string): Promise<void> {
  await bundle(server, config, folder)
}

/** Bundles the social SDK of games to a folder, as it is published for Node. */
export async function bundleSocialSdk(folder: string): Promise<void> {
  await bundle(join(root, 'packages/social-sdk'), 'rolldown.config.js', folder)
}

async function bundle(cwd: string, config: string, folder: string): Promise<void> {
  await run(process.execPath, [ROLLDOWN, '-c', config, '--dir', folder, '--logLevel', 'warn'], { cwd })
}

/**
 * Puts what `build` writes to a new folder in place of the folder `dist` of a package, so that nobody reads half a
 * build. Processes that do so at once build twice, and the last one stays.
 */
async function replaceDist(packageFolder: string, build: (folder: string) => Promise<unknown>): Promise<void> {
  const dist = join(packageFolder, 'dist')
  const work = join(packageFolder, 'build', String(process.pid))
  const [next, former] = [join(work, 'next'), join(work, 'former')]
  try {
    await mkdir(work, { recursive: true })
    await build(next)
    if (existsSync(dist)) await rename(dist, former)
    await rename(next, dist)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** @throws when a pattern matches no file: a build that misses its sources would always seem fresh */
function newest(patterns: readonly string[]): number {
  const exclude = (path: string) => /[.]test[.]tsx?$/.test(path)
  const times = patterns.flatMap((pattern) => {
    const files = globSync(pattern, { cwd: root, exclude })
    if (files.length === 0) throw new Error(`No source of the web app matches ${pattern}`)
    return files.map((file) => statSync(join(root, file)).mtimeMs)
  })
  return Math.max(...times)
}
