import type { WebhookObject } from '@guildhall/protocol'
import type { WebhookTable } from '../../../kernel/store/tables.ts'

/** A webhook with its token in clear. `data` holds the `FollowerSource` of a follower webhook as JSON. */
export type StoredWebhook = WebhookTable

/** Source of a follower webhook, as wire objects. Empty for other webhooks. */
export type FollowerSource = Pick<WebhookObject, 'source_guild' | 'source_channel'>
