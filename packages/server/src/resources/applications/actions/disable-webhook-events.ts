import { EventWebhooksStatus, type Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../../kernel/event.ts'
import type { Work } from '../../../kernel/work.ts'
import { tokensPruned } from '../../users/events.ts'
import * as store from '../store.ts'

/**
 * Sets `event_webhooks_status` to 3, because the server at `url` does not accept events. Returns false if the
 * application has another URL by now. [EVT-15]
 *
 * @param reason text for the developer of the server
 */
export async function disableWebhookEvents(
  work: Work,
  id: Snowflake,
  { url, reason }: { url: string; reason: string },
): Promise<boolean> {
  const application = await store.lockApplication(work, id)
  if (!application) return true
  if (application.event_webhooks_url !== url) return application.event_webhooks_url === null
  if (application.event_webhooks_status !== EventWebhooksStatus.ENABLED) return true
  await store.updateApplication(work, {
    ...application,
    event_webhooks_status: EventWebhooksStatus.DISABLED_BY_PLATFORM,
    event_webhooks_failure: { at: work.now, reason },
  })
  // The cached caller of the bot holds its application.
  if (application.bot_id !== null) work.emit(tokensPruned, userTopic(application.bot_id), null)
  return true
}
