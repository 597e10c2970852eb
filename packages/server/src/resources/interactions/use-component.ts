import { ApiError, Faults, IntegrationType, InteractionType, type Snowflake } from '@guildhall/protocol'
import type { Application } from '../../kernel/model.ts'
import { Int, Json, OptionalNullable, Text, Type } from '../../validation/schema.ts'
import { checkComponentSubmit, findComponent } from '../components/index.ts'
import { findMessage, type Message, presentOwn, shownMessages } from '../messages/index.ts'
import type { Interaction } from './interaction.ts'
import { openInteraction, ownersOf, type Use } from './open.ts'
import { type InteractionRequest, lacking, readData, refuseIfAny } from './request.ts'
import { checkChosen, resolveIds } from './resolve.ts'
import * as store from './store.ts'

const ComponentData = Type.Object({
  custom_id: Text(1, 100),
  component_type: OptionalNullable(Int(1, 30)),
  values: OptionalNullable(Json),
})

/**
 * Type 3: a button or select of a message. It is held against the component as it stands at this moment, so what was
 * edited away, disabled or shown to somebody else cannot be used. [SVC-7]
 */
export async function useComponent(use: Use, request: InteractionRequest): Promise<Interaction> {
  const data = readData(ComponentData, request.data)
  if (request.message_id == null) throw lacking(['message_id'])
  const message = await findUsed(use, request.message_id)
  if (!message || !isOf(use.application, message)) throw new ApiError('UNKNOWN_MESSAGE')
  const faults = new Faults()
  const component = findComponent(message.components, data.custom_id)
  if (!component || (data.component_type != null && data.component_type !== component.type)) {
    faults.add(['data', 'custom_id'], 'COMPONENT_VALIDATION_FAILED', 'Component validation failed')
    throw new ApiError('INVALID_FORM_BODY', { faults })
  }
  const { values, ids } = checkComponentSubmit(component, data.values, faults, ['data', 'values'])
  const resolved = await resolveIds(use, ids, faults, ['data', 'values'])
  checkChosen(use, resolved, component, values ?? [], faults, ['data', 'values'])
  refuseIfAny(faults)
  const [shown] = await shownMessages(use.work, [message], use.application.bot_id ?? 0n)
  return openInteraction(use, {
    type: InteractionType.MESSAGE_COMPONENT,
    data: {
      id: component.id,
      custom_id: data.custom_id,
      component_type: component.type,
      ...(values ? { values } : {}),
      ...(values && Object.keys(resolved).length > 0 ? { resolved } : {}),
    },
    message: shown ? await presentOwn(use.work, shown, use.platform.attachmentUrls) : {},
    owners: ownersOfMessage(use, message),
    metadata: { interacted_message_id: message.id.toString() },
    carried: { source_message_id: message.id },
  })
}

function isOf({ id, bot_id }: Application, { application_id, author_id }: Message): boolean {
  return application_id === id || author_id === bot_id
}

/** Who let the application write the message also lets its components be used, whoever presses them. */
function ownersOfMessage(use: Use, { interaction_metadata: metadata }: Message): Record<string, string> {
  const owners = metadata?.authorizing_integration_owners as Record<string, string> | undefined
  return owners ?? ownersOf(use, [IntegrationType.GUILD_INSTALL, IntegrationType.USER_INSTALL])
}

/** A stored message of the channel, or one that this person alone was shown. */
export async function findUsed(use: Use, id: Snowflake): Promise<Message | undefined> {
  const ephemeral = await store.findEphemeral(use.work, id)
  if (ephemeral?.only_for === use.caller.userId && ephemeral.channel_id === use.channel.id) return ephemeral
  return findMessage(use.work, use.channel.id, id)
}
