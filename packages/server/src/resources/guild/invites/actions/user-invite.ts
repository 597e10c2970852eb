import { ApiError, INVITES_MAX, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import type { StoredInvite } from '../model.ts'
import * as store from '../store.ts'
import { listInviteCodesOfTarget } from '../target-list-store.ts'
import { addInvite } from './add.ts'
import { deleteInvite } from './save.ts'
import { setOnlyTargetUser } from './save-target-list.ts'

/**
 * Creates an invite that one user can accept once, without an inviter. It replaces the earlier one for this user, so
 * that a game cannot fill up the invites of a guild.
 *
 * @throws TOO_MANY_INVITES (30016)
 */
export async function addInviteForUser(
  work: Work,
  { guildId, channelId, maxAge }: { guildId: Snowflake; channelId: Snowflake; maxAge: number },
  userId: Snowflake,
): Promise<StoredInvite> {
  for (const code of await listInviteCodesOfTarget(work, channelId, userId)) {
    const earlier = await store.findInvite(work, code, work.now)
    if (earlier) await deleteInvite(work, earlier)
  }
  if ((await store.listInvites(work, { guildId }, work.now)).length >= INVITES_MAX)
    throw new ApiError('TOO_MANY_INVITES')
  const input = {
    guild_id: guildId,
    channel_id: channelId,
    inviter_id: null,
    max_age: maxAge,
    max_uses: 1,
    temporary: 0,
    target_type: null,
    target_user_id: null,
    target_application_id: null,
    role_ids: [],
  }
  const invite = await addInvite(work, input, null)
  await setOnlyTargetUser(work, invite.code, userId)
  return invite
}
