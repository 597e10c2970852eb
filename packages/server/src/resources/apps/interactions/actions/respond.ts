import {
  type ActionRowObject,
  ApiError,
  BUTTONS_IN_ROW_MAX,
  ButtonStyle,
  CallbackType,
  ComponentType,
  demand,
  Faults,
  type InteractionCallbackResponseObject,
  InteractionType,
  invalidForm,
  MessageFlag,
  OptionType,
  Permission,
  SkuFlag,
  SkuType,
} from '@guildhall/protocol'
import type { AttachmentSigner } from '../../../../kernel/attachment-urls.ts'
import { userTopic } from '../../../../kernel/event.ts'
import type { UploadedFile } from '../../../../kernel/files.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication, presentUsedApplication } from '../../../accounts/applications/index.ts'
import { listSkus } from '../../../commerce/skus/index.ts'
import { checkChoiceList, textsInLocale } from '../../../guild/commands/index.ts'
import { checkModal, completeEmojis, emojiFaults } from '../../../messaging/components/index.ts'
import { type HydratedMessage, presentForAuthor } from '../../../messaging/messages/index.ts'
import { hasActivity, instanceId, launchActivity, sessionOf } from '../../activities/index.ts'
import { autocompleteResponse } from '../events.ts'
import type { StoredInteraction } from '../model.ts'
import { presentCallbackResponse } from '../present.ts'
import { AutocompleteData, type CallbackBody, readData, rejectFaults } from '../requests.ts'
import { mayRespond } from '../rules.ts'
import { type InteractionResponder, loadResponder } from './responder.ts'
import { respondWithMessage, respondWithUpdate } from './response-message.ts'
import { saveModal, saveResponse } from './save.ts'

/**
 * Carries out the initial response to an interaction, from a callback or an endpoint. [SVC-4]
 * @param found undefined for an unknown interaction
 * @throws UNKNOWN_INTERACTION (10062) for an unknown interaction or after 3 s; INTERACTION_ALREADY_ACKNOWLEDGED (40060)
 *   for a second response
 */
export async function respond(
  work: Work,
  platform: Platform,
  found: StoredInteraction | undefined,
  { type, data }: CallbackBody,
  files: readonly UploadedFile[],
): Promise<InitialResponse> {
  const responder = await loadResponder(work, platform, found, files, 'UNKNOWN_INTERACTION')
  const { interaction } = responder
  demand(mayRespond(interaction, work.now))
  const callback = CALLBACKS[type]
  if (!callback?.fits(interaction)) throw unfitType()
  const response = await callback.respond(responder, data)
  const response_message_id = response.message?.message.id ?? interaction.source_message_id
  const acknowledged = await saveResponse(work, interaction, { callback_type: type, response_message_id })
  return { ...response, type, interaction: acknowledged }
}

/** Result of a callback: a message that it created or updated, or an activity instance that it launched. */
interface Response {
  readonly message?: HydratedMessage
  readonly activityInstanceId?: string
}

/** Initial response that was carried out. */
interface InitialResponse extends Response {
  readonly type: number
  readonly interaction: StoredInteraction
}

/** Returns the response of Create Interaction Response with `with_response`. */
export async function presentResponse(
  work: Work,
  { message, ...response }: InitialResponse,
  urls: AttachmentSigner,
): Promise<InteractionCallbackResponseObject> {
  return presentCallbackResponse({ ...response, message: message && (await presentForAuthor(work, message, urls)) })
}

interface Callback {
  /** Whether the callback can respond to an interaction. */
  fits(interaction: StoredInteraction): boolean
  respond(responder: InteractionResponder, data: unknown): Promise<Response>
}

const isAutocomplete = ({ type }: StoredInteraction) => type === InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
const isNotAutocomplete = (interaction: StoredInteraction) => !isAutocomplete(interaction)
const hasSource = ({ source_message_id }: StoredInteraction) => source_message_id !== null
const canOpenModal = (interaction: StoredInteraction) =>
  isNotAutocomplete(interaction) && interaction.type !== InteractionType.MODAL_SUBMIT

