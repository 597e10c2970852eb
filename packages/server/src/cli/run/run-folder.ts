import { lstat, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../kernel/processes.ts'

const NAME = /^guildhall-run-(\d+)-/
/** File that says of which process, of which container and since which start of the machine a folder is. */
const OWNER = 'owner'
/** Age at which a folder without a process is removed where nothing says whose process that was. */
const LEFT_MS = 86_400_000

/** Makes the folder of a run, which only its user can read. Removes those of runs that were killed. */
export async function makeRunFolder(temporary: string, now: number): Promise<string> {
  const [entries, here] = await Promise.all([readdir(temporary), processSpace()])
  await Promise.all(entries.map((name) => removeIfLeft(temporary, name, { now, here })))
  const folder = await mkdtemp(join(temporary, `guildhall-run-${process.pid}-`))
  if (here !== null) await writeFile(join(folder, OWNER), here)
  return folder
}

async function removeIfLeft(temporary: string, name: string, { now, here }: { now: number; here: string | null }) {
  const pid = NAME.exec(name)?.[1]
  if (pid === undefined || isAlive(Number(pid))) return
  const path = join(temporary, name)
  try {
    const facts = await lstat(path)
    if (!facts.isDirectory() || facts.uid !== userInfo().uid) return
    const owner = await readFile(join(path, OWNER), 'utf8').catch(() => null)
    const isOfHere = owner !== null && owner === here
    if (isOfHere || now - facts.mtimeMs > LEFT_MS) await rm(path, { recursive: true, force: true })
  } catch {
    // Another run removes it too.
  }
}

/**
 * Returns a name of the space in which this process's id counts: a container may share the folder, but not its
 * processes. Null where the system does not tell.
 */
async function processSpace(): Promise<string | null> {
  try {
    const [boot, space] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readlink('/proc/self/ns/pid'),
    ])
    return `${boot.trim()} ${space}\n`
  } catch {
    return null
  }
}
