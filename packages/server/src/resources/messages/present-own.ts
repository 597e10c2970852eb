import type { MessageObject } from '@guildhall/protocol'
import type { AttachmentSigner } from '../../kernel/attachment-urls.ts'
import type { Work } from '../../kernel/work.ts'
import { findApplication } from '../applications/index.ts'
import { findChannel } from '../channels/index.ts'
import { applicationAsReader, presentForReader } from './content.ts'
import type { ShownMessage } from './message.ts'

/** Returns a message for the application or webhook that wrote it. Messages nested in it are judged individually. */
export async function presentOwn(work: Work, shown: ShownMessage, urls: AttachmentSigner): Promise<MessageObject> {
  const { application_id, webhook_id, author_id, channel_id, guild_id } = shown.message
  const application = application_id === null ? undefined : await findApplication(work, application_id)
  if (application) {
    const channel = guild_id === null ? await findChannel(work, channel_id) : undefined
    const inDm = channel?.recipient_ids.includes(application.bot_id ?? 0n) ?? false
    return presentForReader(applicationAsReader(application, inDm), shown, urls)
  }
  const webhook = webhook_id === null ? {} : { webhookId: webhook_id }
  return presentForReader(
    { userId: author_id, applicationId: null, ...webhook, readsAll: false, inDm: true },
    shown,
    urls,
  )
}
