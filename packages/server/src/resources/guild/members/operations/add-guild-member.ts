import {
  ApiError,
  demand,
  GUILDS_MAX,
  MemberFlag,
  MemberObject,
  NICKNAME_MAX,
  needs,
  Permission,
} from '@guildhall/protocol'
import { type GuildAccess, guildForCaller } from '../../../../access/guild.ts'
import { memberInGuild } from '../../../../access/member.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { User } from '../../../../kernel/model.ts'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import {
  Distinct,
  Int,
  NoContent,
  OptionalNullable,
  PersonName,
  SnowflakeId,
  type Static,
  Text,
  Type,
} from '../../../../validation/schema.ts'
import { identifyToken, tokenHash } from '../../../accounts/users/index.ts'
import { findBan } from '../../bans/index.ts'
import { areInvitesPaused } from '../../guilds/index.ts'
import { admitMember } from '../../invites/index.ts'
import { demandAssignable } from '../actions/edit.ts'
import { presentMember } from '../present.ts'
import { maySetFlags } from '../rules.ts'
import * as store from '../store.ts'

const Body = Type.Object({
  access_token: Text(1, 10_240),
  nick: OptionalNullable(PersonName(0, NICKNAME_MAX)),
  roles: OptionalNullable(Distinct(SnowflakeId, 0, 250)),
  mute: OptionalNullable(Type.Boolean()),
  deaf: OptionalNullable(Type.Boolean()),
  flags: OptionalNullable(Int(0, 2 ** 31 - 1)),
})

/** Add Guild Member: an application adds a person by their access token with the scope `guilds.join`. */
export const addGuildMember = operation({
  id: 'add_guild_member',
  method: 'PUT',
  path: '/guilds/:guild_id/members/:user_id',
  callers: ['bot'],
  params: Type.Object({ guild_id: SnowflakeId, user_id: SnowflakeId }),
  body: Body,
  responses: { 201: MemberObject, 204: NoContent },

  async run({ caller, params, body, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.CREATE_INSTANT_INVITE)
    const { view } = guild
    const user = await userOfAccessToken(work, caller, body.access_token, params.user_id)
    if (await memberInGuild(work, view, user.id)) return undefined
    const fields = memberFields(guild, body)
    if (await findBan(work, view.id, user.id)) throw new ApiError('USER_BANNED')
    if (await areInvitesPaused(work, view.guild)) throw new ApiError('INVITES_PAUSED')
    if ((await store.listGuildIdsOfUser(work, user.id)).length >= GUILDS_MAX) throw new ApiError('TOO_MANY_GUILDS')
    const member = await admitMember(work, view, user, fields)
    return new HttpResponse(201, presentMember((await store.findMember(work, view.id, user.id)) ?? member, user))
  },
})

/** Returns the user of an access token. Rejects a token that is expired, lacks the scope, or was granted to another
 * application or by another user than the path names. */
async function userOfAccessToken(work: Work, caller: Caller, token: string, userId: bigint): Promise<User> {
  const bearer = await identifyToken(work, tokenHash(token))
  const accepted =
    bearer?.kind === 'bearer' &&
    bearer.userId === userId &&
    bearer.application?.id === caller.application?.id &&
    bearer.scopes.has('guilds.join') &&
    (bearer.expiresAt === null || bearer.expiresAt > work.now)
  if (!bearer || !accepted) throw new ApiError('INVALID_ACCESS_TOKEN')
  return bearer.user
}

/** Returns the first fields of the new member. Each takes the permission that changing it would take. */
function memberFields(guild: GuildAccess, body: Static<typeof Body>) {
  const demandPermission = (permission: bigint) => demand(needs(guild.permissions, permission))
  if (body.nick) demandPermission(Permission.MANAGE_NICKNAMES)
  if (body.mute) demandPermission(Permission.MUTE_MEMBERS)
  if (body.deaf) demandPermission(Permission.DEAFEN_MEMBERS)
  for (const id of body.roles ?? []) demandAssignable(guild, id)
  const flags = (body.flags ?? 0) & MemberFlag.BYPASSES_VERIFICATION
  if (flags) demand(maySetFlags(guild))
  return {
    nick: body.nick || null,
    mute: body.mute ?? false,
    deaf: body.deaf ?? false,
    roles: [...(body.roles ?? [])],
    flags,
  }
}
