import { randomBytes } from 'node:crypto'
import {
  FILE_MAX_BYTES,
  INTERACTION_RESPONSE_MS,
  type InteractionObject,
  InteractionType,
  invalidForm,
} from '@guildhall/protocol'
import type { Application, User } from '../../../kernel/model.ts'
import { OutgoingError } from '../../../kernel/outgoing.ts'
import type { Platform } from '../../../kernel/platform.ts'
import { SYSTEM_ACTOR } from '../../../kernel/units.ts'
import { presentUser } from '../../users/index.ts'
import { urlFault } from '../rules.ts'

const PONG = 1
const PONG_MAX_BYTES = 64 * 1024

/**
 * Verifies an interactions endpoint: it must respond to a signed PING with 200 and PONG, and to a PING with a wrong
 * signature with 401. Skips malformed URLs, which the check of the form rejects.
 *
 * @throws ApiError INVALID_FORM_BODY with APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID
 */
export async function verifyEndpoint(
  platform: Platform,
  application: Application,
  by: User,
  url: string | null | undefined,
): Promise<void> {
  if (!url || urlFault(url)) return
  const reason = await endpointFault(platform, application, by, url)
  if (reason === null) return
  platform.log.warn({ application_id: application.id.toString(), reason }, 'interactions endpoint is not verified')
  throw invalidForm(
    ['interactions_endpoint_url'],
    'APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID',
    'The specified interactions endpoint url could not be verified.',
  )
}

/** Returns why an endpoint is not verified, for the log, or null. */
async function endpointFault(
  platform: Platform,
  application: Application,
  by: User,
  url: string,
): Promise<string | null> {
  const id = await platform.units.read(SYSTEM_ACTOR, async (work) => work.nextId())
  const body = JSON.stringify(ping(application, by, id))
  const sendPing = (forged: boolean) =>
    platform.outgoing.post(
      {
        url,
        limitKey: `interactions.${application.id}`,
        body,
        signingKey: application.signing_key,
        forged,
        timeoutMs: INTERACTION_RESPONSE_MS,
        responseLimits: { jsonBytesMax: PONG_MAX_BYTES, multipartBytesMax: 0, fileBytesMax: 0, filesMax: 0 },
      },
      async ({ status, body }) => ({ status, type: (body as { type?: unknown } | null | undefined)?.type }),
    )
  try {
    const pong = await sendPing(false)
    if (pong.status !== 200) return `the response to a signed PING has status ${pong.status}, not 200`
    if (pong.type !== PONG) return 'the response to a signed PING is not {"type": 1}'
    const refusal = await sendPing(true)
    return refusal.status === 401
      ? null
      : `the response to a PING with a wrong signature has status ${refusal.status}, not 401`
  } catch (error) {
    if (error instanceof OutgoingError) return `a PING failed: ${error.message}`
    throw error
  }
}

/** Returns a PING interaction; its user is the one who changes the application. */
function ping(application: Application, by: User, id: bigint): InteractionObject {
  return {
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
}
