import { randomInt } from 'node:crypto'
import { ApiError, GuildTemplateObject, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { loadTemplateObject } from '../actions/load.ts'
import { createTemplate } from '../actions/save.ts'
import { TemplateDescription, TemplateName } from '../requests.ts'
import { snapshotOf } from '../snapshot-rules.ts'
import * as store from '../store.ts'

const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 12
const newCode = () => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Create Guild Template. A guild has at most one. */
export const createGuildTemplate = operation({
  id: 'create_guild_template',
  method: 'POST',
  path: '/guilds/:guild_id/templates',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ name: TemplateName, description: OptionalNullable(TemplateDescription) }),
  responses: { 200: GuildTemplateObject },

  async run({ caller, params, body, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    if (await store.findTemplateOfGuild(work, view.id)) throw new ApiError('GUILD_ALREADY_HAS_TEMPLATE')
    const template = {
      code: newCode(),
      guild_id: view.id,
      name: body.name,
      description: body.description ?? null,
      usage_count: 0,
      creator_id: caller.userId,
      created_at: work.now,
      updated_at: work.now,
      snapshot: snapshotOf(view),
    }
    await createTemplate(work, template)
    return loadTemplateObject(work, template, view)
  },
})
