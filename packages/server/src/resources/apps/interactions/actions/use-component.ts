import { ApiError, Faults, IntegrationType, InteractionType, type Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import { checkComponentSubmit, findComponent } from '../../../messaging/components/index.ts'
import {
  findMessage,
  hydrateMessages,
  presentForAuthor,
  type StoredMessage,
} from '../../../messaging/messages/index.ts'
import { ComponentUse, type InteractionRequest, missingField, readData, rejectFaults } from '../requests.ts'
import * as store from '../store.ts'
import { checkChosen, resolveIds } from './resolve.ts'
import { type CheckedUse, ownersOf, type Use } from './use.ts'

/**
 * Checks the use of a button or select (type 3) against the stored message. A component that was edited away, is
 * disabled, or belongs to another user's ephemeral message cannot be used. [SVC-7]
 */
export async function useComponent(use: Use, request: InteractionRequest): Promise<CheckedUse> {
  const data = readData(ComponentUse, request.data)
  if (request.message_id == null) throw missingField(['message_id'])
  const message = await findUsedMessage(use, request.message_id)
  if (!message || !isMessageOf(use.application, message)) throw new ApiError('UNKNOWN_MESSAGE')
  const faults = new Faults()
  const component = findComponent(message.components, data.custom_id)
  if (!component || (data.component_type != null && data.component_type !== component.type)) {
    faults.add(['data', 'custom_id'], 'COMPONENT_VALIDATION_FAILED', 'Component validation failed')
    throw new ApiError('INVALID_FORM_BODY', { faults })
  }
  const { values, ids } = checkComponentSubmit(component, data.values, faults.at('data', 'values'))
  const resolved = await resolveIds(use, ids, faults.at('data', 'values'))
  checkChosen(use, resolved, component, values ?? [], faults.at('data', 'values'))
  rejectFaults(faults)
  const [shown] = await hydrateMessages(use.work, [message], use.application.bot_id ?? 0n)
  return {
    type: InteractionType.MESSAGE_COMPONENT,
    data: {
      ...(component.id !== undefined && { id: component.id }),
      custom_id: data.custom_id,
      component_type: component.type,
      ...(values ? { values } : {}),
      ...(values && Object.keys(resolved).length > 0 ? { resolved } : {}),
    },
    message: shown ? await presentForAuthor(use.work, shown, use.platform.attachmentUrls) : null,
    owners: ownersOfMessage(use, message),
    metadata: { interacted_message_id: message.id.toString() },
    fields: { source_message_id: message.id },
  }
}

function isMessageOf({ id, bot_id }: Application, { application_id, author_id }: StoredMessage): boolean {
  return application_id === id || author_id === bot_id
}

/** Returns the owners that the message's interaction had: they also authorize other users to use its components. */
function ownersOfMessage(use: Use, { interaction_metadata: metadata }: StoredMessage): Record<string, string> {
  return (
    metadata?.authorizing_integration_owners ??
    ownersOf(use, [IntegrationType.GUILD_INSTALL, IntegrationType.USER_INSTALL])
  )
}

/** Returns a stored message of the channel, or an ephemeral message that the user received there. */
export async function findUsedMessage(use: Use, id: Snowflake): Promise<StoredMessage | undefined> {
  const ephemeral = await store.findEphemeralMessage(use.work, id)
  if (ephemeral?.only_for === use.caller.userId && ephemeral.channel_id === use.channel.id) return ephemeral
  return findMessage(use.work, use.channel.id, id)
}
