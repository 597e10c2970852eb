import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UserError } from '../../kernel/user-error.ts'
import { STORE_FILE } from '../../platform/backups/snapshot.ts'
import { hasStopped, runLine, runProgram, waitUntilReady } from './platform-service.ts'
import { type Journal, ProgramPrefix } from './program-prefix.ts'

/** Options of an upgrade of the program beside the present one. */
export interface BesideOptions {
  readonly data: string
  /** PostgreSQL instead of the embedded store. */
  readonly databaseUrl: string | null
  readonly secretKeyFile: string | null
  readonly prefix: string
  /** Version or tarball. */
  readonly to: string
  /** Command lines that stop and start the platform. */
  readonly stop: string
  readonly start: string
  /** Longest wait for the platform to be ready, in seconds. */
  readonly wait: number
}

/** Result of an upgrade, as `--json` prints it. */
export interface UpgradedBeside {
  readonly ok: boolean
  readonly from: string
  readonly to: string
  /** File of the backup; null if nothing was to be done. */
  readonly backup: string | null
  /** Reason of a return to the former program; null without one. */
  readonly error: string | null
}

const EXIT_FAULTY = 2

/**
 * Upgrades a platform by a program that is installed beside the present one. A new program that does not get ready is
 * replaced by the former one, and so is its embedded store. In PostgreSQL the rows stay: a migration only adds, so that
 * the former program can use them. A killed upgrade goes on when it is run again.
 *
 * @throws UserError if nothing was changed; and if the return fails too, with what is left to do
 */
export async function upgradeBeside(options: BesideOptions): Promise<UpgradedBeside> {
  const prefix = new ProgramPrefix(options.prefix)
  const data = resolve(options.data)
  if (options.databaseUrl === null && !existsSync(join(data, STORE_FILE)))
    throw new UserError(
      `The data folder ${data} holds no ${STORE_FILE}. A platform with PostgreSQL is named by --database-url too.`,
    )
  if (!existsSync(data)) throw new UserError(`There is no data folder ${data}, by which the platform is found.`)
  // Programs are for all users of the machine, such as that of the service.
  process.umask(0o022)
  const upgrade = new Upgrade(prefix, { ...options, data })
  const unfinished = await prefix.unfinished()
  if (unfinished !== null) {
    say(`An upgrade from ${unfinished.from} to ${unfinished.to} was interrupted, and goes on.`)
    return unfinished.failure === null ? upgrade.exchange(unfinished) : upgrade.takeBack(unfinished)
  }
  const from = await prefix.current()
  say(`Installing ${options.to} beside ${from}.`)
  const to = await prefix.install(options.to)
  if (to === from) return { ok: true, from, to, backup: null, error: null }
  await upgrade.rehearse(to)
  const backup = await upgrade.backUp(from)
  return upgrade.exchange({ from, to, backup, store: null, failure: null })
}

class Upgrade {
  readonly #prefix: ProgramPrefix
  readonly #options: BesideOptions

  constructor(prefix: ProgramPrefix, options: BesideOptions) {
    this.#prefix = prefix
    this.#options = options
  }

  /** @throws UserError with the reason of the new program */
  async rehearse(version: string): Promise<void> {
    say(`Rehearsing the start of ${version} on a copy.`)
    const { stdout, stderr } = await this.#run(version, ['upgrade', '--rehearse', '--json', ...this.#key()])
    const { ok, error } = lastLine<{ ok: boolean; error: string | null }>(stdout) ?? { ok: false, error: stderr.trim() }
    if (!ok) throw new UserError(`Nothing was changed: version ${version} does not start on a copy: ${error}`)
  }

