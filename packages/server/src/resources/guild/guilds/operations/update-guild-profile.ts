import { demand, GUILD_TAG_MAX, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Nullable, OptionalNullable, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'

import { updateGuildTagOfUsers } from '../../members/index.ts'
import { saveAuditedGuild } from '../actions/edit.ts'
import { mayTag } from '../rules.ts'

/** Modify Guild Profile: changes the tag, also at users who display it; null clears it. [USR-4] */
export const updateGuildProfile = operation({
  id: 'update_guild_profile',
  method: 'PATCH',
  path: '/guilds/:guild_id/profile',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ tag: OptionalNullable(Text(1, GUILD_TAG_MAX)) }),
  responses: { 200: Type.Object({ id: Type.String(), name: Type.String(), tag: Nullable(Type.String()) }) },

  async run({ caller, params, body, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    const { guild } = view
    const tag = body.tag === undefined ? guild.tag : body.tag
    if (tag !== guild.tag) {
      if (tag !== null) demand(mayTag(guild.features))
      await saveAuditedGuild(work, view, { ...guild, tag })
      await updateGuildTagOfUsers(work, view.id, tag)
    }
    return { id: guild.id.toString(), name: guild.name, tag }
  },
})
