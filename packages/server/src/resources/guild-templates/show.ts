import { ApiError, Permission, type Snowflake, TEMPLATE_DESCRIPTION_MAX, TEMPLATE_NAME_MAX } from '@guildhall/protocol'
import { guildForCaller } from '../../access/guild.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Work } from '../../kernel/work.ts'
import { SnowflakeId, Text, Type } from '../../validation/schema.ts'
import { findUser } from '../users/index.ts'
import { presentTemplate } from './present.ts'
import { isDirty, snapshotOf } from './snapshot.ts'
import * as store from './store.ts'
import type { StoredGuildTemplate } from './template.ts'

export const TemplateCode = Type.Object({ code: Text(1, 100) })
export const TemplateParams = Type.Object({ guild_id: SnowflakeId, code: Text(1, 100) })
export const TemplateName = Text(1, TEMPLATE_NAME_MAX)
export const TemplateDescription = Text(0, TEMPLATE_DESCRIPTION_MAX)

/** The guild and its template, for who manages it: 10057 for a code of another guild as for none. */
export async function managedTemplate(
  work: Work,
  caller: Caller,
  params: { guild_id: Snowflake; code: string },
): Promise<{ view: GuildView; template: StoredGuildTemplate }> {
  const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
  const template = await store.find(work, params.code)
  if (template?.guild_id !== view.id) throw new ApiError('UNKNOWN_GUILD_TEMPLATE')
  return { view, template }
}

/** A template as it is shown, held against its guild as that is now. */
export async function showTemplate(work: Work, template: StoredGuildTemplate, view: GuildView | null) {
  const dirty = view !== null && isDirty(template.snapshot, snapshotOf(view))
  return presentTemplate(template, { creator: await findUser(work, template.creator_id), dirty })
}
