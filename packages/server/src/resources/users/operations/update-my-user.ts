import { CurrentUserObject, invalidForm, USERNAME_MAX, USERNAME_MIN } from '@guildhall/protocol'
import type { User } from '../../../kernel/model.ts'
import { operation } from '../../../kernel/operation.ts'
import { ImageData, Nullable, Optional, Text, Type } from '../../../kernel/schema.ts'
import type { Work } from '../../../kernel/work.ts'
import { checkProfileEverywhere } from '../../auto-moderation/index.ts'
import { keepImage } from '../../images/index.ts'
import { changeUser } from '../../members/index.ts'
import { presentSelf } from '../present.ts'
import { mayBeNamed } from '../rules.ts'
import * as store from '../store.ts'

const BIO_MAX = 190

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
    bio: Optional(Nullable(Text(0, BIO_MAX))),
    accent_color: Optional(Nullable(Type.Integer({ minimum: 0, maximum: 0xffffff }))),
  }),
  responses: { 200: CurrentUserObject },
  limit: { limit: 5, windowMs: 60_000 },

  async run({ caller, body, work, platform }) {
    // The caller may have been read before the last change.
    const before = (await store.find(work, caller.userId)) ?? caller.user
    const user = { ...before }
    if (body.username !== undefined) user.username = await freeName(work, before, body.username)
    if (body.global_name !== undefined && !user.bot) user.global_name = body.global_name || null
    if (body.bio !== undefined) user.bio = body.bio ?? ''
    if (body.accent_color !== undefined) user.accent_color = body.accent_color
    if (body.avatar !== undefined) user.avatar = await keepImage(platform, `avatars/${user.id}`, body.avatar)
    if (body.banner !== undefined) user.banner = await keepImage(platform, `banners/${user.id}`, body.banner)
    await changeUser(work, before, user)
    const renamed = user.username !== before.username || user.global_name !== before.global_name
    if (renamed) await checkProfileEverywhere(work, user)
    return presentSelf(user, { email: caller.kind === 'person', premium: caller.kind === 'person' })
  },
})

async function freeName(work: Work, user: User, wanted: string): Promise<string> {
  const name = user.bot ? wanted : wanted.toLowerCase()
  if (name === user.username) return name
  const verdict = mayBeNamed(name, user)
  if (!verdict.ok) throw invalidForm(['username'], 'USERNAME_INVALID', verdict.reason)
  if (await store.nameTaken(work, name, user.discriminator))
    throw invalidForm(['username'], 'USERNAME_ALREADY_TAKEN', 'Username is unavailable.')
  return name
}
