import { createWebhook } from './operations/create-webhook.ts'
import { deleteOriginalWebhookMessage } from './operations/delete-original-webhook-message.ts'
import { deleteWebhookOperation } from './operations/delete-webhook.ts'
import { deleteWebhookByToken } from './operations/delete-webhook-by-token.ts'
import { deleteWebhookMessage } from './operations/delete-webhook-message.ts'
import { executeWebhook } from './operations/execute-webhook.ts'
import { getGuildWebhooks } from './operations/get-guild-webhooks.ts'
import { getOriginalWebhookMessage } from './operations/get-original-webhook-message.ts'
import { getWebhook } from './operations/get-webhook.ts'
import { getWebhookByToken } from './operations/get-webhook-by-token.ts'
import { getWebhookMessage } from './operations/get-webhook-message.ts'
import { listChannelWebhooks } from './operations/list-channel-webhooks.ts'
import { updateOriginalWebhookMessage } from './operations/update-original-webhook-message.ts'
import { updateWebhook } from './operations/update-webhook.ts'
import { updateWebhookByToken } from './operations/update-webhook-by-token.ts'
import { updateWebhookMessage } from './operations/update-webhook-message.ts'

export const webhookOperations = [
  createWebhook,
  deleteOriginalWebhookMessage,
  deleteWebhookByToken,
  deleteWebhookMessage,
  deleteWebhookOperation,
  executeWebhook,
  getGuildWebhooks,
  getOriginalWebhookMessage,
  getWebhookByToken,
  getWebhookMessage,
  getWebhook,
  listChannelWebhooks,
  updateOriginalWebhookMessage,
  updateWebhookByToken,
  updateWebhookMessage,
  updateWebhook,
]
