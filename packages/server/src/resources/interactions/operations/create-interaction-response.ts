import {
  ApiError,
  ATTACHMENTS_MAX,
  CallbackType,
  InteractionCallbackResponse,
  InteractionType,
  invalidForm,
  MessageFlag,
} from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Int, Json, NoContent, Optional, SnowflakeId, Text, Type } from '../../../kernel/schema.ts'
import { presentMessage, type ShownMessage } from '../../messages/index.ts'
import {
  type Answering,
  acknowledge,
  answerAutocomplete,
  answerWithMessage,
  answerWithModal,
  beginAnswer,
  componentSource,
  editOwnMessage,
  NEEDS_COMPONENT,
} from '../answer.ts'
import { type Interaction, mayAnswer } from '../interaction.ts'
import * as store from '../store.ts'

/** Create Interaction Response: the first answer, within 3 s, once. [SVC-4] */
export const createInteractionResponse = operation({
  id: 'create_interaction_response',
  method: 'POST',
  path: '/interactions/:interaction_id/:interaction_token/callback',
  callers: ['anyone'],
  params: Type.Object({ interaction_id: SnowflakeId, interaction_token: Text(1, 1000) }),
  query: Type.Object({ with_response: Optional(Type.Boolean()) }),
  body: Type.Object({ type: Int(1, 13), data: Optional(Json) }),
  filesMax: ATTACHMENTS_MAX,
  answers: { 200: InteractionCallbackResponse, 204: NoContent },
  outsideGlobalLimit: true,

  async run({ params, query, body, files, work, platform }) {
    const found = await store.findByToken(work, params.interaction_token)
    const answering = await beginAnswer(
      work,
      platform,
      found?.id === params.interaction_id ? found : undefined,
      files,
      'UNKNOWN_INTERACTION',
    )
    const { interaction } = answering
    const verdict = mayAnswer(interaction, work.now)
    if (verdict === 'answered') throw new ApiError('INTERACTION_ALREADY_ACKNOWLEDGED')
    if (verdict === 'late') throw new ApiError('UNKNOWN_INTERACTION')
    refuseUnfit(interaction, body.type)
    const shown = await answer(answering, body.type, body.data)
    const responseId = shown?.message.id ?? interaction.source_message_id
    const answered = await acknowledge(answering, body.type, responseId)
    return query.with_response ? callbackResponse(answered, body.type, shown) : undefined
  },
})

/** Which answers fit which interactions. */
function refuseUnfit(interaction: Interaction, type: number): void {
  const unfit = () =>
    invalidForm(['type'], 'INTERACTION_CALLBACK_TYPE_INVALID', 'This callback type is not valid for this interaction')
  const completing = interaction.type === InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
  if (completing !== (type === CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT)) throw unfit()
  if (NEEDS_COMPONENT.includes(type) && interaction.source_message_id === null) throw unfit()
  if (type === CallbackType.MODAL && interaction.type === InteractionType.MODAL_SUBMIT) throw unfit()
  if (!KNOWN.includes(type)) throw unfit()
}

/** PONG, PREMIUM_REQUIRED, LAUNCH_ACTIVITY and the social layer's have no place on this path. */
const KNOWN: readonly number[] = [4, 5, 6, 7, 8, 9]

async function answer(answering: Answering, type: number, data: unknown): Promise<ShownMessage | null> {
  switch (type) {
    case CallbackType.CHANNEL_MESSAGE_WITH_SOURCE:
      return answerWithMessage(answering, data)
    case CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE: {
      const { flags } = (data ?? {}) as { flags?: unknown }
      return answerWithMessage(
        answering,
        { flags: typeof flags === 'number' ? flags & MessageFlag.EPHEMERAL : 0 },
        { deferred: true },
      )
    }
    case CallbackType.UPDATE_MESSAGE:
      return editOwnMessage(answering, await componentSource(answering), data, { inCallback: true })
    case CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT:
      answerAutocomplete(answering, data)
      return null
    case CallbackType.MODAL:
      await answerWithModal(answering, data)
      return null
    default:
      return null
  }
}

function callbackResponse(interaction: Interaction, type: number, shown: ShownMessage | null): Record<string, unknown> {
  const flags = shown?.message.flags ?? 0
  return {
    interaction: {
      id: interaction.id.toString(),
      type: interaction.type,
      ...(shown
        ? {
            response_message_id: shown.message.id.toString(),
            response_message_loading: (flags & MessageFlag.LOADING) !== 0,
            response_message_ephemeral: (flags & MessageFlag.EPHEMERAL) !== 0,
          }
        : {}),
      channel_id: interaction.channel_id.toString(),
      ...(interaction.guild_id ? { guild_id: interaction.guild_id.toString() } : {}),
    },
    ...(shown ? { resource: { type, message: presentMessage(shown) } } : {}),
  }
}
