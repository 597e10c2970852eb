import { constants, lstatSync, rmdirSync, rmSync, type Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { writeFileAtomically } from '../../kernel/atomic-file.ts'
import { isAlive } from '../../kernel/processes.ts'
import { ownHosts } from '../../transports/http/own-hosts.ts'
import { isLoopbackHost } from '../../validation/loopback-host.ts'
import { ControlError } from './control-client.ts'

/** Address and key of a running platform's control API. */
export interface ControlAddress {
  /** Address of the platform, without `/control`. */
  readonly server: URL
  readonly key: string
}

/** Platform that a command is for. Fields that are null are looked for. */
export interface ControlWanted {
  /** Address of the platform. */
  readonly server: string | null
  readonly key: string | null
  /** Data folder of the platform. */
  readonly data: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Contents of the file by which commands of the same user find a platform on this machine. */
interface Announced {
  readonly url: string
  readonly key: string
  readonly pid: number
  /** File with the authority of the platform's own certificate; null where there is none. */
  readonly ca: string | null
}

/** Variable with the key. */
const CONTROL_KEY_VARIABLE = 'GUILDHALL_CONTROL_KEY'
const DEFAULT_SERVER = 'http://127.0.0.1:7700'
const FILE = 'control.json'
const ONLY_USER = 0o700
const OTHERS = 0o077
const WRITABLE_BY_OTHERS = 0o022
/** Follows no link, and does not wait for a writer of a pipe. Windows has neither flag. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const ATTEMPTS = 3

/**
 * Writes address, key and authority of a platform where commands of the same user find them: in the data folder, or for
 * `:memory:` in the user's folder for running programs. Only this user may read the file. Returns a function that
 * removes it; it is removed at the end of the process too.
 */
export async function announceControl(
  { control, ca }: { control: { url: string; key: string }; ca: string | null },
  data: string,
): Promise<() => void> {
  const announced: Announced = { url: new URL(control.url).origin, key: control.key, pid: process.pid, ca }
  const write = (path: string) => writeFileAtomically(path, `${JSON.stringify(announced)}\n`, { mode: 0o600 })
  const inMemory = data === ':memory:'
  const path = inMemory ? await writeRuntimeFile(write) : join(data, FILE)
  if (path === null) return () => undefined
  if (!inMemory) await write(path)
  const remove = () => {
    rmSync(path, { force: true })
    if (inMemory) removeIfEmpty(dirname(path))
  }
  process.once('exit', remove)
  return () => {
    process.off('exit', remove)
    remove()
  }
}

/**
 * Returns address and key of a platform: as given, from the environment, or as a platform on this machine announced
 * them. The key that a platform announced is sent to that platform only.
 *
 * @throws ControlError without a key
 */
export async function findControl(wanted: ControlWanted): Promise<ControlAddress> {
  const given = wanted.key ?? (wanted.env[CONTROL_KEY_VARIABLE] || null)
  if (given !== null && wanted.server !== null) return { server: new URL(wanted.server), key: given }
  const running = await runningPlatforms(wanted.data)
  const origin = wanted.server === null ? null : new URL(wanted.server).origin
  const found = origin === null ? running[0] : running.find(({ url }) => sameServer(url, origin))
  if (given !== null) return { server: new URL(found?.url ?? DEFAULT_SERVER), key: given }
  if (found) return { server: new URL(found.url), key: found.key }
  const where = origin === null ? 'No platform of this user runs on this machine' : `The key of ${origin} is not known`
  throw new ControlError(
    `${where}. Give the address and the control key: --server URL --key KEY, or ${CONTROL_KEY_VARIABLE}. ` +
      'The ready line of guildhall start --json has both.',
    null,
  )
}

/** Returns the file with the authority that a platform of this user on this machine announced; null without. */
export async function findAuthority(server: string, data: string): Promise<string | null> {
  const { origin } = new URL(server)
  return (await runningPlatforms(data)).find(({ url }) => sameServer(url, origin))?.ca ?? null
}

/**
 * Returns the platform that runs on a data folder, or the one of `server`; null if none runs there.
 *
 * @throws ControlError without a key for `server`
 */
export async function controlOfFolder(wanted: Omit<ControlWanted, 'env'>): Promise<ControlAddress | null> {
  if (wanted.server !== null) return findControl({ ...wanted, env: {} })
  const found = wanted.data === ':memory:' ? null : await readAnnounced(join(wanted.data, FILE))
  return found && { server: new URL(found.url), key: wanted.key ?? found.key }
}

/** Returns whether two addresses are one platform: `localhost` and TLS on the same port are. */
function sameServer(url: string, origin: string): boolean {
  const [announced, wanted] = [new URL(url), new URL(origin)]
  const host = ({ hostname }: URL) => (hostname === 'localhost' || hostname === '[::1]' ? '127.0.0.1' : hostname)
  return announced.port === wanted.port && host(announced) === host(wanted)
}

/** Returns the platform of a data folder, then those in memory, the newest first. */
async function runningPlatforms(data: string): Promise<Announced[]> {
  const folder = runtimeFolder()
  const names = isPrivate(folder) ? await readdir(folder).catch(() => []) : []
  const paths = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name))
  const dated = await Promise.all(
    paths.map(async (path) => ({
      path,
      at: await lstat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  )
  const newest = dated.sort((a, b) => b.at - a.at).map(({ path }) => path)
  const found = await Promise.all([join(data, FILE), ...newest].map(readAnnounced))
  return found.filter((entry) => entry !== null)
}

/** Returns what a file of this user announces; null if there is none, or its process has ended. */
async function readAnnounced(path: string): Promise<Announced | null> {
  try {
    const text = await readOwn(path)
    if (text === null) return null
    const announced = JSON.parse(text) as Announced
    if (isAlive(announced.pid) && URL.canParse(announced.url)) return isOfThisMachine(announced) ? announced : null
    await rm(path, { force: true })
  } catch {
    // A platform that is starting or ending: as if there were none.
  }
  return null
}

/**
 * Returns the content of a file that only this user can have written, or null. The working folder can be one in which
 * another user has made a data folder: its announcement would lead commands to that user's server.
 */
async function readOwn(path: string): Promise<string | null> {
  const file = await open(path, OPEN_FLAGS)
  try {
    return isOwn(await file.stat(), WRITABLE_BY_OTHERS) ? await file.readFile('utf8') : null
  } finally {
    await file.close()
  }
}

/**
 * Returns whether a platform was announced at an address of this machine. A project that was downloaded may contain a
 * file with another address, to which a key of the environment must not be sent.
 */
function isOfThisMachine({ url }: Announced): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const { dns, ips } = ownHosts('0.0.0.0')
  return isLoopbackHost(host) || dns.includes(host) || ips.includes(host)
}

/**
 * Writes the file of this process among those of running programs, and returns its path. Null where other users could
 * read it, or where it cannot be written: the platform runs without it, and commands are then given the key.
 */
async function writeRuntimeFile(write: (path: string) => Promise<void>): Promise<string | null> {
  const folder = runtimeFolder()
  const path = join(folder, `${process.pid}.json`)
  // A program that ends may remove the folder between the two steps, but hardly each time.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      await mkdir(folder, { recursive: true, mode: ONLY_USER })
      if (!isPrivate(folder)) return null
      await write(path)
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return null
    }
  }
  return null
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Other programs run.
  }
}

/** Returns the user's folder for files of running programs. */
function runtimeFolder(): string {
  const { XDG_RUNTIME_DIR: runtime } = process.env
  return runtime ? join(runtime, 'guildhall') : join(tmpdir(), `guildhall-${ownUid()}`)
}

/** Returns whether a folder is this user's alone: anyone may make a folder of any name in the temporary folder. */
function isPrivate(folder: string): boolean {
  const facts = lstatSync(folder, { throwIfNoEntry: false })
  return facts?.isDirectory() === true && isOwn(facts, OTHERS)
}

/** Returns whether a file or folder is this user's and gives others none of the permissions. */
function isOwn(facts: Stats, permissions: number): boolean {
  const uid = ownUid()
  // Windows has no owners here, and its temporary folder is the user's.
  return uid < 0 || (facts.uid === uid && (facts.mode & permissions) === 0)
}

/** Returns this user's id; -1 on Windows. `userInfo` throws for users without a name, as containers have them. */
const ownUid = () => process.getuid?.() ?? -1
