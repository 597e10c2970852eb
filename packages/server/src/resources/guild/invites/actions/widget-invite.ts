import { INVITE_AGE_DEFAULT, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import type { StoredInvite } from '../model.ts'
import * as store from '../store.ts'
import { addInvite } from './add.ts'

/** Returns the invite that a guild's widget displays; undefined when it has expired. */
export async function findWidgetInvite(
  work: Work,
  guildId: Snowflake,
  channelId: Snowflake,
): Promise<StoredInvite | undefined> {
  const invites = await store.listInvites(work, { guildId, channelId }, work.now)
  return invites.find((invite) => invite.inviter_id === null && invite.max_uses === 0 && invite.role_ids.length === 0)
}

/** Returns the invite of a guild's widget, and creates one for a day when there is none. */
export async function addWidgetInvite(work: Work, guildId: Snowflake, channelId: Snowflake): Promise<StoredInvite> {
  const existing = await findWidgetInvite(work, guildId, channelId)
  if (existing) return existing
  const input = {
    guild_id: guildId,
    channel_id: channelId,
    inviter_id: null,
    max_age: INVITE_AGE_DEFAULT,
    max_uses: 0,
    temporary: 0,
    target_type: null,
    target_user_id: null,
    target_application_id: null,
    role_ids: [],
  }
  return addInvite(work, input, null)
}
