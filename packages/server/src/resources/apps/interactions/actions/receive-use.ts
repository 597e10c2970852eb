import { randomBytes } from 'node:crypto'
import { ApiError, ChannelType, InteractionType, type PartialChannelObject } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { memberInGuild } from '../../../../access/member.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import { userTopic } from '../../../../kernel/event.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication, findApplicationOfBot } from '../../../accounts/applications/index.ts'
import { presentUser } from '../../../accounts/users/index.ts'
import { listHeldEntitlements, presentEntitlement } from '../../../commerce/entitlements/index.ts'
import { presentDm } from '../../../guild/channels/index.ts'
import { contextOf, installsIn } from '../../../guild/commands/index.ts'
import { fileBytesMax } from '../../../messaging/messages/index.ts'
import { hasActivity } from '../../activities/index.ts'
import { interactionCreate } from '../events.ts'
import type { StoredInteraction } from '../model.ts'
import {
  type InteractionDelivery,
  presentInteraction,
  presentInteractionMember,
  presentResolvedChannel,
} from '../present.ts'
import type { InteractionRequest } from '../requests.ts'
import { appPermissions } from '../rules.ts'
import { applicationAccess } from './application-access.ts'
import { postToEndpoint } from './endpoint.ts'
import { createInteraction } from './save.ts'
import { submitModal } from './submit-modal.ts'
import type { CheckedUse, Use } from './use.ts'
import { useCommand } from './use-command.ts'
import { useComponent } from './use-component.ts'

/**
 * Receives the use of a command, component or modal: checks it, stores the interaction and sends it to the application.
 * Files and language are those of the request.
 * @throws UNKNOWN_APPLICATION (10002) for an application without a bot or activity; the errors of `channelForCaller`
 */
export async function receiveUse(
  work: Work,
  platform: Platform,
  caller: Caller,
  request: InteractionRequest,
  sent: Pick<Use, 'files' | 'locale'>,
): Promise<void> {
  const use = await loadUse(work, platform, caller, request, sent)
  const checked = await checkUse(use, request)
  if (checked) await sendInteraction(use, checked)
}

async function loadUse(
  work: Work,
  platform: Platform,
  caller: Caller,
  request: InteractionRequest,
  sent: Pick<Use, 'files' | 'locale'>,
): Promise<Use> {
  const channelAccess = await channelForCaller(work, caller, request.channel_id)
  // A message names its bot only, whose id people's clients send for that of the application.
  const application =
    (await findApplication(work, request.application_id)) ?? (await findApplicationOfBot(work, request.application_id))
  // An activity that the platform launches needs no bot.
  if (!application || (application.bot_id === null && !hasActivity(application)))
    throw new ApiError('UNKNOWN_APPLICATION')
  const { view, channel, member } = channelAccess
  const botId = application.bot_id ?? 0n
  const bot = (view && (await memberInGuild(work, view, botId))) ?? null
  const installs = await installsIn(work, channelAccess, application, caller.userId)
  const context = contextOf(channel, application)
  const access = await applicationAccess(work, channelAccess, {
    botId,
    userId: caller.userId,
    context,
    installed: installs.guild,
  })
  const nonce = request.nonce == null ? null : String(request.nonce)
  const sessionId = request.session_id ?? null
  const ids = { nonce, sessionId }
  const place = { view, channel, member, bot }
  return { work, platform, caller, application, channelAccess, access, installs, context, ...sent, ...place, ...ids }
}

/** Returns null when no interaction follows, because the platform itself handles the command. */
function checkUse(use: Use, request: InteractionRequest): Promise<CheckedUse | null> {
  switch (request.type) {
    case InteractionType.MESSAGE_COMPONENT:
      return useComponent(use, request)
    case InteractionType.MODAL_SUBMIT:
      return submitModal(use, request)
    default:
      return useCommand(use, request)
  }
}

/** Stores an interaction and sends it to its application. */
async function sendInteraction(use: Use, checked: CheckedUse): Promise<void> {
  const interaction = newInteraction(use, checked)
  await createInteraction(use.work, interaction)
  deliver(use, await deliveryOf(use, checked, interaction))
}

function newInteraction(use: Use, { type, owners, metadata, fields }: CheckedUse): StoredInteraction {
  const { work, caller, application, channel } = use
  const id = work.nextId()
  return {
    id,
    application_id: application.id,
    token: randomBytes(48).toString('base64url'),
    type,
    user_id: caller.userId,
    channel_id: channel.id,
    guild_id: channel.guild_id,
    created_at: work.now,
    bot_id: application.bot_id ?? 0n,
    locale: use.locale,
    nonce: use.nonce,
    session_id: use.sessionId,
    context: use.context,
    owners,
    metadata: {
      id: id.toString(),
      type,
      user: presentUser(caller.user),
      authorizing_integration_owners: owners,
      ...metadata,
    },
    command: null,
    focused_type: null,
    source_message_id: null,
    modal: null,
    answered_at: null,
    failed_at: null,
    callback_type: null,
    response_message_id: null,
    followups: 0,
    attachment_size_limit: fileBytesMax(caller.user, use.view?.guild),
    ...fields,
  }
}

async function deliveryOf(
  use: Use,
  { data, message = null }: CheckedUse,
  interaction: StoredInteraction,
): Promise<InteractionDelivery> {
  const { work, caller, view, member, channel } = use
  const owner = { userId: caller.userId, guildId: interaction.guild_id }
  const held = await listHeldEntitlements(work, interaction.application_id, owner, work.now)
  return {
    interaction,
    data,
    message,
    user: presentUser(caller.user),
    locale: interaction.locale,
    guild: view?.guild ?? null,
    member: view && member ? presentInteractionMember(use, member) : null,
    channel: view ? presentResolvedChannel(use, channel) : presentDmFor(use),
    appPermissions: appPermissions(use.access),
    entitlements: held.map(presentEntitlement),
  }
}

function presentDmFor({ channel, caller, application }: Use): PartialChannelObject {
  const object = presentDm(channel, application.bot_id ?? 0n, [caller.user])
  return channel.type === ChannelType.DM ? object : { ...object, name: channel.name }
}

/** Sends an interaction to the application's endpoint if it has one, otherwise to its session of the guild's shard. */
function deliver({ work, platform, application }: Use, delivery: InteractionDelivery): void {
  const { interaction } = delivery
  const { interactions_endpoint_url: url } = application
  if (url === null) return work.emit(interactionCreate, userTopic(interaction.bot_id), delivery, interaction.guild_id)
  const body = presentInteraction(delivery)
  work.afterCommit(() => postToEndpoint(platform, application, url, body))
}
