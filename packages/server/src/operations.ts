import type { JobHandler } from './kernel/jobs.ts'
import type { Operation } from './kernel/operation.ts'
import { commandOperations } from './resources/commands/index.ts'
import { gatewayOperations } from './resources/gateway/index.ts'
import { interactionOperations, interactionUnanswered } from './resources/interactions/index.ts'
import { messageOperations } from './resources/messages/index.ts'
import { userOperations } from './resources/users/index.ts'
import { webhookOperations } from './resources/webhooks/index.ts'

/** Every operation of the HTTP API, resource by resource. An explicit list: what is not here does not exist. */
export const operations: readonly Operation[] = [
  ...gatewayOperations,
  ...userOperations,
  ...messageOperations,
  ...commandOperations,
  ...interactionOperations,
  ...webhookOperations,
]

/** What runs due jobs, by kind. */
export const jobHandlers: ReadonlyMap<string, JobHandler> = new Map<string, JobHandler>([
  ['interaction-unanswered', interactionUnanswered],
])
