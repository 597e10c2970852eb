import {
  CurrentUserObject,
  invalidForm,
  MEMBER_BIO_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  USERNAME_MAX,
  USERNAME_MIN,
} from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { User } from '../../../../kernel/model.ts'
import { operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { ImageData, Optional, OptionalNullable, PersonName, Text, Type } from '../../../../validation/schema.ts'
import { storeImage } from '../../files/index.ts'
import { EmailAddress } from '../../instance-settings/model.ts'
import { endLinks } from '../../one-time-links/index.ts'
import { requestAddress } from '../actions/change-address.ts'
import { demandPassword } from '../actions/check-password.ts'
import { hashChosenPassword } from '../actions/choose-password.ts'
import { demandFreeName } from '../actions/free-name.ts'
import { savePassword, saveUser } from '../actions/save.ts'
import { beginSession, endAllSessions, provedSecondFactor } from '../actions/sessions.ts'
import { userRenamed } from '../consequences.ts'
import { FORMER_PASSWORD_MAX } from '../model.ts'
import { presentSelf } from '../present.ts'
import * as store from '../store.ts'

/** Current user, with the token of the new session after a change of password. */
const SelfWithToken = Type.Object({ ...CurrentUserObject.properties, token: Type.Optional(Type.String()) })

/** Modify Current User. Sends USER_UPDATE to the user's sessions and GUILD_MEMBER_UPDATE in the user's guilds. */
export const updateMyUser = operation({
  id: 'update_my_user',
  method: 'PATCH',
  path: '/users/@me',
  callers: ['bot', 'person'],
  body: Type.Object({
    username: Optional(PersonName(USERNAME_MIN, USERNAME_MAX)),
    global_name: OptionalNullable(PersonName(0, USERNAME_MAX)),
    avatar: OptionalNullable(ImageData),
    banner: OptionalNullable(ImageData),
    bio: OptionalNullable(Text(0, MEMBER_BIO_MAX)),
    email: Optional(EmailAddress),
    accent_color: OptionalNullable(Type.Integer({ minimum: 0, maximum: 0xffffff })),
    password: OptionalNullable(Text(1, FORMER_PASSWORD_MAX)),
    new_password: OptionalNullable(Text(PASSWORD_MIN, PASSWORD_MAX)),
  }),
  responses: { 200: SelfWithToken },
  limit: { limit: 5, windowMs: 60_000 },
  holds: ({ username }) => (username === undefined ? [] : [`username.${username.toLowerCase()}`]),

  /** Checks a person's current password and hashes the new one, outside of the transaction. */
  async before({ caller, body, platform, client }) {
    const email = body.email === caller.user?.email ? undefined : body.email
    if (caller.kind !== 'person' || (body.new_password == null && email === undefined)) return null
    const stored = await demandPassword(platform, caller, { password: body.password, client })
    const { new_password: password } = body
    if (password == null) return { stored, email, hash: null }
    const hash = await hashChosenPassword(platform.passwords, { password, field: 'new_password' }, client)
    return { stored, email, hash }
  },

  async run({ caller, body, work, platform, prepared }) {
    // The caller object may be older than the last change.
    const before = (await store.findUser(work, caller.userId)) ?? caller.user
    const user = { ...before }
    if (body.username !== undefined) user.username = await availableName(work, before, body.username)
    if (body.global_name !== undefined && !user.bot) user.global_name = body.global_name || null
    if (body.bio !== undefined) user.bio = body.bio ?? ''
    if (body.accent_color !== undefined) user.accent_color = body.accent_color
    for (const image of ['avatar', 'banner'] as const) {
      const target = { folder: `${image}s/${user.id}`, before: before[image] }
      if (body[image] !== undefined) user[image] = await storeImage(work, platform, target, body[image])
    }
    await saveUser(work, before, user)
    const renamed = user.username !== before.username || user.global_name !== before.global_name
    if (renamed) await work.follow(userRenamed, user)
    const isPerson = caller.kind === 'person'
    const self = presentSelf(user, { email: isPerson, premium: isPerson, own: isPerson })
    if (prepared?.email !== undefined) await requestAddress(work, user, prepared.email, platform.addresses.url)
    if (!prepared?.hash) return self
    const { stored, hash } = prepared
    return { ...self, token: await changePassword(work, caller, { stored, hash }) }
  },
})

/** Stores the new password, ends all sessions of the person and returns the token of a new session. */
async function changePassword(
  work: Work,
  { userId, tokenHash }: Caller,
  { stored, hash }: { stored: string | undefined; hash: string },
): Promise<string> {
  // Another request may have changed the password since it was checked.
  if ((await store.findPassword(work, userId)) !== stored)
    throw invalidForm(['password'], 'PASSWORD_DOES_NOT_MATCH', 'Password does not match.')
  const secondFactor = await provedSecondFactor(work, tokenHash)
  await savePassword(work, userId, hash)
  await endLinks(work, userId, ['reset'])
  await endAllSessions(work, userId)
  return beginSession(work, userId, { secondFactor })
}

async function availableName(work: Work, user: User, wanted: string): Promise<string> {
  const name = user.bot ? wanted : wanted.toLowerCase()
  if (name === user.username) return name
  await demandFreeName(work, name, user)
  return name
}
