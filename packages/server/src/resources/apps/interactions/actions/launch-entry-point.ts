import { InteractionType, MessageType } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import { findUser, presentUser } from '../../../accounts/users/index.ts'
import type { StoredCommand } from '../../../guild/commands/index.ts'
import { postMessage } from '../../../messaging/messages/index.ts'
import { launchActivity, sessionOf } from '../../activities/index.ts'
import { interactionAccepted, interactionSuccess } from '../events.ts'
import { respondsEphemerally } from '../rules.ts'
import type { Use } from './use.ts'

/**
 * Launches the activity of an entry point with the handler LAUNCH_ACTIVITY and posts a message about it. The platform
 * does this without the application.
 */
export async function launchEntryPoint(
  use: Use,
  command: StoredCommand,
  owners: Record<string, string>,
): Promise<void> {
  const { work, application, channelAccess, access, caller, nonce } = use
  await launchActivity(work, {
    ...channelAccess,
    application,
    userId: caller.userId,
    installed: access.installed,
    sessionId: await sessionOf(work, caller.userId, use.sessionId),
    nonce,
  })
  const id = work.nextId()
  work.emit(interactionAccepted, userTopic(caller.userId), { id, nonce })
  work.emit(interactionSuccess, userTopic(caller.userId), { id, nonce })
  const bot = application.bot_id === null ? undefined : await findUser(work, application.bot_id)
  if (!bot || respondsEphemerally(access)) return
  const user = presentUser(caller.user)
  const type = InteractionType.APPLICATION_COMMAND
  await postMessage(work, channelAccess, {
    author: bot,
    content: '',
    type: MessageType.CHAT_INPUT_COMMAND,
    application_id: application.id,
    webhook_id: application.id,
    interaction: { id: id.toString(), type, name: command.name, user },
    interaction_metadata: {
      id: id.toString(),
      type,
      user,
      authorizing_integration_owners: owners,
      name: command.name,
      command_type: command.type,
    },
  })
}
