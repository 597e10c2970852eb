import type { Work } from '../../../../kernel/work.ts'
import type { AccountPurge } from '../../../accounts/deletions/consequences.ts'
import { listEntriesAbout, windowEnd } from '../store.ts'
import { saveEntry } from './save.ts'

const TABLE = 'audit_log'
const WINDOW = 5_000
const WINDOWS_MAX = 10
/** Fields of changes and options that hold a name of a member. */
const NAMES: readonly string[] = ['nick', 'username', 'global_name']

/** Takes the nicknames of a deleted account out of the audit logs, one part of the table after the other. */
export async function scrubAuditLog(work: Work, purge: AccountPurge): Promise<void> {
  for (let windows = 0; purge.left > 0; windows += 1) {
    const after = purge.cursors[TABLE] ?? 0n
    const end = await windowEnd(work, after, WINDOW)
    if (end === null) return
    if (windows === WINDOWS_MAX) {
      purge.left = 0
      return
    }
    for (const entry of await listEntriesAbout(work, purge.user.id, { after, end })) {
      if (!entry.changes.some(({ key }) => NAMES.includes(key))) continue
      const changes = entry.changes.map((change) => (NAMES.includes(change.key) ? { key: change.key } : change))
      await saveEntry(work, { ...entry, changes: changes as typeof entry.changes })
      purge.left -= 1
    }
    purge.cursors[TABLE] = end
  }
}
