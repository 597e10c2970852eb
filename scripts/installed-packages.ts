/** The published packages as a user gets them: tarballs, installed into an empty folder. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { arch, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { packPackages } from './pack.ts'

/** Runs a program to its end. */
export const run = promisify(execFile)
const { npm_config_call: _call, npm_config_local_prefix: _prefix, ...inherited } = process.env
/** Environment that runs npm and npx by the Node of this process, independent of the npm that runs the tests. */
export const env: NodeJS.ProcessEnv = {
  ...inherited,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
}
/** Time for a test that starts installed programs. */
export const TIMEOUT = { timeout: 120_000 }
/** Version of the packages. */
export const { version: VERSION } = JSON.parse(
  await readFile(new URL('../packages/server/package.json', import.meta.url), 'utf8'),
) as { version: string }

/** A folder of a user, with the packages installed in it. */
export interface Installed extends AsyncDisposable {
  readonly folder: string
  /** Paths of the tarballs. */
  readonly packed: readonly string[]
  /** Whether the tarball with the library for LD_PRELOAD of this machine was made. */
  readonly hasLibrary: boolean
}

/**
 * Packs the packages and installs them into an empty folder.
 *
 * @param others packages to install beside them, as npm names them
 */
export async function installPackages(others: readonly string[] = []): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-install-'))
  const own = `preload-linux-${arch()}`
  const packed = await packPackages(join(folder, 'tarballs'))
  // npm refuses a package for another machine that is asked for by name.
  const tarballs = packed.filter((file) => !file.includes('preload-linux-') || file.includes(own))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...options, ...tarballs, ...others], { cwd: folder, env })
  return {
    folder,
    packed,
    hasLibrary: tarballs.some((file) => file.includes(own)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
