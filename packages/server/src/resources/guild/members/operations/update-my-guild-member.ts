import { demand, MEMBER_BIO_MAX, MemberObject, NICKNAME_MAX } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { ImageData, OptionalNullable, PersonName, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { storeImage } from '../../../accounts/files/index.ts'
import { checkProfile } from '../../auto-moderation/index.ts'
import { saveAuditedMember } from '../actions/edit.ts'
import { presentMember } from '../present.ts'
import { mayRename, standingTo } from '../rules.ts'
import * as store from '../store.ts'

/** Modify Current Member. Bots can set avatar, banner and bio since 10 Sep 2025. [END-48] */
export const updateMyGuildMember = operation({
  id: 'update_my_guild_member',
  method: 'PATCH',
  path: '/guilds/:guild_id/members/@me',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({
    nick: OptionalNullable(PersonName(0, NICKNAME_MAX)),
    avatar: OptionalNullable(ImageData),
    banner: OptionalNullable(ImageData),
    bio: OptionalNullable(Text(0, MEMBER_BIO_MAX)),
  }),
  responses: { 200: MemberObject },

  async run({ caller, params, body, work, platform }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    const changed = { ...guild.member }
    if (body.nick !== undefined) {
      demand(mayRename(standingTo(guild, guild.member)))
      changed.nick = body.nick || null
    }
    if (caller.kind === 'person' || work.changes.inEffect('bot_member_profile', work.now)) {
      const folder = `guilds/${guild.view.id}/users/${caller.userId}`
      for (const image of ['avatar', 'banner'] as const) {
        const location = { folder: `${folder}/${image}s`, before: guild.member[image] }
        if (body[image] !== undefined) changed[image] = await storeImage(work, platform, location, body[image])
      }
      if (body.bio !== undefined) changed.bio = body.bio
    }
    const { member: before } = guild
    const saved = await saveAuditedMember(work, guild.view, { before, after: changed, user: caller.user })
    if (saved.nick !== before.nick) await checkProfile(work, guild.view, caller.userId, caller.user)
    return presentMember((await store.findMember(work, guild.view.id, caller.userId)) ?? saved, caller.user)
  },
})