/** Callbacks by their type. PONG and the type of the social layer are not valid here. */
const CALLBACKS: Readonly<Record<number, Callback>> = {
  [CallbackType.CHANNEL_MESSAGE_WITH_SOURCE]: {
    fits: isNotAutocomplete,
    respond: async (responder, data) => ({ message: await respondWithMessage(responder, data) }),
  },
  [CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE]: { fits: isNotAutocomplete, respond: defer },
  [CallbackType.DEFERRED_UPDATE_MESSAGE]: { fits: hasSource, respond: async () => ({}) },
  [CallbackType.UPDATE_MESSAGE]: {
    fits: hasSource,
    respond: async (responder, data) => ({ message: await respondWithUpdate(responder, data) }),
  },
  [CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT]: { fits: isAutocomplete, respond: respondWithChoices },
  [CallbackType.MODAL]: { fits: canOpenModal, respond: openModal },
  [CallbackType.PREMIUM_REQUIRED]: { fits: isNotAutocomplete, respond: respondWithUpgrade },
  [CallbackType.LAUNCH_ACTIVITY]: { fits: isNotAutocomplete, respond: respondWithActivity },
}

const unfitType = () =>
  invalidForm(['type'], 'INTERACTION_CALLBACK_TYPE_INVALID', 'This callback type is not valid for this interaction')

/** Type 5: creates a message that shows that the application is thinking. */
async function defer(responder: InteractionResponder, data: unknown): Promise<Response> {
  const given = typeof data === 'object' && data !== null && 'flags' in data ? data.flags : 0
  const flags = typeof given === 'number' ? given & MessageFlag.EPHEMERAL : 0
  return { message: await respondWithMessage(responder, { flags }, { deferred: true }) }
}

/** Type 8: sends choices for the option that the user is typing, in the user's locale. */
async function respondWithChoices({ work, interaction }: InteractionResponder, data: unknown): Promise<Response> {
  const choices = readData(AutocompleteData, data ?? {}).choices ?? []
  const faults = new Faults()
  checkChoiceList(interaction.focused_type ?? OptionType.STRING, choices, faults.at('data', 'choices'))
  rejectFaults(faults)
  work.emit(autocompleteResponse, userTopic(interaction.user_id), {
    interaction,
    // checkChoiceList has checked the types of the values.
    choices: choices.map(({ value, ...texts }) => ({
      ...textsInLocale(texts, interaction.locale),
      value: value as string | number,
    })),
  })
  return {}
}

/** Type 9: opens a modal. It is stored so that the submission can be checked against it. [MOD-1..25] */
async function openModal({ work, interaction }: InteractionResponder, data: unknown): Promise<Response> {
  const faults = new Faults()
  const checked = checkModal(data ?? {}, faults, ['data'])
  await completeEmojis(work, checked?.emojis ?? [], interaction.bot_id, emojiFaults(faults))
  if (!checked || faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  const { modal } = checked
  const found = await findApplication(work, interaction.application_id)
  await saveModal(work, interaction, { modal, application: found && presentUsedApplication(found) })
  return {}
}

/**
 * Type 10, deprecated: shows the user an ephemeral message with a button for each available subscription of the
 * application, or for each available SKU if there is no subscription.
 */
async function respondWithUpgrade(responder: InteractionResponder): Promise<Response> {
  const skus = await listSkus(responder.work, responder.interaction.application_id)
  const available = skus.filter(
    ({ type, flags }) => type !== SkuType.SUBSCRIPTION_GROUP && (flags & SkuFlag.AVAILABLE) !== 0,
  )
  const subscriptions = available.filter(({ type }) => type === SkuType.SUBSCRIPTION)
  const offered = (subscriptions.length > 0 ? subscriptions : available).slice(0, BUTTONS_IN_ROW_MAX)
  if (offered.length === 0) throw unfitType() // the application has nothing that the user could upgrade to
  const row: ActionRowObject = {
    type: ComponentType.ACTION_ROW,
    components: offered.map(({ id }) => ({
      type: ComponentType.BUTTON,
      style: ButtonStyle.PREMIUM,
      sku_id: id.toString(),
    })),
  }
  return { message: await respondWithMessage(responder, { flags: MessageFlag.EPHEMERAL, components: [row] }) }
}

/** Type 12: launches the application's activity for the user. */
async function respondWithActivity({ work, interaction, place, access }: InteractionResponder): Promise<Response> {
  const application = await findApplication(work, interaction.application_id)
  if (!application || !hasActivity(application)) throw unfitType()
  const instance = await launchActivity(work, {
    ...place,
    application,
    userId: interaction.user_id,
    permissions: place.view ? (access.invoker ?? 0n) : Permission.USE_EMBEDDED_ACTIVITIES,
    installed: access.installed,
    sessionId: await sessionOf(work, interaction.user_id, interaction.session_id),
    nonce: interaction.nonce,
  })
  return { activityInstanceId: instanceId(instance) }
}
