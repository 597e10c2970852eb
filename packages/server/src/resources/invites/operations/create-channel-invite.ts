import {
  ApiError,
  ApplicationFlag,
  ChannelType,
  demand,
  INVITE_AGE_DEFAULT,
  INVITE_AGE_MAX,
  INVITE_USES_MAX,
  INVITES_MAX,
  InviteObject,
  invalidForm,
  Permission,
  ROLES_MAX,
  type Snowflake,
} from '@guildhall/protocol'
import { channelForCaller } from '../../../access/channel.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, Member } from '../../../kernel/model.ts'
import { operation } from '../../../kernel/operation.ts'
import type { Work } from '../../../kernel/work.ts'
import { Distinct, Int, OptionalNullable, SnowflakeId, type Static, Type } from '../../../validation/schema.ts'
import { findApplication } from '../../applications/index.ts'
import { findUser } from '../../users/index.ts'
import type { StoredInvite } from '../invite.ts'
import { addInvite, type Wanted } from '../make.ts'
import { mayGiveByInvite, mayInviteTo } from '../rules.ts'
import { loadInviteObject } from '../show.ts'
import * as store from '../store.ts'
import { faultyTargets, hasTargets, setTargets, TargetsRefused, uploadedTargets } from '../target-users.ts'

const TARGET_STREAM = 1
const Body = Type.Object({
  max_age: OptionalNullable(Int(0, INVITE_AGE_MAX)),
  max_uses: OptionalNullable(Int(0, INVITE_USES_MAX)),
  temporary: OptionalNullable(Type.Boolean()),
  unique: OptionalNullable(Type.Boolean()),
  target_type: OptionalNullable(Int(1, 2)),
  target_user_id: OptionalNullable(SnowflakeId),
  target_application_id: OptionalNullable(SnowflakeId),
  role_ids: OptionalNullable(Distinct(SnowflakeId, 0, ROLES_MAX)),
})

/** Create Channel Invite: unless `unique`, one that serves the same is given again. [END-49] [END-50] */
export const createChannelInvite = operation({
  id: 'create_channel_invite',
  method: 'POST',
  path: '/channels/:channel_id/invites',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: Body,
  filesMax: 1,
  fileField: 'target_users_file',
  responses: { 200: InviteObject, 400: TargetsRefused },

  before: ({ files }) => uploadedTargets(files),

  async run({ caller, params, body, work, prepared: targets }) {
    const place = await channelForCaller(work, caller, params.channel_id, Permission.CREATE_INSTANT_INVITE)
    const { view, member, channel } = place
    demand(mayInviteTo(channel.type))
    if (!view || !member) throw new ApiError('CANNOT_EXECUTE_ON_DM')
    const role_ids = givenRoles(view, member, body.role_ids ?? [])
    const wanted = {
      guild_id: view.id,
      channel_id: channel.id,
      inviter_id: caller.userId,
      max_age: body.max_age ?? INVITE_AGE_DEFAULT,
      max_uses: body.max_uses ?? 0,
      temporary: body.temporary ? 1 : 0,
      ...(await targetOf(work, channel, body)),
      role_ids,
    }
    const faulty = targets && faultyTargets(targets)
    if (faulty) return faulty
    const existing = await store.list(work, { guildId: view.id }, work.now)
    // One for certain people serves nobody else.
    const same = body.unique || targets ? undefined : await sameFor(work, existing, wanted)
    if (!same && existing.length >= INVITES_MAX) throw new ApiError('TOO_MANY_INVITES')
    const invite = same ?? (await addInvite(work, wanted, caller.user))
    if (targets) await setTargets(work, invite.code, targets)
    return loadInviteObject(work, view, invite, { metadata: true })
  },
})

async function sameFor(
  work: Work,
  existing: readonly StoredInvite[],
  wanted: Wanted,
): Promise<StoredInvite | undefined> {
  for (const invite of existing) if (serves(invite, wanted) && !(await hasTargets(work, invite))) return invite
  return undefined
}

function serves(invite: StoredInvite, wanted: Wanted): boolean {
  return (Object.keys(wanted) as (keyof Wanted)[]).every((key) => String(invite[key]) === String(wanted[key]))
}

/** What an invite to a voice channel opens there. */
async function targetOf(work: Work, channel: Channel, body: Static<typeof Body>) {
  const { target_type = null, target_user_id = null, target_application_id = null } = body
  if (target_type === null) return { target_type, target_user_id: null, target_application_id: null }
  if (channel.type !== ChannelType.GUILD_VOICE)
    throw invalidForm(['target_type'], 'GUILD_INVITE_INVALID_TARGET_TYPE', 'Invalid target type for this channel')
  const stream = target_type === TARGET_STREAM
  const field = stream ? 'target_user_id' : 'target_application_id'
  const id = stream ? target_user_id : target_application_id
  if (id === null) throw invalidForm([field], 'BASE_TYPE_REQUIRED', 'This field is required')
  if (stream && !(await findUser(work, id))) throw new ApiError('UNKNOWN_USER')
  if (!stream) await demandActivity(work, id)
  return {
    target_type,
    target_user_id: stream ? id : null,
    target_application_id: stream ? null : id,
  }
}

/** Only what has an activity can be opened. */
async function demandActivity(work: Work, applicationId: Snowflake): Promise<void> {
  const application = await findApplication(work, applicationId)
  if (!application) throw new ApiError('UNKNOWN_APPLICATION')
  if ((application.flags & ApplicationFlag.EMBEDDED) === 0n)
    throw invalidForm(['target_application_id'], 'BASE_TYPE_CHOICES', 'The application has no activity.')
}

/** Roles that the invite gives. A channel's overwrites count for nothing here: roles are the guild's. */
function givenRoles(view: GuildView, member: Member, ids: readonly bigint[]): bigint[] {
  const guildPermissions = view.permissions(member.user_id, member.roles)
  const rank = view.rank(member.user_id, member.roles)
  for (const id of ids) {
    const role = view.roles.get(id)
    if (!role) throw new ApiError('UNKNOWN_ROLE')
    demand(mayGiveByInvite({ guildPermissions, rank }, { ...role, everyone: role.id === view.id }))
  }
  return [...ids]
}
