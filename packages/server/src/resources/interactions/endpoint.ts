import { ApiError, ATTACHMENTS_MAX, Faults, INTERACTION_ANSWER_MS, type Snowflake } from '@guildhall/protocol'
import type { Application } from '../../kernel/model.ts'
import { OutgoingError, type OutgoingResponse } from '../../kernel/outgoing.ts'
import type { Platform } from '../../kernel/platform.ts'
import { SYSTEM_ACTOR } from '../../kernel/units.ts'
import { validate } from '../../validation/validate.ts'
import { answerInteraction, CallbackBody } from './callback.ts'
import { failInteraction } from './failure.ts'
import type { Interaction } from './interaction.ts'
import * as store from './store.ts'

const MIB = 1024 * 1024
/** Smaller than what a request to the platform may be: it must come within 3 s, and nobody has asked its sender for it. */
const ANSWER_LIMITS = {
  jsonBytesMax: MIB,
  multipartBytesMax: 25 * MIB,
  // Of each, the interaction's own limit is looked at later.
  fileBytesMax: 25 * MIB,
  filesMax: ATTACHMENTS_MAX,
}
const LATER: readonly number[] = [202, 204]

/**
 * Posts an interaction to the application's endpoint and takes what it answers. Whatever goes wrong there is told to the
 * person as a failed interaction, and to the application's developer in the log.
 */
export function askEndpoint(
  platform: Platform,
  application: Application,
  url: string,
  { id }: Interaction,
  wire: Record<string, unknown>,
): void {
  const post = {
    url,
    limitKey: `interactions.${application.id}`,
    body: JSON.stringify(wire),
    signingKey: application.signing_key,
    timeoutMs: INTERACTION_ANSWER_MS,
    responseLimits: ANSWER_LIMITS,
  }
  platform.background.run(async () => {
    try {
      await platform.outgoing.post(post, (answer) => takeAnswer(platform, id, answer))
    } catch (error) {
      // What waits in the store tells the person after the next start.
      if (error instanceof OutgoingError && error.closing) return
      await fail(platform, application, id, url, error)
    }
  })
}

/** An empty answer with 202 or 204 says that a callback follows, or has come already. */
async function takeAnswer(platform: Platform, id: Snowflake, { status, body, files }: OutgoingResponse): Promise<void> {
  if (status < 200 || status > 299) throw new OutgoingError(`answered with status ${status}`)
  if (body === undefined) {
    if (LATER.includes(status) || (await wasAnswered(platform, id))) return
    throw new OutgoingError(`answered with status ${status} and nothing else; 202 is for who answers later`)
  }
  const faults = new Faults()
  const callback = validate(CallbackBody, body, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  await platform.units.write(SYSTEM_ACTOR, async (work) =>
    answerInteraction(work, platform, await store.find(work, id), callback, files),
  )
}

/** Many applications answer by a callback and then end the request with 200 and nothing. */
async function wasAnswered(platform: Platform, id: Snowflake): Promise<boolean> {
  const interaction = await platform.units.read(SYSTEM_ACTOR, (work) => store.find(work, id))
  return interaction?.answered_at != null
}

async function fail(
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
    // Queries hold secrets at times.
    url: `${origin}${pathname}`,
    failed,
  }
  if (error instanceof ApiError && error.status < 500)
    platform.log.warn({ ...facts, error }, 'interaction endpoint answered what cannot be taken')
  else if (error instanceof OutgoingError)
    platform.log.warn({ ...facts, reason: error.message }, 'interaction endpoint failed')
  else platform.log.error({ ...facts, err: error }, 'answer of an interaction endpoint could not be taken')
}
