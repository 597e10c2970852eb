import { randomBytes } from 'node:crypto'
import {
  ApiError,
  ChannelType,
  INTERACTION_ANSWER_MS,
  InteractionContext,
  InteractionType,
  type Snowflake,
} from '@guildhall/protocol'
import { type ChannelAccess, channelForCaller } from '../../access/channel.ts'
import { memberInGuild } from '../../access/member.ts'
import type { Caller } from '../../kernel/caller.ts'
import { userTopic } from '../../kernel/event.ts'
import type { UploadedFile } from '../../kernel/files.ts'
import type { Application } from '../../kernel/model.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { findApplication } from '../applications/index.ts'
import { presentDm } from '../channels/index.ts'
import { contextOf, type Installs, installsFor, installsIn } from '../commands/index.ts'
import { listHeldEntitlements, presentEntitlement, type StoredEntitlement } from '../entitlements/index.ts'

import { fileBytesMax } from '../messages/index.ts'
import { presentUser } from '../users/index.ts'
import { askEndpoint } from './endpoint.ts'
import { interactionCreate, outcome } from './events.ts'
import type { Interaction, InteractionData } from './interaction.ts'
import { presentInteractionMember, presentResolvedChannel, type Surroundings } from './resolve.ts'
import { appPermissions } from './rules.ts'
import * as store from './store.ts'

type Wire = Record<string, unknown>
/** No member's: leaves what @everyone may. */
const NOBODY_ID = 0n

/** A person's use of an application in a channel, before what is used was looked at. */
export interface Use extends Surroundings {
  readonly application: Application
  readonly place: ChannelAccess
  readonly installs: Installs
  readonly context: number
  readonly nonce: string | null
  /** Of the person's gateway session, where their client names it. */
  readonly sessionId: string | null
}

export interface UseRequest {
  application_id: Snowflake
  channel_id: Snowflake
  nonce?: string | number | null
  session_id?: string | null
}

/** Looks at who uses what where: the channel must be theirs to see. Whether the application is, what is used decides. */
export async function beginUse(
  work: Work,
  platform: Platform,
  caller: Caller,
  request: UseRequest,
  files: readonly UploadedFile[],
): Promise<Use> {
  const place = await channelForCaller(work, caller, request.channel_id)
  const application = await findApplication(work, request.application_id)
  if (!application?.bot_id) throw new ApiError('UNKNOWN_APPLICATION')
  const { view, channel, member } = place
  const bot = (view && (await memberInGuild(work, view, application.bot_id))) ?? null
  const installs = await installsIn(work, place, application, caller.userId)
  const context = contextOf(channel, application)
  const nonce = request.nonce == null ? null : String(request.nonce)
  const sessionId = request.session_id ?? null
  const asked = { context, nonce, sessionId }
  return { work, platform, caller, application, place, view, channel, member, bot, files, installs, ...asked }
}

/** What is left of an interaction once the use is known to be right. */
export interface Opening {
  type: number
  /** The wire `data`. */
  data: Wire
  metadata?: Wire
  message?: Wire
  /** Wire `authorizing_integration_owners`: whose installations this use rests on. */
  owners: Record<string, string>
  carried?: Partial<InteractionData>
}

/** Stores the interaction, hands it to the application and tells the person that it was taken. */
export async function openInteraction(use: Use, opening: Opening): Promise<Interaction> {
  const { work, caller, application, place } = use
  const botId = application.bot_id ?? 0n
  const guildId = place.channel.guild_id
  const id = work.nextId()
  const { owners } = opening
  const interaction: Interaction = {
    id,
    application_id: application.id,
    token: randomBytes(48).toString('base64url'),
    type: opening.type,
    user_id: caller.userId,
    channel_id: place.channel.id,
    guild_id: guildId,
    created_at: work.now,
    bot_id: botId,
    nonce: use.nonce,
    session_id: use.sessionId,
    context: use.context,
    owners,
    metadata: {
      id: id.toString(),
      type: opening.type,
      user: presentUser(caller.user),
      authorizing_integration_owners: owners,
      ...opening.metadata,
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
    ...opening.carried,
  }
  await store.insert(work, interaction)
  const held = await listHeldEntitlements(work, application.id, { userId: caller.userId, guildId }, work.now)
  deliver(use, interaction, presentInteraction(use, interaction, opening, held))
  work.emit(interactionCreate, userTopic(caller.userId), outcome(interaction))
  if (opening.type !== InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE) {
    await work.schedule('interaction-unanswered', id.toString(), work.now + INTERACTION_ANSWER_MS, { id })
  }
  return interaction
}

/** To the application's endpoint where it has one; else by the gateway, to the shard of the guild that it happened in. */
function deliver({ work, platform, application }: Use, interaction: Interaction, wire: Wire): void {
  const { interactions_endpoint_url: url } = application
  if (url !== null) return work.afterCommit(() => askEndpoint(platform, application, url, interaction, wire))
  work.emit(interactionCreate, userTopic(interaction.bot_id), wire, interaction.guild_id)
}

/** Wire `authorizing_integration_owners`, by the ways in which what is used can be installed; 10002 when there is none. */
export function ownersOf(use: Use, integrationTypes: readonly number[]): Record<string, string> {
  const { guild, user } = installsFor(integrationTypes, use.installs)
  if (!guild && !user) throw new ApiError('UNKNOWN_APPLICATION')
  return {
    ...(guild ? { '0': use.view?.id.toString() ?? '0' } : {}),
    ...(user ? { '1': use.caller.userId.toString() } : {}),
  }
}

/** The interaction as the application receives it. */
function presentInteraction(
  use: Use,
  interaction: Interaction,
  opening: Opening,
  held: readonly StoredEntitlement[],
): Wire {
  const { view, channel, member, bot, caller } = use
  const user = presentUser(caller.user)
  const standing = {
    inGuild: view !== null,
    withBot: use.context === InteractionContext.BOT_DM,
    bot: view && bot ? view.permissionsIn(channel, bot.user_id, bot.roles) : null,
    invoker: use.place.permissions,
    everyone: view && use.installs.guild ? view.permissionsIn(channel, NOBODY_ID, []) : null,
  }
  return {
    id: interaction.id.toString(),
    application_id: interaction.application_id.toString(),
    type: interaction.type,
    token: interaction.token,
    version: 1,
    data: opening.data,
    ...(opening.message ? { message: opening.message } : {}),
    ...(view
      ? {
          guild: { id: view.id.toString(), locale: view.guild.preferred_locale, features: view.guild.features },
          guild_id: view.id.toString(),
          guild_locale: view.guild.preferred_locale,
        }
      : {}),
    channel: view ? presentResolvedChannel(use, channel) : presentDmFor(use),
    channel_id: channel.id.toString(),
    ...(view && member ? { member: { ...presentInteractionMember(use, member), user } } : { user }),
    app_permissions: appPermissions(standing).toString(),
    locale: caller.user.locale,
    entitlements: held.map(presentEntitlement),
    entitlement_sku_ids: [...new Set(held.map(({ sku_id }) => sku_id.toString()))],
    authorizing_integration_owners: interaction.owners,
    context: interaction.context,
    attachment_size_limit: interaction.attachment_size_limit,
  }
}

function presentDmFor({ channel, caller, application }: Use): Wire {
  const wire = presentDm(channel, application.bot_id ?? 0n, [caller.user])
  return channel.type === ChannelType.DM ? wire : { ...wire, name: channel.name }
}
