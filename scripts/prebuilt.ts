/** The library for LD_PRELOAD, compiled for the packages that hold it. */
import { execFile } from 'node:child_process'
import { arch, platform } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SOURCE = fileURLToPath(new URL('../packages/server/preload/preload.c', import.meta.url))
const TIMEOUT_MS = 60_000

/** Folders below packages/ with a library, and the architectures that they are for. */
export const PREBUILT = [
  { folder: 'preload-linux-x64', architecture: 'x64' },
  { folder: 'preload-linux-arm64', architecture: 'arm64' },
] as const

type Architecture = (typeof PREBUILT)[number]['architecture']

/** Compilers of each architecture. That of the machine itself has the plain names. */
const CROSS: Readonly<Record<Architecture, string>> = { x64: 'x86_64-linux-gnu-gcc', arm64: 'aarch64-linux-gnu-gcc' }

/**
 * Symbols are those of glibc 2.17 and older: dlsym, which moved in 2.34, is found where it is in both. Its former file
 * must be loaded for that.
 */
const LIBRARIES = ['-Wl,--no-as-needed', '-l:libdl.so.2']
const OPTIONS = ['-shared', '-fPIC', '-O2', '-s']

/** Compiles the library. Returns why this machine cannot; null if it did. */
export async function compilePrebuilt(architecture: Architecture, path: string): Promise<string | null> {
  if (platform() !== 'linux') return 'it is compiled on Linux'
  const own = arch() === architecture ? ['cc', 'gcc'] : []
  for (const compiler of [...own, CROSS[architecture]]) {
    if (!(await runs(compiler))) continue
    try {
      await run(compiler, [...OPTIONS, '-o', path, SOURCE, ...LIBRARIES], { timeout: TIMEOUT_MS })
      return null
    } catch (error) {
      // For example on musl, which has no such file of the C library.
      return `${compiler} failed: ${(error as Error).message.trim().split('\n').at(-1)}`
    }
  }
  return `no C compiler for ${architecture} is installed (${[...own, CROSS[architecture]].join(', ')})`
}

async function runs(compiler: string): Promise<boolean> {
  return run(compiler, ['--version'], { timeout: TIMEOUT_MS }).then(
    () => true,
    () => false,
  )
}
