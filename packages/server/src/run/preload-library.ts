import { execFile } from 'node:child_process'
import { platform } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const COMPILERS = ['cc', 'gcc', 'clang']
const TIMEOUT_MS = 30_000

/** The library for the dynamic linker, or why there is none. */
export type PreloadLibrary = { path: string } | { path: null; reason: string }

/**
 * Compiles the library from `source` into `folder`, and loads it once. It fits this machine's C library alone, so that
 * it is not shipped as a binary.
 */
export async function compilePreloadLibrary(source: string, folder: string): Promise<PreloadLibrary> {
  if (platform() !== 'linux') return { path: null, reason: 'it needs Linux' }
  const path = join(folder, 'libguildhall-run.so')
  const compiler = await firstThatRuns(COMPILERS)
  if (compiler === undefined) return { path: null, reason: `no C compiler is installed (${COMPILERS.join(', ')})` }
  try {
    await run(compiler, ['-shared', '-fPIC', '-O2', '-o', path, source, '-ldl'], { timeout: TIMEOUT_MS })
    // The linker only warns of a library that it cannot load, for example from a folder without execution.
    const { stderr } = await run('true', [], { env: { ...process.env, LD_PRELOAD: path }, timeout: TIMEOUT_MS })
    if (stderr !== '') return { path: null, reason: stderr.trim() }
    return { path }
  } catch (error) {
    return { path: null, reason: `${compiler} failed: ${(error as Error).message.trim().split('\n').at(-1)}` }
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
