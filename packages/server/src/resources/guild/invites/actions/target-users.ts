import { readFile } from 'node:fs/promises'
import { ApiError, invalidForm, type Snowflake, wireTime, wireTimeOrNull } from '@guildhall/protocol'
import type { UploadedFile } from '../../../../kernel/files.ts'
import { HttpResponse } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { StoredInvite } from '../model.ts'
import { TargetListStatus } from '../model.ts'
import { TARGET_USERS_FIELD, type TargetUsersJobStatus, type TargetUsersRefused } from '../requests.ts'
import * as lists from '../target-list-store.ts'
import { readTargetUsers, type TargetUsersFile } from '../target-users-csv.ts'

const FILE_BYTES_MAX = 4 * 1024 * 1024

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
    newest.status === TargetListStatus.FAILED ? ((await lists.findAppliedTargetList(work, code)) ?? newest) : newest
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
