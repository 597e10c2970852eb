import {
  ApiError,
  CHANNELS_MAX,
  ChannelObject,
  ChannelType,
  CREATABLE_CHANNEL_TYPES,
  demand,
  Permission,
} from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { createChannel } from '../actions/save.ts'
import { isThread, newChannel } from '../model.ts'
import { presentChannel } from '../present.ts'
import { applyChannelRequest, ChannelBody, channelName, checkChannelRequest, checkParent } from '../requests.ts'
import { mayCreateWith } from '../rules.ts'

/** Create Guild Channel. A channel of a category copies its overwrites unless the request has others. [CH-2] */
export const createGuildChannel = operation({
  id: 'create_guild_channel',
  method: 'POST',
  path: '/guilds/:guild_id/channels',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ ...ChannelBody.properties, name: Type.String({ minLength: 1, maxLength: 100 }) }),
  responses: { 201: ChannelObject },

  async run({ caller, params, body, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_CHANNELS)
    const type = body.type ?? ChannelType.GUILD_TEXT
    if (!CREATABLE_CHANNEL_TYPES.includes(type)) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
    const existing = [...view.channels.values()].filter((channel) => !isThread(channel.type))
    if (existing.length >= CHANNELS_MAX) throw new ApiError('TOO_MANY_CHANNELS')
    checkChannelRequest(body, type, view.guild)
    checkParent(view, body.parent_id ?? null, { id: null, type })
    const parent = body.parent_id ? view.channels.get(body.parent_id) : undefined
    const blank = newChannel({
      id: work.nextId(),
      guild_id: view.id,
      type,
      name: channelName(body.name, type),
      position: Math.max(-1, ...existing.map((channel) => channel.position)) + 1,
      parent_id: body.parent_id ?? null,
      permission_overwrites: parent?.permission_overwrites ?? [],
      application_id: work.changes.inEffect('guild_channel_application_id', work.now) ? null : undefined,
    })
    const channel = applyChannelRequest(blank, body, () => work.nextId())
    if (body.permission_overwrites) demand(mayCreateWith(permissions, channel.permission_overwrites))
    await createChannel(work, channel)
    return new HttpResponse(201, presentChannel(channel))
  },
})
