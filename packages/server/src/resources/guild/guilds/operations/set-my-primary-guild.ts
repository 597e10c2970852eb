import { ApiError, CurrentUserObject, invalidForm, type Snowflake } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { PrimaryGuild } from '../../../../kernel/model.ts'
import { operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findUser, presentSelf, saveUser } from '../../../accounts/users/index.ts'
import { checkProfileEverywhere } from '../../auto-moderation/index.ts'

/** Set My Primary Guild: displays the tag of one of the person's guilds, or hides it. [USR-3] [USR-5] */
export const setMyPrimaryGuild = operation({
  id: 'set_my_primary_guild',
  method: 'PUT',
  path: '/users/@me/clan',
  callers: ['person'],
  unlisted: true,
  body: Type.Object({
    identity_guild_id: OptionalNullable(SnowflakeId),
    identity_enabled: OptionalNullable(Type.Boolean()),
  }),
  responses: { 200: CurrentUserObject },

  async run({ caller, body, work }) {
    const before = (await findUser(work, caller.userId)) ?? caller.user
    const displays = body.identity_enabled ?? body.identity_guild_id != null
    const primary_guild = displays
      ? await primaryGuildOf(work, caller, body.identity_guild_id)
      : hiddenPrimaryGuild(before.primary_guild)
    const user = { ...before, primary_guild }
    await saveUser(work, before, user)
    await checkProfileEverywhere(work, user)
    return presentSelf(user, { email: true, premium: true, own: true })
  },
})

/** Throws UNKNOWN_GUILD (10004) outside the caller's guilds, and INVALID_GUILD (50055) for a guild without a tag. */
async function primaryGuildOf(
  work: Work,
  caller: Caller,
  guildId: Snowflake | null | undefined,
): Promise<PrimaryGuild> {
  if (guildId == null) throw invalidForm(['identity_guild_id'], 'BASE_TYPE_REQUIRED', 'This field is required')
  const { tag } = (await guildForCaller(work, caller, guildId)).view.guild
  if (tag === null) throw new ApiError('INVALID_GUILD')
  return { identity_guild_id: guildId.toString(), identity_enabled: true, tag, badge: null }
}

function hiddenPrimaryGuild(before: PrimaryGuild | null): PrimaryGuild {
  return { identity_guild_id: before?.identity_guild_id ?? null, identity_enabled: false, tag: null, badge: null }
}
