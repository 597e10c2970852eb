import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { arch } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { syncFolder, writeFileAtomically } from '../../kernel/atomic-file.ts'
import { UserError } from '../../kernel/user-error.ts'

/** An upgrade that has stopped the platform, or is about to. */
export interface Journal {
  readonly from: string
  readonly to: string
  /** File of the backup before it. */
  readonly backup: string
  /** Number by which the file system knows the store before the new program starts; null before the stop. */
  readonly store: string | null
  /** Whether the former program is being put back, and why. */
  readonly failure: string | null
}

const VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/
const JOURNAL = 'upgrade.json'
/** Journals that were being written when an upgrade was killed. */
const UNFINISHED_JOURNAL = /^upgrade\.json\.[0-9a-f]{12}\.new$/
const INSTALLING = '.installing-'
/** Packages of this project that the program needs. A tarball of it has theirs beside it. */
const PARTS = ['client', 'local-client', 'protocol', 'web', `preload-linux-${arch()}`]
const INSTALL_MAX_MS = 15 * 60_000

/** Folder with programs side by side: `versions/{version}`, and the link `current` to that which the service starts. */
export class ProgramPrefix {
  readonly folder: string
  readonly #versions: string

  constructor(folder: string) {
    this.folder = resolve(folder)
    this.#versions = join(this.folder, 'versions')
  }

  /**
   * Returns the version of the program that the service starts.
   *
   * @throws UserError if there is none
   */
  async current(): Promise<string> {
    const target = await readlink(join(this.folder, 'current')).catch(() => null)
    const version = target === null ? '' : basename(target)
    if (this.has(version)) return version
    throw new UserError(
      `${join(this.folder, 'current')} leads to no program. Install the present one there first: npm install --prefix ${this.#versions}/VERSION guildhall@VERSION, then ln -s versions/VERSION ${this.folder}/current.`,
    )
  }

  has(version: string): boolean {
    return VERSION.test(version) && existsSync(this.commandOf(version))
  }

  /** Returns the file that starts a program. */
  commandOf(version: string): string {
    return join(this.#versions, version, 'node_modules/guildhall/bin/guildhall.js')
  }

  /**
   * Installs a version, or the tarball of one, beside the others. Returns its version.
   *
   * @throws UserError with the words of npm
   */
  async install(wanted: string): Promise<string> {
    if (this.has(wanted)) return wanted
    await mkdir(this.#versions, { recursive: true })
    for (const name of await readdir(this.#versions))
      if (name.startsWith(INSTALLING)) await rm(join(this.#versions, name), { recursive: true, force: true })
    const folder = await mkdtemp(join(this.#versions, INSTALLING))
    try {
      await npmInstall(folder, await packagesOf(wanted))
      const { version } = JSON.parse(await readFile(join(folder, 'node_modules/guildhall/package.json'), 'utf8'))
      if (version === (await this.current())) return version
      // A tarball may be another one of the same version.
      await rm(join(this.#versions, version), { recursive: true, force: true })
      await rename(folder, join(this.#versions, version))
      return version
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Leads `current` to another version, at once. */
  async use(version: string): Promise<void> {
    const next = join(this.folder, '.current')
    await rm(next, { force: true })
    await symlink(join('versions', version), next)
    await rename(next, join(this.folder, 'current'))
    await syncFolder(this.folder)
  }

  /** Returns the upgrade that was interrupted; null for none. */
  async unfinished(): Promise<Journal | null> {
    const text = await readFile(join(this.folder, JOURNAL), 'utf8').catch(() => null)
    return text === null ? null : (JSON.parse(text) as Journal)
  }

  async note(journal: Journal): Promise<void> {
    await writeFileAtomically(join(this.folder, JOURNAL), `${JSON.stringify(journal)}\n`)
  }

  /** Ends an upgrade: nothing of it goes on any more. */
  async end(): Promise<void> {
    for (const name of await readdir(this.folder))
      if (UNFINISHED_JOURNAL.test(name)) await rm(join(this.folder, name), { force: true })
    await rm(join(this.folder, JOURNAL), { force: true })
    await syncFolder(this.folder)
  }
}

/** Returns the names by which npm finds a version. A tarball brings those of its parts that lie beside it. */
async function packagesOf(wanted: string): Promise<string[]> {
  if (VERSION.test(wanted)) return [`guildhall@${wanted}`]
  const [file, folder] = [basename(wanted), dirname(resolve(wanted))]
  const [, version] = /^guildhall-(\d.*)\.tgz$/.exec(file) ?? []
  if (version === undefined || !existsSync(wanted))
    throw new UserError(`--to takes a version, or a file such as guildhall-1.2.3.tgz, not ${JSON.stringify(wanted)}.`)
  const beside = PARTS.map((part) => join(folder, `guildhall-${part}-${version}.tgz`))
  return [resolve(wanted), ...beside.filter((path) => existsSync(path))]
}

async function npmInstall(folder: string, packages: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ private: true })}\n`)
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  try {
    await promisify(execFile)('npm', ['install', '--prefix', folder, ...options, ...packages], {
      cwd: folder,
      env,
      timeout: INSTALL_MAX_MS,
    })
  } catch (cause) {
    const { stderr = '', message } = cause as Error & { stderr?: string }
    throw new UserError(`npm cannot install ${packages[0]}: ${(stderr.trim() || message).split('\n', 1)[0]}`, { cause })
  }
}
