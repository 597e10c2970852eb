import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { letters, queueMail } from '../../../accounts/mails/index.ts'
import { logAction, type Operator } from '../../../accounts/operators/index.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { endGuild } from '../../../guild/guilds/index.ts'

/** Deletes a guild, and mails its owner. @param url address of the platform as people reach it */
export async function removeGuild(work: Work, operator: Operator, view: GuildView, url: string): Promise<void> {
  const { id, name: guild, owner_id } = view.guild
  const owner = await findUser(work, owner_id)
  await endGuild(work, view)
  await logAction(work, operator, {
    action: 'guild_delete',
    target: id,
    changes: [{ key: 'name', old: guild, new: null }],
  })
  if (!owner?.email || !owner.verified) return
  const { name } = await settingsOf(work)
  await queueMail(work, owner.email, letters.guildDeleted({ name, url }, guild))
}
