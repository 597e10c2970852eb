import {
  ApiError,
  ApplicationFlag,
  ChannelType,
  demand,
  INVITE_AGE_DEFAULT,
  INVITES_MAX,
  InviteObject,
  invalidForm,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { permissionsByFactor } from '../../../../access/second-factor.ts'
import type { Channel } from '../../../../kernel/model.ts'
import { operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { demandAssignable } from '../../members/index.ts'
import { addInvite } from '../actions/add.ts'
import { loadInviteObject } from '../actions/load-objects.ts'
import { setTargetUsers } from '../actions/save-target-list.ts'
import { faultyFileResponse, hasTargetUsers, uploadedTargetUsers } from '../actions/target-users.ts'
import type { InviteInput, StoredInvite } from '../model.ts'
import { InviteBody, TARGET_USERS_FIELD, TargetUsersRefused } from '../requests.ts'
import { mayInviteTo } from '../rules.ts'
import * as store from '../store.ts'

/** Value of `target_type` for a stream; the other one is an activity. */
const TARGET_STREAM = 1

/** Create Channel Invite. Without `unique` it returns an existing invite with the same fields. [END-49] [END-50] */
export const createChannelInvite = operation({
  id: 'create_channel_invite',
  method: 'POST',
  path: '/channels/:channel_id/invites',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: InviteBody,
  filesMax: 1,
  fileField: TARGET_USERS_FIELD,
  responses: { 200: InviteObject, 400: TargetUsersRefused },

  before: ({ files }) => uploadedTargetUsers(files),

  async run({ caller, params, body, work, prepared: targets }) {
    const access = await channelForCaller(work, caller, params.channel_id, Permission.CREATE_INSTANT_INVITE)
    const { view, member, channel } = access
    demand(mayInviteTo(channel.type))
    if (!view || !member) throw new ApiError('CANNOT_EXECUTE_ON_DM')
    const role_ids = body.role_ids ?? []
    // Roles belong to the guild, so the overwrites of the channel have no effect here.
    const held = view.permissionsOfMember(member, work.now)
    const permissions = await permissionsByFactor(work, view, { caller, permissions: held })
    if (work.accessed) work.accessed = { ...work.accessed, withheld: held & ~permissions }
    for (const id of role_ids) demandAssignable({ view, member, permissions }, id)
    const input = {
      guild_id: view.id,
      channel_id: channel.id,
      inviter_id: caller.userId,
      max_age: body.max_age ?? INVITE_AGE_DEFAULT,
      max_uses: body.max_uses ?? 0,
      temporary: body.temporary ? 1 : 0,
      ...(await targetOf(work, channel, body)),
      role_ids: [...role_ids],
    }
    const refused = targets && faultyFileResponse(targets)
    if (refused) return refused
    const existing = await store.listInvites(work, { guildId: view.id }, work.now)
    const same = body.unique || targets ? undefined : await findEqualInvite(work, existing, input)
    if (!same && existing.length >= INVITES_MAX) throw new ApiError('TOO_MANY_INVITES')
    const invite = same ?? (await addInvite(work, input, caller.user))
    if (targets) await setTargetUsers(work, invite.code, targets)
    return loadInviteObject(work, view, invite, { metadata: true })
  },
})

/** Returns an existing invite with the same fields; never one with target users. */
async function findEqualInvite(
  work: Work,
  existing: readonly StoredInvite[],
  input: InviteInput,
): Promise<StoredInvite | undefined> {
  for (const invite of existing) if (isEqual(invite, input) && !(await hasTargetUsers(work, invite))) return invite
  return undefined
}

function isEqual(invite: StoredInvite, input: InviteInput): boolean {
  return (Object.keys(input) as (keyof InviteInput)[]).every((key) => String(invite[key]) === String(input[key]))
}

/** Returns the target of an invite to a voice channel: a user's stream, or an application's activity. */
async function targetOf(work: Work, channel: Channel, body: InviteBody) {
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

/** Rejects an application without an activity. */
async function demandActivity(work: Work, applicationId: Snowflake): Promise<void> {
  const application = await findApplication(work, applicationId)
  if (!application) throw new ApiError('UNKNOWN_APPLICATION')
  if ((application.flags & ApplicationFlag.EMBEDDED) === 0n)
    throw invalidForm(['target_application_id'], 'BASE_TYPE_CHOICES', 'The application has no activity.')
}
