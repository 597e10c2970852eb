import { ApiError, type GuildTemplateObject, Permission, type Snowflake } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser } from '../../../accounts/users/index.ts'
import type { StoredGuildTemplate } from '../model.ts'
import { presentTemplate } from '../present.ts'
import { isDirty, snapshotOf } from '../snapshot-rules.ts'
import * as store from '../store.ts'

/** Returns a template of a guild that the caller manages. Throws 10057, also for a template of another guild. */
export async function templateForCaller(
  work: Work,
  caller: Caller,
  params: { guild_id: Snowflake; code: string },
): Promise<{ view: GuildView; template: StoredGuildTemplate }> {
  const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
  const template = await store.findTemplate(work, params.code)
  if (template?.guild_id !== view.id) throw new ApiError('UNKNOWN_GUILD_TEMPLATE')
  return { view, template }
}

/** Returns a template object with its creator; it is dirty when the guild has changed since the snapshot. */
export async function loadTemplateObject(
  work: Work,
  template: StoredGuildTemplate,
  view: GuildView | null,
): Promise<GuildTemplateObject> {
  const dirty = view !== null && isDirty(template.snapshot, snapshotOf(view))
  return presentTemplate(template, { creator: await findUser(work, template.creator_id), dirty })
}
