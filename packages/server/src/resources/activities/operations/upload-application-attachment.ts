import assert from 'node:assert/strict'
import { ApiError, AttachmentObject, invalidForm } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { fileBytesMax, presentAttachment, storeAttachments } from '../../messages/index.ts'

/** Upload Application Attachment: a file of an activity, from its bot or from a Bearer token with any scope. */
export const uploadApplicationAttachment = operation({
  id: 'upload_application_attachment',
  method: 'POST',
  path: '/applications/:application_id/attachment',
  callers: ['bot', 'bearer'],
  params: Type.Object({ application_id: SnowflakeId }),
  filesMax: 1,
  fileField: 'file',
  responses: { 200: Type.Object({ attachment: AttachmentObject }) },

  async run({ caller, params, files, work, platform }) {
    if (caller.application?.id !== params.application_id) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
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
