import type { Snowflake, UserObject } from '@guildhall/protocol'
import { unpack } from '../../../../kernel/json.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { AccountPurge } from '../../../accounts/deletions/consequences.ts'
import { presentUser } from '../../../accounts/users/index.ts'
import type { Evidence } from '../model.ts'
import { listEvidenceOf } from '../store.ts'
import { saveEvidence } from './save.ts'

const TABLE = 'reports'
/** Entries that one statement reads. */
const WINDOW = 500
const WINDOWS_MAX = 10

/** Takes the name of a deleted account out of the evidence of reports. The messages stay until the evidence goes. */
export async function scrubEvidence(work: Work, purge: AccountPurge): Promise<void> {
  const { user } = purge
  for (let windows = 0; purge.left > 0; windows += 1) {
    const after = purge.cursors[TABLE] ?? 0n
    const { found, end } = await listEvidenceOf(work, user.id, { after, limit: WINDOW })
    if (end === null) return
    if (windows === WINDOWS_MAX) {
      purge.left = 0
      return
    }
    for (const { id, evidence } of found) {
      await saveEvidence(work, id, withoutName(unpack<Evidence>(evidence), user.id, presentUser(user)))
      purge.left -= 1
    }
    purge.cursors[TABLE] = end
  }
}

/** Returns evidence in which each object of a user is replaced by the deleted one: authors, mentions, and the like. */
function withoutName(evidence: Evidence, userId: Snowflake, deleted: UserObject): Evidence {
  const id = userId.toString()
  const replace = (_: string, value: unknown) => (isUser(value) && value.id === id ? deleted : value)
  return JSON.parse(JSON.stringify(evidence), replace)
}

function isUser(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'username' in value && 'id' in value
}
