import { createBackup } from './create-backup.ts'
import { downloadBackup } from './download-backup.ts'
import { listBackups } from './list-backups.ts'
import { noteBackup } from './note-backup.ts'

export const backupOperations = [listBackups, createBackup, downloadBackup, noteBackup]
