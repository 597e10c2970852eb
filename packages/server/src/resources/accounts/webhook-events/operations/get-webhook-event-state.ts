import { wire, wireTime } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Nullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import * as store from '../store.ts'

const FAILING_MAX = 20

const Failing = Type.Object({
  type: Type.String(),
  created_at: wire.Time,
  attempts: Type.Integer(),
  failing_since: wire.Time,
  next_attempt_at: wire.Time,
})

/** Get Webhook Event State: events that wait for an application's server, and those that it refused. [EVT-15] */
export const getWebhookEventState = operation({
  id: 'get_webhook_event_state',
  method: 'GET',
  path: '/applications/:application_id/webhook-events',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId }),
  responses: {
    200: Type.Object({
      waiting: Type.Integer(),
      failing: Type.Array(Failing),
      /** Reason for which the platform last disabled the events. */
      disabled: Nullable(Type.Object({ at: wire.Time, reason: Type.String() })),
    }),
  },

  async run({ caller, params, work }) {
    const { id, event_webhooks_failure: last } = await applicationForCaller(work, caller, params.application_id)
    const failed = await store.listFailedHeads(work, id, FAILING_MAX)
    return {
      disabled: last && { at: wireTime(last.at), reason: last.reason },
      waiting: await store.countEvents(work, id),
      failing: failed.map(({ type, created_at, attempts, due_at, failing_since }) => ({
        type,
        created_at: wireTime(created_at),
        attempts,
        failing_since: wireTime(failing_since ?? created_at),
        next_attempt_at: wireTime(due_at),
      })),
    }
  },
})
