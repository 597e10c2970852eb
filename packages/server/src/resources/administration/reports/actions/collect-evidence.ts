import assert from 'node:assert/strict'
import type { MessageObject, Snowflake } from '@guildhall/protocol'
import { UNSIGNED } from '../../../../kernel/attachment-urls.ts'
import type { Work } from '../../../../kernel/work.ts'
import { useFiles } from '../../../accounts/files/index.ts'
import {
  filesOf,
  type HydratedMessage,
  hydrateMessages,
  listMessages,
  presentMessage,
  type StoredMessage,
} from '../../../messaging/messages/index.ts'
import { CONTEXT_MESSAGES, type Evidence } from '../model.ts'

/**
 * Returns a message and those around it as evidence of a report, and keeps their files for as long as the report.
 *
 * @throws ApiError UNKNOWN_MESSAGE when a message was deleted meanwhile
 */
export async function collectEvidence(work: Work, reportId: Snowflake, message: StoredMessage): Promise<Evidence> {
  const { id, channel_id } = message
  const before = (await listMessages(work, channel_id, { before: id }, CONTEXT_MESSAGES)).reverse()
  const after = (await listMessages(work, channel_id, { after: id }, CONTEXT_MESSAGES)).reverse()
  const all = [...before, message, ...after]
  const keys = new Set(all.flatMap((entry) => [...filesOf(entry).own, ...filesOf(entry).shared]))
  // Under the id of the report, so that the deletion of the channel leaves the files.
  await useFiles(work, { id: reportId, channel_id: reportId }, [], [...keys])
  const objects = (await hydrateMessages(work, all, 0n)).map(asEvidence)
  const reported = objects[before.length]
  assert(reported, 'each message has an object')
  return { message: reported, before: objects.slice(0, before.length), after: objects.slice(before.length + 1) }
}

/** Returns a message with all its attachments, also those that an embed displays. Their addresses are not signed. */
function asEvidence(hydrated: HydratedMessage): MessageObject {
  return { ...presentMessage(hydrated, new Set(), UNSIGNED), attachments: hydrated.message.attachments }
}
