import { ApiError, Faults, type Snowflake, WEBHOOK_NAME_MAX } from '@guildhall/protocol'
import type { Platform } from '../../../../kernel/platform.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import type { Work } from '../../../../kernel/work.ts'
import { validate } from '../../../../validation/validate.ts'
import { type ForeignMessage, withinLimits } from '../formats/foreign-message.ts'
import type { StoredWebhook } from '../model.ts'
import { ExecuteRequest } from '../requests.ts'
import { executeWebhook } from './execute.ts'

interface ForeignExecution {
  readonly work: Work
  readonly platform: Platform
  readonly webhook: StoredWebhook
  readonly wait?: boolean | undefined
  readonly thread_id?: Snowflake | undefined
}

/** Posts a message that came in the format of another service. Without `wait` the caller learns of no later error. */
export async function executeForeign(
  { work, platform, webhook, wait = true, thread_id }: ForeignExecution,
  message: ForeignMessage & { username?: string | null | undefined; avatar_url?: string | null | undefined },
): Promise<void> {
  const { username, avatar_url } = message
  const named = username ? { username: [...username].slice(0, WEBHOOK_NAME_MAX).join('') } : {}
  const faults = new Faults()
  const { embeds, ...rest } = withinLimits(message)
  const body = validate(ExecuteRequest, { ...rest, ...named, ...(avatar_url ? { avatar_url } : {}) }, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  const post = (unit: Work) =>
    executeWebhook({ work: unit, platform, files: [], threadId: thread_id }, webhook, { ...body, embeds })
  if (wait) await post(work)
  else platform.background.run(() => postInBackground(platform, post))
}

async function postInBackground(platform: Platform, post: (work: Work) => Promise<unknown>): Promise<void> {
  try {
    await platform.units.write(SYSTEM_ACTOR, post)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    platform.log.info({ err: error }, 'a webhook message without wait was rejected')
  }
}
