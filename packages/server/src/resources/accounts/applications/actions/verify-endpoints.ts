import { randomBytes } from 'node:crypto'
import {
  FILE_MAX_BYTES,
  INTERACTION_RESPONSE_MS,
  type InteractionObject,
  InteractionType,
  invalidForm,
  WEBHOOK_EVENT_RESPONSE_MS,
} from '@guildhall/protocol'
import type { Application, User } from '../../../../kernel/model.ts'
import { OutgoingError, type OutgoingResponse } from '../../../../kernel/outgoing.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { presentUser } from '../../users/index.ts'
import { presentWebhookPing } from '../../webhook-events/index.ts'
import type { OwnerChanges } from '../requests.ts'
import { urlFault, webhookEventsUrlOf } from '../rules.ts'

const PONG = 1
const PONG_LIMITS = { jsonBytesMax: 64 * 1024, multipartBytesMax: 0, fileBytesMax: 0, filesMax: 0 }

/** A server of an application that must prove that it checks signatures. */
interface Endpoint {
  readonly field: 'interactions_endpoint_url' | 'event_webhooks_url'
  /** For messages. */
  readonly name: string
  /** Code of the form error. */
  readonly code: string
  readonly url: string
  readonly timeoutMs: number
  /** JSON. */
  readonly ping: string
  /** Returns why the response to a signed PING is not the expected one, or null. */
  readonly pongFault: (response: Pick<OutgoingResponse, 'status' | 'body'>) => string | null
}

/** Returns whether a request may save an endpoint, so that the application must be read to verify it. */
export function savesEndpoint(body: OwnerChanges): boolean {
  return Boolean(body.interactions_endpoint_url || body.event_webhooks_url || body.event_webhooks_status)
}

/**
 * Verifies the endpoints that a request saves. An endpoint must respond to a signed PING as documented, and to a PING
 * with a wrong signature with 401. Skips malformed URLs, which the check of the form rejects. [SVC-11] [EVT-15]
 *
 * @throws ApiError INVALID_FORM_BODY at the field of the endpoint
 */
export async function verifyEndpoints(
  platform: Platform,
  application: Application,
  by: User,
  body: OwnerChanges,
): Promise<void> {
  const endpoints: Endpoint[] = []
  const { interactions_endpoint_url: interactionsUrl } = body
  const eventsUrl = webhookEventsUrlOf(application, body)
  if (interactionsUrl) endpoints.push(await interactionsEndpoint(platform, application, by, interactionsUrl))
  if (eventsUrl) endpoints.push(webhookEventsEndpoint(application, eventsUrl))
  for (const endpoint of endpoints) {
    if (!urlFault(endpoint.url)) await verify(platform, application, endpoint)
  }
}

/** Returns the endpoint for interactions; the user of its PING is the one who changes the application. */
async function interactionsEndpoint(
  platform: Platform,
  application: Application,
  by: User,
  url: string,
): Promise<Endpoint> {
  const id = await platform.units.read(SYSTEM_ACTOR, async (work) => work.nextId())
  const ping: InteractionObject = {
    id: id.toString(),
    application_id: application.id.toString(),
    type: InteractionType.PING,
    token: randomBytes(48).toString('base64url'),
    version: 1,
    user: presentUser(by),
    app_permissions: '0',
    entitlements: [],
    authorizing_integration_owners: {},
    attachment_size_limit: FILE_MAX_BYTES,
  }
  return {
    field: 'interactions_endpoint_url',
    name: 'interactions endpoint',
    code: 'APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID',
    url,
    timeoutMs: INTERACTION_RESPONSE_MS,
    ping: JSON.stringify(ping),
    pongFault({ status, body }) {
      if (status !== 200) return `the response to a signed PING has status ${status}, not 200`
      const { type } = (body ?? {}) as { type?: unknown }
      return type === PONG ? null : 'the response to a signed PING is not {"type": 1}'
    },
  }
}

function webhookEventsEndpoint(application: Application, url: string): Endpoint {
  return {
    field: 'event_webhooks_url',
    name: 'event webhooks',
    code: 'APPLICATION_EVENT_WEBHOOKS_URL_INVALID',
    url,
    timeoutMs: WEBHOOK_EVENT_RESPONSE_MS,
    ping: presentWebhookPing(application.id),
    pongFault: ({ status }) => (status === 204 ? null : `the response to a signed PING has status ${status}, not 204`),
  }
}

async function verify(platform: Platform, application: Application, endpoint: Endpoint): Promise<void> {
  const failed = (await endpointSteps(platform, application, endpoint)).find(({ passed }) => !passed)
  if (!failed) return
  const { field, name, code } = endpoint
  platform.log.warn(
    { application_id: application.id.toString(), field, reason: failed.detail },
    'endpoint is not verified',
  )
  throw invalidForm([field], code, `The specified ${name} url could not be verified.`)
}

/** One step of the check of an endpoint, with the reason for its result. */
export interface EndpointStep {
  readonly name: 'ping' | 'forged_ping'
  readonly passed: boolean
  readonly detail: string
}

/**
 * Checks an endpoint without saving it, for its developer. The second step follows only if the first one passed.
 *
 * @throws ApiError INVALID_FORM_BODY for a malformed URL
 */
export async function checkEndpoint(
  platform: Platform,
  application: Application,
  by: User,
  { field, url }: { field: Endpoint['field']; url: string },
): Promise<EndpointStep[]> {
  const fault = urlFault(url)
  if (fault) throw invalidForm(['url'], fault.code, fault.message)
  const endpoint =
    field === 'interactions_endpoint_url'
      ? await interactionsEndpoint(platform, application, by, url)
      : webhookEventsEndpoint(application, url)
  return endpointSteps(platform, application, endpoint)
}

async function endpointSteps(
  platform: Platform,
  application: Application,
  endpoint: Endpoint,
): Promise<EndpointStep[]> {
  const sendPing = (forged: boolean) =>
    platform.outgoing.post(
      {
        url: endpoint.url,
        purpose: {
          kind: endpoint.field === 'interactions_endpoint_url' ? 'interaction' : 'webhook_event',
          applicationId: application.id,
        },
        limitKey: `${endpoint.field}.${application.id}`,
        body: endpoint.ping,
        signingKey: application.signing_key,
        forged,
        timeoutMs: endpoint.timeoutMs,
        responseLimits: endpoint.field === 'interactions_endpoint_url' ? PONG_LIMITS : null,
      },
      async ({ status, body }) => ({ status, body }),
    )
  const step = async (
    name: EndpointStep['name'],
    expected: string,
    faultOf: (response: Pick<OutgoingResponse, 'status' | 'body'>) => string | null,
  ): Promise<EndpointStep> => {
    try {
      const fault = faultOf(await sendPing(name === 'forged_ping'))
      return { name, passed: fault === null, detail: fault ?? expected }
    } catch (error) {
      if (error instanceof OutgoingError) return { name, passed: false, detail: `the PING failed: ${error.message}` }
      throw error
    }
  }
  const ping = await step('ping', 'the endpoint responded to a signed PING', endpoint.pongFault)
  if (!ping.passed) return [ping]
  const forged = await step('forged_ping', 'the endpoint refused a PING with a wrong signature', ({ status }) =>
    status === 401 ? null : `the response to a PING with a wrong signature has status ${status}, not 401`,
  )
  return [ping, forged]
}
