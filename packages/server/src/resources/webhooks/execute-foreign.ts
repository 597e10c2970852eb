import { ApiError, Faults, type Snowflake, WEBHOOK_NAME_MAX } from '@guildhall/protocol'
import type { Platform } from '../../kernel/platform.ts'
import { SYSTEM_ACTOR } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import { Optional, SnowflakeId, Type } from '../../validation/schema.ts'
import { validate } from '../../validation/validate.ts'
import { ExecuteBody, execute } from './execute.ts'
import { type ForeignMessage, fitted } from './foreign.ts'
import { webhookByToken } from './webhook.ts'

export const ForeignQuery = Type.Object({ wait: Optional(Type.Boolean()), thread_id: Optional(SnowflakeId) })

interface Foreign {
  readonly work: Work
  readonly platform: Platform
  readonly params: { webhook_id: Snowflake; webhook_token: string }
  readonly wait?: boolean | undefined
  readonly thread_id?: Snowflake | undefined
}

/**
 * Writes a message that came in another service's form. Without `wait` nobody is told whether it could be written, as long
 * as the webhook is there.
 */
export async function executeForeign(
  { work, platform, params, wait = true, thread_id }: Foreign,
  message: ForeignMessage & { username?: string | null | undefined; avatar_url?: string | null | undefined },
): Promise<void> {
  await webhookByToken(work, params)
  const { username, avatar_url } = message
  const named = username ? { username: [...username].slice(0, WEBHOOK_NAME_MAX).join('') } : {}
  const faults = new Faults()
  const { embeds, ...rest } = fitted(message)
  const body = validate(ExecuteBody, { ...rest, ...named, ...(avatar_url ? { avatar_url } : {}) }, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  const write = (through: Work) =>
    execute({ work: through, platform, params, files: [], threadId: thread_id }, { ...body, embeds })
  if (wait) await write(work)
  else platform.background.run(() => writeUnheard(platform, write))
}

async function writeUnheard(platform: Platform, write: (work: Work) => Promise<unknown>): Promise<void> {
  try {
    await platform.units.write(SYSTEM_ACTOR, write)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    platform.log.info({ err: error }, 'a webhook message was not written, and nobody waited for it')
  }
}
