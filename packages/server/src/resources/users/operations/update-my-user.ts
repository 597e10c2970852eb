import { CurrentUser, invalidForm, USERNAME_MAX, USERNAME_MIN } from '@guildhall/protocol'
import { guildTopic, userTopic } from '../../../kernel/event.ts'
import { operation } from '../../../kernel/operation.ts'
import { ImageData, Nullable, Optional, Text, Type } from '../../../kernel/schema.ts'
import { keepImage } from '../../images/index.ts'
import { findMember, guildIdsOf, guildMemberUpdate } from '../../members/index.ts'
import { userUpdate } from '../events.ts'
import { presentSelf } from '../present.ts'
import * as store from '../store.ts'

/** Modify Current User: the sessions and the guilds of the user are told. */
export const updateMyUser = operation({
  id: 'update_my_user',
  method: 'PATCH',
  path: '/users/@me',
  callers: ['bot', 'person'],
  body: Type.Object({
    username: Optional(Text(USERNAME_MIN, USERNAME_MAX)),
    global_name: Optional(Nullable(Text(0, USERNAME_MAX))),
    avatar: Optional(Nullable(ImageData)),
    banner: Optional(Nullable(ImageData)),
    bio: Optional(Nullable(Text(0, 190))),
    accent_color: Optional(Nullable(Type.Integer({ minimum: 0, maximum: 0xffffff }))),
  }),
  answers: { 200: CurrentUser },
  limit: { limit: 5, windowMs: 60_000 },

  async run({ caller, body, work, platform }) {
    const user = { ...caller.user }
    if (body.username !== undefined && body.username !== user.username) {
      const name = user.bot ? body.username : body.username.toLowerCase()
      if (await store.nameTaken(work, name, user.discriminator))
        throw invalidForm(['username'], 'USERNAME_ALREADY_TAKEN', 'Username is unavailable.')
      user.username = name
    }
    if (body.global_name !== undefined && !user.bot) user.global_name = body.global_name || null
    if (body.bio !== undefined) user.bio = body.bio ?? ''
    if (body.accent_color !== undefined) user.accent_color = body.accent_color
    if (body.avatar !== undefined) user.avatar = await keepImage(platform, `avatars/${user.id}`, body.avatar)
    if (body.banner !== undefined) user.banner = await keepImage(platform, `banners/${user.id}`, body.banner)
    await store.update(work, user)
    work.emit(userUpdate, userTopic(user.id), user)
    for (const guildId of await guildIdsOf(work, user.id)) {
      const member = await findMember(work, guildId, user.id)
      if (member) work.emit(guildMemberUpdate, guildTopic(guildId), { member, user })
    }
    return presentSelf(user, { email: caller.kind === 'person', premium: caller.kind === 'person' })
  },
})
