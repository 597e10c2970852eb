import { IntegrationType, InteractionContext, InteractionType, MessageType } from '@guildhall/protocol'
import { userTopic } from '../../kernel/event.ts'
import { launchActivity } from '../activities/index.ts'
import type { StoredCommand } from '../commands/index.ts'
import { postMessage } from '../messages/index.ts'
import { findUser, presentUser } from '../users/index.ts'
import { interactionCreate, interactionSuccess, outcome } from './events.ts'
import { ownersOf, type Use } from './open.ts'
import { answersHidden } from './rules.ts'

/**
 * An entry point that leaves it to the platform: the activity is launched and a message in the channel tells of it.
 * The application takes no part.
 */
export async function launchByEntryPoint(use: Use, command: StoredCommand): Promise<void> {
  const { work, application, place, installs, caller, nonce } = use
  const owners = ownersOf(use, command.integration_types ?? [IntegrationType.GUILD_INSTALL])
  await launchActivity(work, {
    ...place,
    application,
    userId: caller.userId,
    installed: installs.guild,
    sessionId: use.sessionId,
    nonce,
  })
  const id = work.nextId()
  const user = presentUser(caller.user)
  const told = outcome({ id, nonce })
  work.emit(interactionCreate, userTopic(caller.userId), told)
  work.emit(interactionSuccess, userTopic(caller.userId), told)
  const standing = {
    inGuild: place.view !== null,
    withBot: use.context === InteractionContext.BOT_DM,
    bot: null,
    invoker: place.permissions,
    everyone: null,
    installed: installs.guild,
  }
  const bot = application.bot_id === null ? undefined : await findUser(work, application.bot_id)
  if (!bot || answersHidden(standing)) return
  const type = InteractionType.APPLICATION_COMMAND
  await postMessage(work, place, {
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