  /** Makes a backup by the present program. Returns its file. */
  async backUp(version: string): Promise<string> {
    say('Backing up.')
    let made = await this.#run(version, ['backup', '--json'])
    // Without a recovery key there is nothing to encrypt to.
    if (made.code === EXIT_FAULTY) made = await this.#run(version, ['backup', '--json', '--plain'])
    process.stderr.write(made.stderr)
    const { file } = lastLine<{ file: string }>(made.stdout) ?? {}
    if (made.code !== 0 || file === undefined) throw new UserError('Nothing was changed: the backup failed.')
    return file
  }

  /** Stops the platform, leads the service to the new program, and starts it. */
  async exchange(planned: Journal): Promise<UpgradedBeside> {
    const { to } = planned
    await this.#prefix.note(planned)
    await this.#stop()
    const journal = planned.store === null ? { ...planned, store: await this.#storeId() } : planned
    await this.#prefix.note(journal)
    await this.#prefix.use(to)
    const failure = await this.#startAs(to)
    if (failure !== null) return this.takeBack({ ...journal, failure })
    await this.#prefix.end()
    return { ok: true, from: journal.from, to, backup: journal.backup, error: null }
  }

  /** Puts the former program back, and the store that it can read. */
  async takeBack(journal: Journal): Promise<UpgradedBeside> {
    const { from, to, backup, failure } = journal
    say(`The upgrade failed: ${failure}. Returning to ${from}.`)
    await this.#prefix.note(journal)
    await this.#stop()
    // A start that upgrades the store puts another file in its place.
    if (journal.store !== null && (await this.#storeId()) !== journal.store) {
      const returned = await this.#run(from, ['upgrade', '--return', '--json'])
      const result = lastLine<{ lost: Record<string, number> }>(returned.stdout)
      if (returned.code !== 0 || result === null)
        throw new UserError(
          `The store cannot be returned: ${returned.stderr.trim()} guildhall restore ${backup} --replace makes the former one.`,
        )
      say(`The former store is back. Lost since the upgrade: ${JSON.stringify(result.lost)}.`)
    }
    await this.#prefix.use(from)
    const still = await this.#startAs(from)
    if (still !== null)
      throw new UserError(`Version ${from} is back, but not ready: ${still}. The backup is ${backup}.`)
    await this.#prefix.end()
    return { ok: false, from, to, backup, error: failure }
  }

  async #stop(): Promise<void> {
    const { stop, data } = this.#options
    say(`Stopping: ${stop}`)
    await runLine(stop)
    if (!(await hasStopped(data)))
      throw new UserError(`The platform of ${data} goes on after ${JSON.stringify(stop)}. Stop it, and run this again.`)
  }

  /** Starts the platform. Returns the reason if the version does not get ready. */
  async #startAs(version: string): Promise<string | null> {
    const { start, data, wait } = this.#options
    say(`Starting ${version}: ${start}`)
    const code = await runLine(start)
    return code === 0 ? waitUntilReady(data, version, wait) : `${JSON.stringify(start)} ended with ${code}`
  }

  /** Returns what tells the store of now from the one of before an upgrade: in PostgreSQL it is the same. */
  async #storeId(): Promise<string> {
    const { data, databaseUrl } = this.#options
    return databaseUrl === null ? String((await stat(join(data, STORE_FILE))).ino) : 'the database'
  }

  #key(): string[] {
    const { secretKeyFile } = this.#options
    return secretKeyFile === null ? [] : ['--secret-key', secretKeyFile]
  }

  /** Runs a program. It gets the address of the database by its environment, since a command line can be seen. */
  #run(version: string, args: readonly string[]) {
    const { data, databaseUrl } = this.#options
    const env =
      databaseUrl === null ? {} : { GUILDHALL_DATABASE_URL: databaseUrl, GUILDHALL_DATABASE_URL_FILE: undefined }
    return runProgram(this.#prefix.commandOf(version), [...args, '--data', data], { data, env })
  }
}

/** Returns the JSON of the last line of an output; null if it is none. */
function lastLine<T>(stdout: string): T | null {
  try {
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T
  } catch {
    return null
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
