import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError, AuditLogAction, invalidForm, type Snowflake, wireTime, wireTimeOrNull } from '@guildhall/protocol'
import type { UploadedFile } from '../../../kernel/files.ts'
import { HttpResponse } from '../../../kernel/operation.ts'
import type { Work } from '../../../kernel/work.ts'
import { audit } from '../../audit-log/index.ts'
import type { StoredInvite } from '../model.ts'
import { TARGET_USERS_FIELD, type TargetUsersJobStatus, type TargetUsersRefused } from '../requests.ts'
import * as lists from '../target-list-store.ts'
import { readTargetUsers, type TargetUsersFile } from '../target-users-csv.ts'

const FILE_BYTES_MAX = 4 * 1024 * 1024
/** Users that one transaction of the job applies; other writers wait for it. */
const PART = 1_000

/** Values of the job's `status`. [SUB-15] */
const Status = { PROCESSING: 1, COMPLETED: 2, FAILED: 3 } as const

/** Returns the file of target users of a request; null without one. Rejects files in other fields. */
export async function uploadedTargetUsers(files: readonly UploadedFile[]): Promise<TargetUsersFile | null> {
  const [file] = files
  if (!file) return null
  if (file.field !== TARGET_USERS_FIELD) throw invalidForm([file.field], 'UNKNOWN_FILE_UPLOAD_TYPE', 'Unexpected file.')
  if (file.sizeBytes > FILE_BYTES_MAX) throw new ApiError('REQUEST_ENTITY_TOO_LARGE')
  return readTargetUsers(await readFile(file.path, 'utf8'))
}

/** Returns the documented response for a file with faults; null for a file without. [INV-2] */
export function faultyFileResponse({ faults }: TargetUsersFile): HttpResponse<400, TargetUsersRefused> | null {
  return faults.length > 0 ? new HttpResponse(400, { [TARGET_USERS_FIELD]: [...faults] }) : null
}

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
  await work.schedule('invite-targets', id.toString(), work.now, { listId: id, broken })
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
    return work.schedule('invite-targets', listId.toString(), work.now, { listId, broken })
  }
  await lists.updateTargetList(work, listId, {
    processed,
    status: Status.COMPLETED,
    completed_at: work.now,
    in_effect: 1,
  })
  await lists.deleteOtherTargetLists(work, list.code, listId)
}

/** Returns whether an invite has target users, so that only they can accept it. */
export async function hasTargetUsers(work: Work, { code }: StoredInvite): Promise<boolean> {
  return (await lists.findNewestTargetList(work, code)) !== undefined
}

/** Returns whether a user can see and accept an invite: as target user, or every user without a list. [END-49] */
export async function isTargetUser(work: Work, { code }: StoredInvite, userId: Snowflake): Promise<boolean> {
  const newest = await lists.findNewestTargetList(work, code)
  if (!newest) return true
  const applied = newest.in_effect === 1 ? newest : await lists.findAppliedTargetList(work, code)
  return applied !== undefined && (await lists.hasTarget(work, applied.id, userId))
}

/** Returns the ids of the newest list that did not fail, in the file's order. Throws 10129 without a list. [END-51] */
export async function targetUserIds(work: Work, { code }: StoredInvite): Promise<string[]> {
  const newest = await lists.findNewestTargetList(work, code)
  if (!newest) throw new ApiError('UNKNOWN_INVITE_TARGET_USERS')
  const readable =
    newest.status === Status.FAILED ? ((await lists.findAppliedTargetList(work, code)) ?? newest) : newest
  return lists.listTargetIds(work, readable.id)
}

/** Returns the job status of the newest list. Throws 10124 without a list. [END-53] */
export async function targetUsersJobStatus(work: Work, { code }: StoredInvite): Promise<TargetUsersJobStatus> {
  const list = await lists.findNewestTargetList(work, code)
  if (!list) throw new ApiError('UNKNOWN_INVITE_TARGET_USERS_JOB')
  return {
    status: list.status,
    total_users: list.total,
    processed_users: list.processed,
    created_at: wireTime(list.created_at),
    completed_at: wireTimeOrNull(list.completed_at),
    error_message: list.error_message,
  }
}

/** Audits a new list of target users as a change of the invite. */
export async function auditTargetUsers(work: Work, invite: StoredInvite): Promise<void> {
  const changes = [{ key: 'code', old_value: invite.code, new_value: invite.code }]
  await audit(work, { guildId: invite.guild_id, action: AuditLogAction.INVITE_UPDATE, targetId: null, changes })
}
