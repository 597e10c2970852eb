import assert from 'node:assert/strict'
import { ApiError, AttachmentObject, invalidForm } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import { operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { fileBytesMax, presentAttachment, storeAttachments } from '../../../messaging/messages/index.ts'
import { hasActivity } from '../actions/launch.ts'

/**
 * Upload Application Attachment: a file of an activity, from its bot, from a Bearer token with any scope, or from
 * a person for whose activity the app asks.
 */
export const uploadApplicationAttachment = operation({
  id: 'upload_application_attachment',
  method: 'POST',
  path: '/applications/:application_id/attachment',
  callers: ['bot', 'bearer', 'person'],
  params: Type.Object({ application_id: SnowflakeId }),
  filesMax: 1,
  fileField: 'file',
  responses: { 200: Type.Object({ attachment: AttachmentObject }) },

  async run({ caller, params, files, work, platform }) {
    await demandUploader(work, caller, params.application_id)
    if (files.length === 0) throw invalidForm(['file'], 'BASE_TYPE_REQUIRED', 'This field is required')
    const attachments = await storeAttachments(
      {
        work,
        platform,
        channelId: params.application_id,
        ephemeral: true,
        fileBytesMax: fileBytesMax(caller.user, undefined),
      },
      files,
      [],
    )
    const [attachment] = attachments as AttachmentObject[]
    assert(attachment, 'one file gives one attachment')
    return { attachment: presentAttachment(attachment, platform.attachmentUrls) as AttachmentObject }
  },
})

/** @throws APPLICATION_ACTION_NOT_AUTHORIZED; UNKNOWN_APPLICATION for a person if there is no activity */
async function demandUploader(work: Work, caller: Caller, applicationId: bigint): Promise<void> {
  if (caller.kind !== 'person') {
    if (caller.application?.id !== applicationId) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
    return
  }
  const application = await findApplication(work, applicationId)
  if (!application || !hasActivity(application)) throw new ApiError('UNKNOWN_APPLICATION')
}
