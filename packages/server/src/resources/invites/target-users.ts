import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  ApiError,
  AuditLogAction,
  ErrorBody,
  invalidForm,
  type Snowflake,
  wireTime,
  wireTimeOrNull,
} from '@guildhall/protocol'
import type { UploadedFile } from '../../kernel/files.ts'
import { HttpResponse } from '../../kernel/operation.ts'
import type { Work } from '../../kernel/work.ts'
import { Nullable, type Static, Type } from '../../validation/schema.ts'
import { audit } from '../audit-log/index.ts'
import type { StoredInvite } from './invite.ts'
import { readTargetUsers, type TargetUsersFile } from './target-users-file.ts'
import * as store from './target-users-store.ts'

const FIELD = 'target_users_file'
const FILE_BYTES_MAX = 4 * 1024 * 1024
/** Users of one transaction of the job; other writers wait for it. */
const PART = 1_000

/** Values of the job's `status`. [SUB-15] */
const Status = { PROCESSING: 1, COMPLETED: 2, FAILED: 3 } as const

/** Body of a 400 of operations that take such a file: an error, or the faults of the file by line. */
export const TargetsRefused = Type.Union([ErrorBody, Type.Object({ [FIELD]: Type.Array(Type.String()) })])

export const TargetUsersJobStatus = Type.Object({
  status: Type.Integer(),
  total_users: Type.Integer(),
  processed_users: Type.Integer(),
  created_at: Nullable(Type.String()),
  completed_at: Nullable(Type.String()),
  error_message: Nullable(Type.String()),
})

/** The file of target users that came with a request; null when none did. Other files are refused. */
export async function uploadedTargets(files: readonly UploadedFile[]): Promise<TargetUsersFile | null> {
  const [file] = files
  if (!file) return null
  if (file.field !== FIELD) throw invalidForm([file.field], 'UNKNOWN_FILE_UPLOAD_TYPE', 'Unexpected file.')
  if (file.sizeBytes > FILE_BYTES_MAX) throw new ApiError('REQUEST_ENTITY_TOO_LARGE')
  return readTargetUsers(await readFile(file.path, 'utf8'))
}

/** Cells that are no user ids are told in a shape of their own. [INV-2] */
export function faultyTargets({ faults }: TargetUsersFile): HttpResponse<400, Static<typeof TargetsRefused>> | null {
  return faults.length > 0 ? new HttpResponse(400, { [FIELD]: [...faults] }) : null
}

/**
 * Takes a list over for an invite. A job puts it into effect: until it is done the list before holds, and a new invite is
 * nobody's. [END-49] [END-52]
 */
export async function setTargets(work: Work, code: string, { ids, broken }: TargetUsersFile): Promise<Snowflake> {
  await store.removeUnused(work, code)
  const id = work.nextId()
  await store.insertList(work, {
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
    await store.insertPart(work, id, start / PART, ids.slice(start, start + PART))
  }
  await work.schedule('invite-targets', id.toString(), work.now, { listId: id, broken })
  return id
}

/** The job that puts a list into effect, part by part. [SUB-15] [END-53] */
export async function processTargets(
  work: Work,
  { listId, broken }: { listId: Snowflake; broken: string | null },
): Promise<void> {
  await nextTurn() // part follows upon part: others get their turn between them
  const list = await store.findList(work, listId)
  if (list?.status !== Status.PROCESSING) return // the invite is gone, or a newer list has come
  if (broken !== null) return store.updateList(work, listId, { status: Status.FAILED, error_message: broken })
  const ids = await store.partOf(work, listId, list.processed / PART)
  await store.insertTargets(work, listId, ids)
  const processed = list.processed + ids.length
  if (processed < list.total) {
    await store.updateList(work, listId, { processed })
    return work.schedule('invite-targets', listId.toString(), work.now, { listId, broken })
  }
  await store.updateList(work, listId, { processed, status: Status.COMPLETED, completed_at: work.now, in_effect: 1 })
  await store.removeOthers(work, list.code, listId)
}

/** Is the invite for certain people? */
export async function hasTargets(work: Work, { code }: StoredInvite): Promise<boolean> {
  return (await store.newestList(work, code)) !== undefined
}

/** May this user accept the invite, and see it? Anybody where it has no list. [END-49] */
export async function isTarget(work: Work, { code }: StoredInvite, userId: Snowflake): Promise<boolean> {
  const newest = await store.newestList(work, code)
  if (!newest) return true
  const inEffect = newest.in_effect === 1 ? newest : await store.listInEffect(work, code)
  return inEffect !== undefined && (await store.hasTarget(work, inEffect.id, userId))
}

/** Returns the ids of the newest readable list, in the order of the file. Throws 10129 when there is no list. [END-51] */
export async function targetsOf(work: Work, { code }: StoredInvite): Promise<string[]> {
  const newest = await store.newestList(work, code)
  if (!newest) throw new ApiError('UNKNOWN_INVITE_TARGET_USERS')
  const readable = newest.status === Status.FAILED ? ((await store.listInEffect(work, code)) ?? newest) : newest
  return store.allParts(work, readable.id)
}

/** Returns the status of the newest list. Throws 10124 when there is none. [END-53] */
export async function jobStatus(work: Work, { code }: StoredInvite): Promise<Static<typeof TargetUsersJobStatus>> {
  const list = await store.newestList(work, code)
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

export async function auditTargets(work: Work, invite: StoredInvite): Promise<void> {
  const changes = [{ key: 'code', old_value: invite.code, new_value: invite.code }]
  await audit(work, { guildId: invite.guild_id, action: AuditLogAction.INVITE_UPDATE, targetId: null, changes })
}
