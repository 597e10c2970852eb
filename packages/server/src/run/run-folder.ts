import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../control-address.ts'

const NAME = /^guildhall-run-(\d+)-/
/** Age at which a folder without a process is removed. A container may share the folder, but not its processes. */
const LEFT_MS = 86_400_000

/** Makes the folder of a run, which only its user can read. Removes those of runs that were killed long ago. */
export async function makeRunFolder(temporary: string, now: number): Promise<string> {
  const entries = await readdir(temporary)
  await Promise.all(entries.map((name) => removeIfLeft(temporary, name, now)))
  return await mkdtemp(join(temporary, `guildhall-run-${process.pid}-`))
}

async function removeIfLeft(temporary: string, name: string, now: number): Promise<void> {
  const pid = NAME.exec(name)?.[1]
  if (pid === undefined || isAlive(Number(pid))) return
  const path = join(temporary, name)
  try {
    const facts = await lstat(path)
    const isOwn = facts.isDirectory() && facts.uid === userInfo().uid
    if (isOwn && now - facts.mtimeMs > LEFT_MS) await rm(path, { recursive: true, force: true })
  } catch {
    // Another run removes it too.
  }
}
