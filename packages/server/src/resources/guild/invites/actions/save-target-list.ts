import { setImmediate as nextTurn } from 'node:timers/promises'
import { AuditLogAction, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { audit } from '../../audit-log/index.ts'
import { targetListContinues } from '../jobs.ts'
import { TargetListStatus as Status, type StoredInvite } from '../model.ts'
import * as lists from '../target-list-store.ts'
import type { TargetUsersFile } from '../target-users-csv.ts'

/** Users that one transaction of the job applies; other writers wait for it. */
const PART = 1_000

/**
 * Stores a list of target users for an invite. A job applies it. Until then the previous list stays in effect, and
 * nobody can accept a new invite. [END-49] [END-52]
 */
export async function setTargetUsers(work: Work, code: string, { ids, broken }: TargetUsersFile): Promise<Snowflake> {
  await lists.deleteUnappliedTargetLists(work, code)
  const id = work.nextId()
  await lists.insertTargetList(work, {
    id,
    code,
    status: Status.PROCESSING,
    total: ids.length,
    processed: 0,
    created_at: work.now,
    completed_at: null,
    error_message: null,
    in_effect: 0,
  })
  for (let start = 0; start < ids.length; start += PART) {
    await lists.insertTargetPart(work, id, start / PART, ids.slice(start, start + PART))
  }
  await work.schedule(targetListContinues, id.toString(), work.now, { listId: id, broken })
  return id
}

/** Makes one user the only target user of a new invite, at once. */
export async function setOnlyTargetUser(work: Work, code: string, userId: Snowflake): Promise<void> {
  const id = work.nextId()
  await lists.insertTargetList(work, {
    id,
    code,
    status: Status.COMPLETED,
    total: 1,
    processed: 1,
    created_at: work.now,
    completed_at: work.now,
    error_message: null,
    in_effect: 1,
  })
  await lists.insertTargetPart(work, id, 0, [userId])
  await lists.insertTargets(work, id, [userId])
}

/** Job `invite-targets`: applies the next part of a list. [SUB-15] [END-53] */
export async function processTargetUsers(
  work: Work,
  { listId, broken }: { listId: Snowflake; broken: string | null },
): Promise<void> {
  await nextTurn() // parts follow each other directly: requests are handled between them
  const list = await lists.findTargetList(work, listId)
  if (list?.status !== Status.PROCESSING) return // the invite was deleted or has a newer list
  if (broken !== null) return lists.updateTargetList(work, listId, { status: Status.FAILED, error_message: broken })
  const ids = await lists.findTargetPart(work, listId, list.processed / PART)
  await lists.insertTargets(work, listId, ids)
  const processed = list.processed + ids.length
  if (processed < list.total) {
    await lists.updateTargetList(work, listId, { processed })
    return work.schedule(targetListContinues, listId.toString(), work.now, { listId, broken })
  }
  await lists.updateTargetList(work, listId, {
    processed,
    status: Status.COMPLETED,
    completed_at: work.now,
    in_effect: 1,
  })
  await lists.deleteOtherTargetLists(work, list.code, listId)
}

/** Audits a new list of target users as a change of the invite. */
export async function auditTargetUsers(work: Work, invite: StoredInvite): Promise<void> {
  const changes = [{ key: 'code', old_value: invite.code, new_value: invite.code }]
  await audit(work, { guildId: invite.guild_id, action: AuditLogAction.INVITE_UPDATE, targetId: null, changes })
}
