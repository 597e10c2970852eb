import assert from 'node:assert/strict'
import {
  ApiError,
  ChannelType,
  DEFAULT_EVERYONE_PERMISSIONS,
  GUILD_NAME_MAX,
  GUILD_NAME_MIN,
  GUILDS_MAX,
  GuildObject,
} from '@guildhall/protocol'
import { loadGuildView } from '../../../../access/load-guild-view.ts'
import { operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { ImageData, OptionalNullable, TrimmedText, Type } from '../../../../validation/schema.ts'
import { storeImage } from '../../../accounts/files/index.ts'
import { addChannelOfNewGuild } from '../../channels/index.ts'
import { createMember, listGuildIdsOfUser } from '../../members/index.ts'
import { addRoleOfNewGuild } from '../../roles/index.ts'
import { demandGuildCreation } from '../actions/demand-creation.ts'
import { createGuild as saveNewGuild } from '../actions/save.ts'
import { presentGuild } from '../present.ts'

/** Creates a guild for a person; applications cannot create guilds. [END-69] [END-70] */
export const createGuild = operation({
  id: 'create_guild',
  method: 'POST',
  path: '/guilds',
  callers: ['person'],
  refusesApplications: true,
  unlisted: true,
  body: Type.Object({ name: TrimmedText(GUILD_NAME_MIN, GUILD_NAME_MAX), icon: OptionalNullable(ImageData) }),
  responses: { 201: GuildObject },

  async run({ caller, body, work, platform }) {
    await demandGuildCreation(work, caller)
    if ((await listGuildIdsOfUser(work, caller.userId)).length >= GUILDS_MAX) throw new ApiError('TOO_MANY_GUILDS')
    const id = work.nextId()
    const system = work.nextId()
    await saveNewGuild(work, {
      id,
      name: body.name,
      owner_id: caller.userId,
      system_channel_id: system,
      icon: await storeImage(work, platform, { folder: `icons/${id}` }, body.icon ?? null),
    })
    await addRoleOfNewGuild(work, {
      id,
      guild_id: id,
      name: '@everyone',
      position: 0,
      permissions: DEFAULT_EVERYONE_PERMISSIONS,
    })
    await insertChannels(work, id, system)
    await createMember(work, id, caller.user)
    const view = await loadGuildView(work, id)
    assert(view, `guild ${id} was inserted above`)
    return presentGuild(view)
  },
})

/** Inserts the channels of a new guild: a text and a voice channel, each in a category. */
async function insertChannels(work: Work, guildId: bigint, textId: bigint): Promise<void> {
  const application_id = work.changes.inEffect('guild_channel_application_id', work.now) ? null : undefined
  const kinds = [
    { category: 'Text Channels', id: textId, type: ChannelType.GUILD_TEXT, name: 'general' },
    { category: 'Voice Channels', id: work.nextId(), type: ChannelType.GUILD_VOICE, name: 'General' },
  ]
  for (const [position, { category, id, type, name }] of kinds.entries()) {
    const parent_id = work.nextId()
    await addChannelOfNewGuild(work, {
      id: parent_id,
      guild_id: guildId,
      type: ChannelType.GUILD_CATEGORY,
      name: category,
      position,
      application_id,
    })
    await addChannelOfNewGuild(work, { id, guild_id: guildId, type, name, parent_id, position, application_id })
  }
}
