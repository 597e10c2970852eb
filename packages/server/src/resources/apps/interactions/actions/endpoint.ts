import {
  ApiError,
  ATTACHMENTS_MAX,
  Faults,
  INTERACTION_RESPONSE_MS,
  type InteractionObject,
  type Snowflake,
} from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import { OutgoingError, type OutgoingResponse } from '../../../../kernel/outgoing.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { validate } from '../../../../validation/validate.ts'
import { CallbackBody } from '../requests.ts'
import * as store from '../store.ts'
import { respond } from './respond.ts'
import { failInteraction } from './save.ts'

const MIB = 1024 * 1024
/** Smaller than the limits of API requests, because a response must arrive within 3 s. */
const RESPONSE_LIMITS = {
  jsonBytesMax: MIB,
  multipartBytesMax: 25 * MIB,
  // Composition checks the interaction's own limit of each file.
  fileBytesMax: 25 * MIB,
  filesMax: ATTACHMENTS_MAX,
}
/** Statuses of responses without a body that announce a callback. */
const CALLBACK_FOLLOWS: readonly number[] = [202, 204]

/**
 * Posts an interaction to the application's endpoint and carries out the response, in the background. A failure is sent
 * to the user as INTERACTION_FAILURE and logged for the application's developer.
 */
export function postToEndpoint(
  platform: Platform,
  application: Application,
  url: string,
  interaction: InteractionObject,
): void {
  const id = BigInt(interaction.id)
  const post = {
    url,
    purpose: { kind: 'interaction', applicationId: application.id },
    limitKey: `interactions.${application.id}`,
    body: JSON.stringify(interaction),
    signingKey: application.signing_key,
    timeoutMs: INTERACTION_RESPONSE_MS,
    responseLimits: RESPONSE_LIMITS,
  } as const
  platform.background.run(async () => {
    try {
      await platform.outgoing.post(post, (response) => receiveResponse(platform, id, response))
    } catch (error) {
      // The stored job fails the interaction after the next start.
      if (error instanceof OutgoingError && error.closing) return
      await handleFailure(platform, application, id, url, error)
    }
  })
}

/** An empty response with 202 or 204 means that the application sends, or has already sent, a callback. */
async function receiveResponse(
  platform: Platform,
  id: Snowflake,
  { status, body, files }: OutgoingResponse,
): Promise<void> {
  if (status < 200 || status > 299) throw new OutgoingError(`responded with status ${status}`)
  if (body === undefined) {
    if (CALLBACK_FOLLOWS.includes(status) || (await hasResponse(platform, id))) return
    throw new OutgoingError(`responded with status ${status} and no body; 202 announces a callback`)
  }
  const faults = new Faults()
  const callback = validate(CallbackBody, body, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  await platform.units.write(SYSTEM_ACTOR, async (work) =>
    respond(work, platform, await store.findInteraction(work, id), callback, files),
  )
}

/** Many applications send a callback first and then end the endpoint request with an empty 200. */
async function hasResponse(platform: Platform, id: Snowflake): Promise<boolean> {
  const interaction = await platform.units.read(SYSTEM_ACTOR, (work) => store.findInteraction(work, id))
  return interaction?.answered_at != null
}

async function handleFailure(
  platform: Platform,
  application: Application,
  id: Snowflake,
  url: string,
  error: unknown,
): Promise<void> {
  const failed = await platform.units.write(SYSTEM_ACTOR, (work) => failInteraction(work, id))
  const { origin, pathname } = URL.parse(url) ?? { origin: '', pathname: '' }
  const facts = {
    application_id: application.id.toString(),
    interaction_id: id.toString(),
    // Without the query, which may contain a secret.
    url: `${origin}${pathname}`,
    failed,
  }
  if (error instanceof ApiError && error.status < 500)
    platform.log.warn({ ...facts, error }, 'interaction endpoint sent an invalid response')
  else if (error instanceof OutgoingError)
    platform.log.warn({ ...facts, reason: error.message }, 'interaction endpoint failed')
  else platform.log.error({ ...facts, err: error }, 'response of an interaction endpoint could not be carried out')
}
