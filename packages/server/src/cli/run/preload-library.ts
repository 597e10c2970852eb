import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, homedir, platform } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const COMPILERS = ['cc', 'gcc', 'clang']
const TIMEOUT_MS = 30_000
const FILE = 'libguildhall-run.so'
/** The library has some 16 KB. */
const FILE_MAX_BYTES = 1024 * 1024
const WRITABLE_BY_OTHERS = 0o022

/** The library for the dynamic linker with where it came from, or why there is none. */
export type PreloadLibrary = { path: string; from: 'package' | 'cache' | 'compiler' } | { path: null; reason: string }

/** Places where the library is looked for. */
export interface PreloadPlaces {
  /** C source of the library. */
  source: string
  /** Folder that the library is put into. LD_PRELOAD can name no path with spaces or colons, as others may have. */
  folder: string
  /** Path of the library of the optional package; null without that package. */
  prebuilt: string | null
  /** Folder of this user for compiled copies; null for none. */
  cache: string | null
}

/** Returns the places of an installation. */
export function preloadPlaces(source: string, folder: string, env: NodeJS.ProcessEnv = process.env): PreloadPlaces {
  return { source, folder, prebuilt: prebuiltLibrary(), cache: cacheFolder(env) }
}

const require = createRequire(import.meta.url)

function prebuiltLibrary(): string | null {
  try {
    return require.resolve(`@guildhall/preload-linux-${arch()}/${FILE}`)
  } catch {
    // The package is optional, and there is none for some machines.
    return null
  }
}

function cacheFolder({ XDG_CACHE_HOME: given }: NodeJS.ProcessEnv): string | null {
  const base = given && isAbsolute(given) ? given : join(homedir(), '.cache')
  return isAbsolute(base) ? join(base, 'guildhall') : null
}

/**
 * Puts the library into the folder: that of the optional package, a copy that this user compiled before, or a new one.
 * Each is loaded once, since it may not fit this machine's C library.
 */
export async function findPreloadLibrary({ source, folder, prebuilt, cache }: PreloadPlaces): Promise<PreloadLibrary> {
  if (platform() !== 'linux') return { path: null, reason: 'it needs Linux' }
  const path = join(folder, FILE)
  if (prebuilt !== null && (await copied(prebuilt, path)) && (await loadFault(path)) === null)
    return { path, from: 'package' }
  const name = `run-${arch()}-${createHash('sha256')
    .update(await readFile(source))
    .digest('hex')
    .slice(0, 32)}.so`
  const kept = cache === null ? null : await ownFile(cache, name)
  if (kept !== null) {
    await writeFile(path, kept)
    if ((await loadFault(path)) === null) return { path, from: 'cache' }
  }
  const reason = await compile(source, path)
  if (reason !== null) return { path: null, reason }
  if (cache !== null) await keep(cache, name, path)
  return { path, from: 'compiler' }
}

async function copied(from: string, to: string): Promise<boolean> {
  // A checkout has the package without its library.
  return copyFile(from, to).then(
    () => true,
    () => false,
  )
}

/** Compiles the library and loads it once. Returns why it cannot be used; null if it can. */
async function compile(source: string, path: string): Promise<string | null> {
  const compiler = await firstThatRuns(COMPILERS)
  if (compiler === undefined)
    return `@guildhall/preload-linux-${arch()} is not installed, and no C compiler is (${COMPILERS.join(', ')})`
  try {
    await run(compiler, ['-shared', '-fPIC', '-O2', '-o', path, source, '-ldl'], { timeout: TIMEOUT_MS })
    return await loadFault(path)
  } catch (error) {
    return `${compiler} failed: ${(error as Error).message.trim().split('\n').at(-1)}`
  }
}

/** Returns what the linker says about a library; null if it loads. It only warns, and then starts the program. */
async function loadFault(path: string): Promise<string | null> {
  try {
    const { stderr } = await run('true', [], { env: { ...process.env, LD_PRELOAD: path }, timeout: TIMEOUT_MS })
    return stderr === '' ? null : stderr.trim()
  } catch (error) {
    return (error as Error).message
  }
}

/** Returns the content of a file that this user alone could write; null for any other. */
async function ownFile(folder: string, name: string): Promise<Buffer | null> {
  try {
    if (!isOwn(await lstat(folder), 'isDirectory')) return null
    // The facts are read from the open file, because the name may lead to another one a moment later.
    await using handle = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW)
    const facts = await handle.stat()
    return isOwn(facts, 'isFile') && facts.size <= FILE_MAX_BYTES ? await handle.readFile() : null
  } catch {
    return null
  }
}

interface Facts {
  readonly uid: number
  readonly mode: number
  isFile(): boolean
  isDirectory(): boolean
}

function isOwn(facts: Facts, kind: 'isFile' | 'isDirectory'): boolean {
  return facts[kind]() && facts.uid === process.getuid?.() && (facts.mode & WRITABLE_BY_OTHERS) === 0
}

/** Keeps a compiled library for later runs. A run works without: the folder may not be writable. */
async function keep(folder: string, name: string, path: string): Promise<void> {
  const draft = join(folder, `${name}.${randomUUID()}`)
  try {
    await mkdir(dirname(folder), { recursive: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (!isOwn(await lstat(folder), 'isDirectory')) return
    await writeFile(draft, await readFile(path), { flag: 'wx', mode: 0o600 })
    await rename(draft, join(folder, name))
  } catch {
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

async function firstThatRuns(commands: readonly string[]): Promise<string | undefined> {
  for (const command of commands) {
    try {
      await run(command, ['--version'], { timeout: TIMEOUT_MS })
      return command
    } catch {
      // This compiler is absent: the next one may be there.
    }
  }
  return undefined
}
