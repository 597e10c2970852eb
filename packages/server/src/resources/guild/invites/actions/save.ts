import { guildTopic } from '../../../../kernel/event.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { inviteCreate, inviteDelete } from '../events.ts'
import { inviteExpires } from '../jobs.ts'
import type { StoredInvite } from '../model.ts'
import * as store from '../store.ts'

/** Stores and emits a new invite, and schedules its expiry. */
export async function createInvite(work: Work, invite: StoredInvite, inviter: User | null): Promise<void> {
  const { code, expires_at, target_user_id, target_application_id } = invite
  await store.insertInvite(work, invite)
  if (expires_at !== null) await work.schedule(inviteExpires, code, expires_at, { code })
  const target = target_user_id === null ? undefined : await findUser(work, target_user_id)
  const application = target_application_id === null ? undefined : await findApplication(work, target_application_id)
  const event = { invite, inviter, target: target ?? null, application: application ?? null }
  work.emit(inviteCreate, guildTopic(invite.guild_id), event)
}

/** Deletes an invite and its expiry, and emits it. */
export async function deleteInvite(work: Work, invite: StoredInvite): Promise<void> {
  const { code, channel_id: channelId, guild_id: guildId } = invite
  await store.deleteInvite(work, code)
  await work.cancel(inviteExpires, code)
  work.emit(inviteDelete, guildTopic(guildId), { code, channelId, guildId })
}

/** Counts a use of an invite; the last allowed use deletes it. */
export async function useInvite(work: Work, invite: StoredInvite): Promise<void> {
  const lastUse = invite.max_uses > 0 && invite.uses + 1 >= invite.max_uses
  if (lastUse) await deleteInvite(work, invite)
  else await store.incrementInviteUses(work, invite.code)
}

/** Job `invite-expired`: deletes an expired invite without an event, so that it no longer counts towards the limit. */
export async function inviteExpired(work: Work, { code }: { code: string }): Promise<void> {
  await store.deleteInvite(work, code)
}
