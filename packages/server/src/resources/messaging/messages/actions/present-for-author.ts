import type { MessageObject } from '@guildhall/protocol'
import type { AttachmentSigner } from '../../../../kernel/attachment-urls.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { findChannel } from '../../../guild/channels/index.ts'
import { applicationAsReader, presentForReader } from '../content-present.ts'
import type { HydratedMessage } from '../model.ts'

/**
 * Returns a message object for the application or webhook that posted the message. The content of messages nested in
 * it is decided individually.
 */
export async function presentForAuthor(
  work: Work,
  hydrated: HydratedMessage,
  urls: AttachmentSigner,
): Promise<MessageObject> {
  const { application_id, webhook_id, author_id, channel_id, guild_id } = hydrated.message
  const application = application_id === null ? undefined : await findApplication(work, application_id)
  if (application) {
    const channel = guild_id === null ? await findChannel(work, channel_id) : undefined
    const inDm = channel?.recipient_ids.includes(application.bot_id ?? 0n) ?? false
    return presentForReader(applicationAsReader(application, inDm), hydrated, urls)
  }
  const webhook = webhook_id === null ? {} : { webhookId: webhook_id }
  const reader = { userId: author_id, applicationId: null, ...webhook, readsAll: false, inDm: true }
  return presentForReader(reader, hydrated, urls)
}
