import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { StoredEmoji, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser } from '../../../accounts/users/index.ts'
import * as store from '../store.ts'

/** Returns an emoji of an application with its creator. @throws ApiError UNKNOWN_EMOJI (10014) */
export async function getApplicationEmoji(
  work: Work,
  applicationId: Snowflake,
  id: Snowflake,
): Promise<{ emoji: StoredEmoji; creator: User | undefined }> {
  const emoji = await store.findEmoji(work, id)
  if (!emoji || emoji.application_id !== applicationId) throw new ApiError('UNKNOWN_EMOJI')
  return { emoji, creator: emoji.user_id === null ? undefined : await findUser(work, emoji.user_id) }
}
