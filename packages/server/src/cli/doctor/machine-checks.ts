/** Checks of this machine, which need no server. */
import { execFile } from 'node:child_process'
import { access, constants, mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { PRELOAD_FOLDER } from '../../platform/package-folder.ts'
import { AppBuild } from '../../transports/web/app-build.ts'
import { findPreloadLibrary, preloadPlaces } from '../run/preload-library.ts'
import { type Finding, finding } from './finding.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 20_000
const NODE_MAJOR_MIN = 24
const GIB = 1024 ** 3
const DISK_WARN_BYTES = GIB
const DISK_FAIL_BYTES = GIB / 20
/** Bits of a mode that open a file or folder to other users. */
const OTHERS = 0o077

export type Environment = Readonly<Record<string, string | undefined>>

/** Checks the Node that runs this command. */
export function checkNode(version: string): Finding {
  const major = Number(version.slice(1).split('.')[0])
  if (major >= NODE_MAJOR_MIN) return finding('Node', 'ok', `${version} runs Guildhall`)
  return finding(
    'Node',
    'fail',
    `${version} is too old`,
    `Install Node ${NODE_MAJOR_MIN} or later, or run npm ci again.`,
  )
}

/** Checks that this user can write the data folder, and that others cannot read it. */
export async function checkDataFolder(data: string): Promise<Finding> {
  if (data === ':memory:') return finding('data folder', 'ok', 'in memory: nothing is kept')
  const folder = await stat(data).catch(() => null)
  if (folder !== null && !folder.isDirectory())
    return finding('data folder', 'fail', `${data} is a file`, 'Name a folder with --data.')
  const place = folder === null ? await existingParent(data) : data
  try {
    await access(place, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return finding('data folder', 'fail', `${place} cannot be written by this user`, 'Change its owner, or use --data.')
  }
  if (folder === null) return finding('data folder', 'ok', `${data} will be made`)
  if (process.platform !== 'win32' && (folder.mode & OTHERS) !== 0)
    return finding('data folder', 'warn', `${data} is open to other users`, `The next start closes it; or chmod 700.`)
  return finding('data folder', 'ok', data)
}

/** Checks the space that is left where the data folder is, or will be. */
export async function checkDisk(data: string): Promise<Finding> {
  const place = data === ':memory:' ? tmpdir() : await existingParent(data)
  const { bavail, bsize } = await statfs(place)
  const freeBytes = bavail * bsize
  const text = `${(freeBytes / GIB).toFixed(1)} GiB free at ${place}`
  if (freeBytes >= DISK_WARN_BYTES) return finding('disk', 'ok', text)
  const advice = 'Make room: requests that write are refused on a full disk.'
  return finding('disk', freeBytes < DISK_FAIL_BYTES ? 'fail' : 'warn', text, advice)
}

async function existingParent(path: string): Promise<string> {
  const whole = resolve(path)
  if (await stat(whole).catch(() => null)) return whole
  return dirname(whole) === whole ? whole : existingParent(dirname(whole))
}

const LIBRARY_FROM = {
  package: 'the library for LD_PRELOAD is installed',
  cache: 'the library for LD_PRELOAD was compiled before',
  compiler: 'the C compiler makes the library for LD_PRELOAD',
}

/** Looks for the library that `run` loads into other programs, or compiles it. */
export async function checkPreload(): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-doctor-'))
  try {
    const source = join(PRELOAD_FOLDER, 'preload.c')
    const library = await findPreloadLibrary(preloadPlaces(source, folder))
    if (library.path !== null) return finding('run', 'ok', LIBRARY_FROM[library.from])
    const advice =
      'Node, Python, Go and Java work without it. For Ruby, PHP, Bun, Deno and uvloop install the package or a C compiler.'
    return finding('run', 'warn', `no library for LD_PRELOAD: ${library.reason}`, advice)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Programs of bots in other languages, and how they show their version. */
const RUNTIMES = [
  { check: 'Python', commands: ['python3', 'python'], args: ['--version'] },
  { check: 'Go', commands: ['go'], args: ['version'] },
  { check: 'Java', commands: ['java'], args: ['-version'] },
] as const

/** Looks for the runtimes of bots. Each is needed for bots in its language only. */
export function checkRuntimes(): Promise<Finding[]> {
  return Promise.all(
    RUNTIMES.map(async ({ check, commands, args }) => {
      for (const command of commands) {
        const version = await firstLine(command, args)
        if (version !== null) return finding(check, 'ok', version)
      }
      return finding(check, 'none', `not found; needed for bots in ${check} only`)
    }),
  )
}

async function firstLine(command: string, args: readonly string[]): Promise<string | null> {
  try {
    const { stdout, stderr } = await run(command, [...args], { timeout: TIMEOUT_MS })
    return `${stdout}${stderr}`.split('\n').find((line) => line.trim() !== '' && !line.startsWith('Picked up')) ?? null
  } catch {
    return null
  }
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Looks for a Chromium: the web app runs in any browser, its tests in this one. */
export async function checkChromium(env: Environment): Promise<Finding> {
  const named = env.GUILDHALL_TEST_BROWSER
  if (named) {
    if (await isExecutable(named)) return finding('Chromium', 'ok', named)
    const advice = 'Correct GUILDHALL_TEST_BROWSER.'
    return finding('Chromium', 'warn', `${named} cannot be run`, advice)
  }
  const folders = (env.PATH ?? '').split(delimiter)
  for (const path of folders.flatMap((folder) => BROWSERS.map((name) => join(folder, name)))) {
    if (await isExecutable(path)) return finding('Chromium', 'ok', path)
  }
  if (isInstalled('@sparticuz/chromium')) return finding('Chromium', 'ok', 'the one that npm installed for tests')
  return finding('Chromium', 'none', 'not found; needed for tests of the web app only')
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

/** Checks that the web app was built. */
export async function checkWebApp(): Promise<Finding> {
  if ((await new AppBuild().page('')) !== null) return finding('web app', 'ok', 'built')
  return finding('web app', 'warn', 'not built: pages show how to build it', 'Run npm ci in the checkout.')
}
