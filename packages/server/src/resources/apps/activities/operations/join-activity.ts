import { ApiError } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { installsIn } from '../../../guild/commands/index.ts'
import { launchActivity } from '../actions/launch.ts'

/**
 * Starts an application's activity in a channel or joins the one that runs there, for a live session of a person's own
 * client. The application need not be installed.
 */
export const joinActivity = operation({
  id: 'join_activity',
  method: 'POST',
  path: '/activities/:channel_id/:application_id',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ channel_id: SnowflakeId, application_id: SnowflakeId }),
  body: Type.Object({ session_id: Text(1, 100) }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const access = await channelForCaller(work, caller, params.channel_id)
    const application = await findApplication(work, params.application_id)
    if (!application) throw new ApiError('UNKNOWN_APPLICATION')
    const sessionId = body.session_id
    const sessions = await work.players.clientSessionsOf(work, caller.userId)
    if (!sessions.includes(sessionId)) throw new ApiError('UNKNOWN_SESSION')
    const { guild: installed } = await installsIn(work, access, application, caller.userId)
    await launchActivity(work, { ...access, application, userId: caller.userId, installed, sessionId, nonce: null })
  },
})
