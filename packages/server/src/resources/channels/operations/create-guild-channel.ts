import {
  ApiError,
  AuditLogAction,
  CHANNELS_MAX,
  ChannelObject,
  ChannelType,
  demand,
  Permission,
} from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { guildTopic } from '../../../kernel/event.ts'
import { HttpResponse, operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { audit } from '../../audit-log/index.ts'

import { channelCreate } from '../events.ts'
import { ChannelBody, channelName, checkFields, withFields } from '../fields.ts'
import { auditedChannel, checkParent } from '../manage.ts'
import { isThread, presentChannel } from '../present.ts'
import { mayCreateWith } from '../rules.ts'
import * as store from '../store.ts'

const CREATABLE: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_CATEGORY,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_STAGE_VOICE,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA,
]

/** Create Guild Channel: in a category its overwrites are taken over unless others are given. [CH-2] */
export const createGuildChannel = operation({
  id: 'create_guild_channel',
  method: 'POST',
  path: '/guilds/:guild_id/channels',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ ...ChannelBody.properties, name: Type.String({ minLength: 1, maxLength: 100 }) }),
  responses: { 201: ChannelObject },

  async run({ caller, params, body, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_CHANNELS)
    const { view } = guild
    const type = body.type ?? ChannelType.GUILD_TEXT
    if (!CREATABLE.includes(type)) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
    const existing = [...view.channels.values()].filter((channel) => !isThread(channel.type))
    if (existing.length >= CHANNELS_MAX) throw new ApiError('TOO_MANY_CHANNELS')
    checkFields(body, type, view.guild)
    checkParent(view, body.parent_id ?? null, { id: null, type })
    const parent = body.parent_id ? view.channels.get(body.parent_id) : undefined
    const position = Math.max(-1, ...existing.map((channel) => channel.position)) + 1
    const blank = store.newChannel({
      id: work.nextId(),
      guild_id: view.id,
      type,
      name: channelName(body.name, type),
      position,
      parent_id: body.parent_id ?? null,
      permission_overwrites: parent?.permission_overwrites ?? [],
      application_id: work.changes.inEffect('guild_channel_application_id', work.now) ? null : undefined,
    })
    const channel = withFields(blank, body, () => work.nextId())
    if (body.permission_overwrites) demand(mayCreateWith(guild.permissions, channel.permission_overwrites))
    await store.insert(work, channel)
    work.emit(channelCreate, guildTopic(view.id), channel)
    const changes = auditedChannel(channel, 'new_value')
    await audit(work, { guildId: view.id, action: AuditLogAction.CHANNEL_CREATE, targetId: channel.id, changes })
    return new HttpResponse(201, presentChannel(channel))
  },
})
