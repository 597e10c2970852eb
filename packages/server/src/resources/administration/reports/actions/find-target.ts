import { ApiError, invalidForm, type Snowflake } from '@guildhall/protocol'
import { memberInGuild } from '../../../../access/member.ts'
import { messageForCaller } from '../../../../access/message.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser } from '../../../accounts/users/index.ts'
import type { StoredMessage } from '../../../messaging/messages/index.ts'
import { demandProfileAccess } from '../../../messaging/profiles/index.ts'
import type { ReportTarget } from '../model.ts'
import { mayReportAuthor } from '../rules.ts'

/** Something that a person reports, as it is stored in an entry. */
export interface FoundTarget {
  readonly userId: Snowflake | null
  readonly guildId: Snowflake | null
  readonly channelId: Snowflake | null
  /** Null for people and guilds. */
  readonly message: StoredMessage | null
}

const NOTHING: FoundTarget = { userId: null, guildId: null, channelId: null, message: null }

/**
 * Returns what a person reports. Everything that they cannot see has one error, so that nobody learns what exists.
 *
 * @throws ApiError UNKNOWN_MESSAGE (10008); INVALID_FORM_BODY for oneself
 */
export async function findTarget(work: Work, caller: Caller, target: ReportTarget): Promise<FoundTarget> {
  const found = await whatIsSeen(() => findVisible(work, caller, target))
  const verdict = mayReportAuthor(caller.userId, found.userId)
  if (verdict.ok) return found
  const field = target.kind === 'message' ? 'message_id' : 'user_id'
  throw invalidForm([field], 'REPORT_OF_ONESELF', verdict.reason)
}

async function findVisible(work: Work, caller: Caller, target: ReportTarget): Promise<FoundTarget> {
  if (target.kind === 'message') {
    const params = { channel_id: target.channelId, message_id: target.messageId }
    const { message, channel } = await messageForCaller(work, caller, params)
    // The author of a webhook's message is the webhook.
    const userId = message.webhook_id === null ? message.author_id : null
    return { userId, guildId: channel.guild_id, channelId: channel.id, message }
  }
  if (target.kind === 'user') {
    const user = await findUser(work, target.userId)
    if (!user) throw new ApiError('UNKNOWN_USER')
    await demandProfileAccess(work, caller.userId, user)
    return { ...NOTHING, userId: user.id }
  }
  const view = await work.view(target.guildId)
  if (!view || !(await memberInGuild(work, view, caller.userId))) throw new ApiError('UNKNOWN_GUILD')
  return { ...NOTHING, guildId: view.id }
}

async function whatIsSeen<T>(find: () => Promise<T>): Promise<T> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw new ApiError('UNKNOWN_MESSAGE', { cause: error })
    throw error
  }
}
