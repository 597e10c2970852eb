import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptBackup } from '../../kernel/backups.ts'

const NAME = /^guildhall-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.tar\.zst(\.age)?$/

/** Returns the name of a backup of a moment. */
export function backupName(at: number, encrypted: boolean): string {
  const time = new Date(at).toISOString().replaceAll(/[-:.]/g, '')
  return `guildhall-${time}.tar.zst${encrypted ? '.age' : ''}`
}

/** Whether a text is the name of a backup. */
export const isBackupName = (name: string): boolean => NAME.test(name)

/** Returns what the name of a backup says; null for other names, such as those of unfinished ones. */
export function keptBackupOf(name: string, bytes: number): KeptBackup | null {
  const [, year, month, day, hour, minute, second, ms, age] = NAME.exec(name) ?? []
  if (year === undefined) return null
  const created_at = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`
  return { name, bytes, created_at, encrypted: age !== undefined }
}

/** Order of backups by their time, the newest first. */
export const newestFirst = (a: KeptBackup, b: KeptBackup): number => (a.name < b.name ? 1 : -1)

/** Returns the backups in a folder, the newest first. Unfinished ones and other files are left out. */
export async function listBackups(folder: string): Promise<KeptBackup[]> {
  const names = (await readdir(folder).catch(absent)) ?? []
  const kept: KeptBackup[] = []
  for (const name of names.filter(isBackupName)) {
    const found = await stat(join(folder, name)).catch(absent)
    // A newer one has just replaced it.
    const backup = found && keptBackupOf(name, found.size)
    if (backup) kept.push(backup)
  }
  return kept.sort(newestFirst)
}

/** Returns null for an error that says that there is no such file. @throws any other error */
function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}

/** Removes all backups of a folder but the newest ones, of which it keeps one at least. */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  for (const { name } of (await listBackups(folder)).slice(Math.max(1, keep))) await rm(join(folder, name))
}
