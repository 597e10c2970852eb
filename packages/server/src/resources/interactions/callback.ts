import {
  ApiError,
  BUTTONS_IN_ROW_MAX,
  ButtonStyle,
  CallbackType,
  ComponentType,
  type InteractionCallbackResponseObject,
  InteractionType,
  invalidForm,
  MessageFlag,
  SkuFlag,
  SkuType,
} from '@guildhall/protocol'
import type { AttachmentSigner } from '../../kernel/attachment-urls.ts'
import type { UploadedFile } from '../../kernel/files.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { Int, Json, Optional, type Static, Type } from '../../validation/schema.ts'
import { instanceId, type StoredActivityInstance } from '../activities/index.ts'
import { presentOwn, type ShownMessage } from '../messages/index.ts'
import { listSkus } from '../skus/index.ts'
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
} from './answer.ts'
import { type Interaction, mayAnswer } from './interaction.ts'
import { answerWithActivity } from './launch.ts'

/** The first answer to an interaction, by whichever way it comes. */
export const CallbackBody = Type.Object({ type: Int(1, 13), data: Optional(Json) })

export interface Answered {
  readonly interaction: Interaction
  readonly shown: ShownMessage | null
  readonly activity: StoredActivityInstance | null
}

/**
 * Takes the first answer, within 3 s, once: 10062 for none or one too late, 40060 for a second. [SVC-4]
 * @param found undefined where there is no such interaction
 */
export async function answerInteraction(
  work: Work,
  platform: Platform,
  found: Interaction | undefined,
  { type, data }: Static<typeof CallbackBody>,
  files: readonly UploadedFile[],
): Promise<Answered> {
  const answering = await beginAnswer(work, platform, found, files, 'UNKNOWN_INTERACTION')
  const { interaction } = answering
  const verdict = mayAnswer(interaction, work.now)
  if (verdict === 'answered') throw new ApiError('INTERACTION_ALREADY_ACKNOWLEDGED')
  if (verdict === 'late') throw new ApiError('UNKNOWN_INTERACTION')
  refuseUnfit(interaction, type)
  const activity = type === CallbackType.LAUNCH_ACTIVITY ? await answerWithActivity(answering) : null
  if (type === CallbackType.LAUNCH_ACTIVITY && !activity) throw unfit()
  const shown = await answer(answering, type, data)
  const responseId = shown?.message.id ?? interaction.source_message_id
  return { interaction: await acknowledge(answering, type, responseId), shown, activity }
}

const unfit = () =>
  invalidForm(['type'], 'INTERACTION_CALLBACK_TYPE_INVALID', 'This callback type is not valid for this interaction')

/** Which answers fit which interactions. */
function refuseUnfit(interaction: Interaction, type: number): void {
  const completing = interaction.type === InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
  if (completing !== (type === CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT)) throw unfit()
  if (NEEDS_COMPONENT.includes(type) && interaction.source_message_id === null) throw unfit()
  if (type === CallbackType.MODAL && interaction.type === InteractionType.MODAL_SUBMIT) throw unfit()
  if (!KNOWN.includes(type)) throw unfit()
}

/** PONG and the social layer's have no place on this path. */
const KNOWN: readonly number[] = [4, 5, 6, 7, 8, 9, 10, 12]

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
      await answerAutocomplete(answering, data)
      return null
    case CallbackType.MODAL:
      await answerWithModal(answering, data)
      return null
    case CallbackType.PREMIUM_REQUIRED:
      return answerWithUpgrade(answering)
    default:
      return null
  }
}

/** Of old: the person alone is shown a button for each subscription that the application sells, or else what it sells. */
async function answerWithUpgrade(answering: Answering): Promise<ShownMessage> {
  const skus = await listSkus(answering.work, answering.interaction.application_id)
  const offered = skus.filter(
    ({ type, flags }) => type !== SkuType.SUBSCRIPTION_GROUP && (flags & SkuFlag.AVAILABLE) !== 0,
  )
  const subscriptions = offered.filter(({ type }) => type === SkuType.SUBSCRIPTION)
  const shown = (subscriptions.length > 0 ? subscriptions : offered).slice(0, BUTTONS_IN_ROW_MAX)
  if (shown.length === 0) throw unfit() // without anything to sell there is nothing to upgrade to
  const buttons = shown.map(({ id }) => ({
    type: ComponentType.BUTTON,
    style: ButtonStyle.PREMIUM,
    sku_id: id.toString(),
  }))
  const components = [{ type: ComponentType.ACTION_ROW, components: buttons }]
  return answerWithMessage(answering, { flags: MessageFlag.EPHEMERAL, components })
}

/** Returns the body of a callback response, for an application that asks for one. */
export async function callbackResponse(
  { work, urls }: { work: Work; urls: AttachmentSigner },
  { interaction, shown, activity }: Answered,
  type: number,
): Promise<InteractionCallbackResponseObject> {
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
      ...(activity ? { activity_instance_id: instanceId(activity) } : {}),
      channel_id: interaction.channel_id.toString(),
      ...(interaction.guild_id ? { guild_id: interaction.guild_id.toString() } : {}),
    },
    ...(shown ? { resource: { type, message: await presentOwn(work, shown, urls) } } : {}),
    ...(activity ? { resource: { type, activity_instance: { id: instanceId(activity) } } } : {}),
  }
}
