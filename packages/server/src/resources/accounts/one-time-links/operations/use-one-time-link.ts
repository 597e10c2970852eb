import { invalidForm, PASSWORD_MAX, PASSWORD_MIN } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { Optional, Text, Type } from '../../../../validation/schema.ts'
import { settingsOf } from '../../instance-settings/index.ts'
import { bannedText, findPlatformBan, isBanActive } from '../../platform-bans/index.ts'
import { SignedIn, signIn, siteOf } from '../../second-factors/index.ts'
import { findPassword, hashChosenPassword, savePassword } from '../../users/index.ts'
import { consumeLink, linkOfToken } from '../actions/save.ts'

const TOKEN_MAX = 200

/**
 * Use One-Time Link: signs a person in by the link that an operator gave them. An account without a password must send
 * one where passwords are on; until then the link stays. A sent password replaces the former one.
 */
export const useOneTimeLink = operation({
  id: 'use_one_time_link',
  method: 'POST',
  path: '/auth/link',
  callers: ['anyone'],
  unlisted: true,
  body: Type.Object({
    token: Text(1, TOKEN_MAX),
    password: Optional(Text(PASSWORD_MIN, PASSWORD_MAX)),
    /** Takes the deletion of the account back. */
    undelete: Optional(Type.Boolean()),
  }),
  responses: { 200: SignedIn },
  // By address: tokens cannot be guessed.
  limit: { limit: 100, windowMs: 3_600_000 },

  async before({ body, platform, client }) {
    const { userId, needsPassword, ban } = await platform.units.read(SYSTEM_ACTOR, async (work) => {
      const { userId } = await linkOfToken(work, body.token, { kinds: ['sign_in'], now: work.now })
      const { passwords } = await settingsOf(work)
      const needsPassword = passwords && (await findPassword(work, userId)) === undefined
      return { userId, needsPassword, ban: await findPlatformBan(work, userId) }
    })
    if (isBanActive(ban, platform.clock.now())) throw invalidForm(['token'], 'ACCOUNT_DISABLED', bannedText(ban))
    if (needsPassword && body.password === undefined)
      throw invalidForm(['password'], 'BASE_TYPE_REQUIRED', 'Choose a password.')
    const { password } = body
    const hash =
      password === undefined
        ? null
        : await hashChosenPassword(platform.passwords, { password, field: 'password' }, client)
    return { userId, hash }
  },

  async run({ body, work, platform, prepared: { userId, hash } }) {
    await consumeLink(work, body.token)
    if (hash !== null) await savePassword(work, userId, hash)
    return signIn(work, userId, siteOf(platform.addresses.url), { revives: body.undelete ?? false })
  },
})
