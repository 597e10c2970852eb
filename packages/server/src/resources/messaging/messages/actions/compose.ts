import {
  ApiError,
  demand,
  Faults,
  has,
  MessageFlag,
  MessageType,
  needs,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import type { UploadedFile } from '../../../../kernel/files.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { stickersToSend } from '../../../guild/stickers/index.ts'
import { unfurlMedia } from '../../components/index.ts'
import { checkDescribedFiles, filenamesOf } from '../attachment-rules.ts'
import { checkEmbeds, resolveEmbedMedia } from '../embed-rules.ts'
import { checkAllowedMentions, mentionFields } from '../mention-rules.ts'
import {
  accountOf,
  type ChannelLocation,
  type MessageAuthor,
  type MessageDraft,
  type StoredSnapshot,
  textOfComponents,
} from '../model.ts'
import { pollFromRequest } from '../poll-rules.ts'
import type { AllowedMentions, MessageRequest } from '../requests.ts'
import { checkLegacyFields, emptyMessageError, fileBytesMax } from '../rules.ts'
import { checkVoiceMessage } from '../voice-message-rules.ts'
import { resolveComponents } from './components.ts'
import { resolvePollEmojis } from './poll.ts'
import { screenMessage } from './screen.ts'
import { storeAttachments } from './store-attachments.ts'

/** Flags that a caller may set. The platform sets the others. */
const SETTABLE_FLAGS =
  MessageFlag.SUPPRESS_EMBEDS |
  MessageFlag.SUPPRESS_NOTIFICATIONS |
  MessageFlag.IS_VOICE_MESSAGE |
  MessageFlag.IS_COMPONENTS_V2

export interface Composition {
  readonly work: Work
  readonly platform: Platform
  readonly location: ChannelLocation
  readonly author: MessageAuthor
  /**
   * Permissions of the author in the channel. Without them embeds and mentions of everyone are left out silently, and
   * files are rejected.
   */
  readonly permissions: bigint
  readonly body: MessageRequest
  readonly files: readonly UploadedFile[]
  /** Further flags that the caller may set here: EPHEMERAL in interaction responses. */
  readonly flagsAllowed?: number
  /** `allowed_mentions` of requests that have none. Webhooks and interaction responses have their own default. */
  readonly allowedByDefault?: AllowedMentions
  /** The application whose emojis may be used, when that is not the author. */
  readonly emojisOf?: Snowflake | null
  /** Author of the message replied to. Mentioned unless `allowed_mentions.replied_user` is false. */
  readonly repliedUserId?: Snowflake | null
  /** Limit for each file, in bytes, when the author's own does not apply: in interaction responses. */
  readonly fileBytesMax?: number
  /** Whether stickers may be sent. Webhooks and interaction responses cannot send them. */
  readonly stickers?: boolean
  /** Whether the message may be empty, as forwards and deferred responses are. */
  readonly mayBeEmpty?: boolean
  /** Messages that the message forwards. */
  readonly forwarded?: readonly StoredSnapshot[]
  /** Whether operators' blocks and raid mode were asked about the message already. */
  readonly isScreened?: boolean
}

/**
 * Applies every rule about the contents of a message, stores its files and returns the draft for `postMessage`. Every
 * request that posts a message comes here: of people and bots, webhooks, interaction responses, forum posts.
 */
export async function composeMessage(composition: Composition): Promise<MessageDraft> {
  const { work, body, files, permissions, author } = composition
  const flags = (body.flags ?? 0) & (SETTABLE_FLAGS | (composition.flagsAllowed ?? 0))
  const v2 = (flags & MessageFlag.IS_COMPONENTS_V2) !== 0
  const { components, draftPoll, ...parts } = await checkParts(composition, v2)
  const embeds = has(permissions, Permission.EMBED_LINKS) ? parts.embeds : []
  if (files.length > 0) demand(needs(permissions, Permission.ATTACH_FILES))
  if (draftPoll) demand(needs(permissions, Permission.SEND_POLLS))
  checkVoiceMessage(flags, body, files, permissions)
  const sticker_items = await stickerItems(composition)
  const content = body.content ?? ''
  const theme = body.shared_client_theme ?? null
  const lists = [embeds, components, files, sticker_items]
  const empty = lists.every((part) => part.length === 0) && content === '' && !draftPoll && !theme
  if (empty && !composition.mayBeEmpty) throw emptyMessageError(parts.embeds.length > embeds.length)
  const mentions = mentionFields(
    composition,
    v2 ? textOfComponents(components) : content,
    composition.repliedUserId ?? null,
  )
  if (!composition.isScreened) await screenMessage({ ...composition, mentionsEveryone: mentions.mention_everyone })
  const poll = draftPoll && (await resolvePollEmojis(work, draftPoll, composition.emojisOf ?? author.id))
  const attachments = files.length === 0 ? [] : await storeFiles(composition, (flags & MessageFlag.EPHEMERAL) !== 0)
  return {
    author,
    type: MessageType.DEFAULT,
    content,
    flags,
    tts: body.tts === true && has(permissions, Permission.SEND_TTS_MESSAGES),
    nonce: body.nonce ?? null,
    embeds: resolveEmbedMedia(embeds, attachments),
    components: unfurlMedia(components, attachments, () => work.nextId()),
    attachments,
    sticker_items,
    poll,
    shared_client_theme: theme && { ...theme, base_theme: theme.base_theme ?? 0 },
    ...mentions,
  }
}

/** Returns the stickers of the request, where stickers may be sent. */
async function stickerItems({ work, author, permissions, location, body, stickers = false }: Composition) {
  if (!stickers) return []
  return stickersToSend(
    work,
    { authorId: author.id, permissions, guildId: location.channel.guild_id },
    body.sticker_ids ?? [],
  )
}

/** Returns embeds, components and poll as they are stored, or throws all faults of the body at once. */
async function checkParts({ work, body, files, author, emojisOf }: Composition, v2: boolean) {
  const faults = new Faults()
  const embeds = body.embeds?.length ? checkEmbeds(body.embeds, faults.at('embeds')) : []
  const layout = { v2, filenames: new Set(filenamesOf(files, body.attachments ?? [])) }
  const components = await resolveComponents(work, body.components ?? [], layout, emojisOf ?? author.id, faults)
  if (body.allowed_mentions) checkAllowedMentions(body.allowed_mentions, faults.at('allowed_mentions'))
  if (body.attachments) checkDescribedFiles(body.attachments, files, faults.at('attachments'))
  if (v2) checkLegacyFields(body, faults)
  const draftPoll = body.poll == null ? null : pollFromRequest(body.poll, work.now, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return { embeds, components, draftPoll }
}

function storeFiles(composition: Composition, ephemeral: boolean) {
  const { work, platform, location, body, files, author } = composition
  const request = {
    work,
    platform,
    channelId: location.channel.id,
    ephemeral,
    fileBytesMax: composition.fileBytesMax ?? fileBytesMax(accountOf(author), location.view?.guild),
  }
  return storeAttachments(request, files, body.attachments ?? [])
}
