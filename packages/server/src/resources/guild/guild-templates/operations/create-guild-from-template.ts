import assert from 'node:assert/strict'
import { ApiError, GUILD_NAME_MAX, GUILD_NAME_MIN, GUILDS_MAX, GuildObject } from '@guildhall/protocol'
import { loadGuildView } from '../../../../access/load-guild-view.ts'
import { operation } from '../../../../kernel/operation.ts'
import { ImageData, OptionalNullable, TrimmedText, Type } from '../../../../validation/schema.ts'
import { storeImage } from '../../../accounts/files/index.ts'
import { demandGuildCreation, presentGuild } from '../../guilds/index.ts'
import { listGuildIdsOfUser } from '../../members/index.ts'
import { createGuildFromSnapshot } from '../actions/create-guild.ts'
import { countTemplateUse } from '../actions/save.ts'
import { TemplateCode } from '../requests.ts'
import * as store from '../store.ts'

/** Create Guild from Guild Template. Applications cannot create guilds. [END-69] [END-70] */
export const createGuildFromTemplate = operation({
  id: 'create_guild_from_template',
  method: 'POST',
  path: '/guilds/templates/:code',
  callers: ['person'],
  refusesApplications: true,
  unlisted: true,
  params: TemplateCode,
  body: Type.Object({ name: TrimmedText(GUILD_NAME_MIN, GUILD_NAME_MAX), icon: OptionalNullable(ImageData) }),
  responses: { 201: GuildObject },

  async run({ caller, params, body, work, platform }) {
    const template = await store.findTemplate(work, params.code)
    if (!template) throw new ApiError('UNKNOWN_GUILD_TEMPLATE')
    await demandGuildCreation(work, caller)
    if ((await listGuildIdsOfUser(work, caller.userId)).length >= GUILDS_MAX) throw new ApiError('TOO_MANY_GUILDS')
    const id = work.nextId()
    const icon = await storeImage(work, platform, { folder: `icons/${id}`, mayMove: false }, body.icon ?? null)
    await createGuildFromSnapshot(work, caller.user, { id, name: body.name, icon, snapshot: template.snapshot })
    await countTemplateUse(work, template)
    const view = await loadGuildView(work, id)
    assert(view, `guild ${id} was inserted above`)
    return presentGuild(view)
  },
})
