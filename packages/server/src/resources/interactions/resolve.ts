import { ApiError, ComponentType, type Faults, type FieldPath, type Snowflake } from '@guildhall/protocol'
import { channelForCaller } from '../../access/channel.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { UploadedFile } from '../../kernel/files.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Member } from '../../kernel/model.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { isThread, presentChannel, presentThreadMetadata } from '../channels/index.ts'
import type { SubmittedIds } from '../components/index.ts'
import { listMembersById, presentPartialMember } from '../members/index.ts'
import { fileBytesMax, presentAttachment, storeAttachments } from '../messages/index.ts'
import { presentRole } from '../roles/index.ts'
import { listUsers, presentUser } from '../users/index.ts'

type Wire = Record<string, unknown>

export interface Surroundings {
  readonly work: Work
  readonly platform: Platform
  readonly caller: Caller
  readonly view: GuildView | null
  readonly channel: Channel
  /** Who invokes, in the guild. */
  readonly member: Member | null
  /** The application's bot in the guild. */
  readonly bot: Member | null
  readonly files: readonly UploadedFile[]
}

/** Channel fields that interactions show. [checklist 10] */
const PARTIAL = [
  'id',
  'name',
  'type',
  'last_message_id',
  'last_pin_timestamp',
  'nsfw',
  'parent_id',
  'guild_id',
  'flags',
  'rate_limit_per_user',
  'topic',
  'position',
] as const

/** A channel with the invoker's permissions there and, where the bot is in the guild, the bot's. Never obfuscated. [CH-10] [CH-11] [CH-14] */
export function presentResolvedChannel(around: Surroundings, channel: Channel): Wire {
  const whole = presentChannel(channel)
  const wire: Wire = Object.fromEntries(
    PARTIAL.filter((key) => whole[key] !== undefined).map((key) => [key, whole[key]]),
  )
  const { view, member, bot } = around
  if (view && member) wire.permissions = view.permissionsIn(channel, member.user_id, member.roles).toString()
  if (view && bot) wire.app_permissions = view.permissionsIn(channel, bot.user_id, bot.roles).toString()
  if (isThread(channel.type) && channel.thread_metadata)
    wire.thread_metadata = presentThreadMetadata(channel.thread_metadata)
  return wire
}

/** A member as interactions show them, with their permissions in the channel. */
export function presentInteractionMember(around: Surroundings, member: Member): Wire {
  const permissions = around.view?.permissionsIn(around.channel, member.user_id, member.roles) ?? 0n
  return { ...presentPartialMember(member), permissions: permissions.toString() }
}

/** The same beside a resolved user: without what only concerns voice. */
export function presentResolvedMember(around: Surroundings, member: Member): Wire {
  const { deaf: _, mute: __, ...wire } = presentInteractionMember(around, member)
  return wire
}

/** Looks up all that an answer names. What does not exist is a fault: an app trusts that it gets what it can resolve. */
export async function resolveIds(
  around: Surroundings,
  ids: SubmittedIds,
  faults: Faults,
  path: FieldPath,
): Promise<Wire> {
  const { work, view } = around
  const resolved: Wire = {}
  const missing = (id: Snowflake) => faults.add(path, 'BASE_TYPE_CHOICES', `Unknown id ${id}.`)
  const roles = [...ids.roles, ...[...ids.mentionables].filter((id) => view?.roles.has(id))]
  const userIds = [...ids.users, ...[...ids.mentionables].filter((id) => !view?.roles.has(id))]
  if (userIds.length > 0) {
    const users = await listUsers(work, userIds)
    const members = view ? await listMembersById(work, view.id, userIds) : new Map<Snowflake, Member>()
    for (const id of userIds) if (!users.has(id)) missing(id)
    resolved.users = keyed([...users.values()], (user) => user.id, presentUser)
    if (members.size > 0)
      resolved.members = keyed(
        [...members.values()],
        (member) => member.user_id,
        (member) => presentResolvedMember(around, member),
      )
  }
  if (roles.length > 0) {
    const known = roles.flatMap((id) => view?.roles.get(id) ?? [])
    if (known.length < roles.length) missing(roles[0] ?? 0n)
    resolved.roles = keyed(known, (role) => role.id, presentRole)
  }
  if (ids.channels.size > 0) {
    const channels: Channel[] = []
    for (const id of ids.channels) {
      const channel = await channelInSight(around, id)
      if (channel) channels.push(channel)
      else missing(id)
    }
    resolved.channels = keyed(
      channels,
      (channel) => channel.id,
      (channel) => presentResolvedChannel(around, channel),
    )
  }
  return resolved
}

/** A channel of the guild that the person sees themselves: an application of theirs must not show them others. */
async function channelInSight({ work, caller, view }: Surroundings, id: Snowflake): Promise<Channel | null> {
  if (!view) return null
  try {
    const { channel } = await channelForCaller(work, caller, id)
    return channel.guild_id === view.id ? channel : null
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Channels that were chosen must be of the types that were asked for. */
export function checkChannelTypes(
  resolved: Wire,
  channelTypes: unknown,
  ids: readonly unknown[],
  faults: Faults,
  path: FieldPath,
): void {
  if (!Array.isArray(channelTypes) || channelTypes.length === 0) return
  const channels = (resolved.channels ?? {}) as Record<string, Wire>
  for (const id of ids) {
    const channel = channels[String(id)]
    if (channel && !channelTypes.includes(channel.type))
      faults.add(path, 'BASE_TYPE_CHOICES', `Value must be one of (${channelTypes.join(', ')}).`)
  }
}

/**
 * Only what a client would offer can be chosen: people who are in the guild or DM, channels of the types that were asked
 * for. What the application chose beforehand is offered too.
 */
export function checkChosen(
  { view, channel }: Surroundings,
  resolved: Wire,
  component: Wire,
  values: readonly string[],
  faults: Faults,
  path: FieldPath,
): void {
  const beforehand = new Set(((component.default_values ?? []) as { id: string }[]).map(({ id }) => id))
  const chosen = values.filter((id) => !beforehand.has(id))
  checkChannelTypes(resolved, component.channel_types, chosen, faults, path)
  if (component.type !== ComponentType.USER_SELECT && component.type !== ComponentType.MENTIONABLE_SELECT) return
  const { users = {}, members = {} } = resolved as Record<string, Wire>
  const isHere = (id: string) => (view ? id in members : channel.recipient_ids.includes(BigInt(id)))
  for (const [index, id] of values.entries()) {
    if (!beforehand.has(id) && id in users && !isHere(id))
      faults.add([...path, index], 'BASE_TYPE_CHOICES', `Unknown id ${id}.`)
  }
}

function keyed<T>(entries: readonly T[], id: (entry: T) => Snowflake, present: (entry: T) => Wire): Wire {
  return Object.fromEntries(entries.map((entry) => [id(entry).toString(), present(entry)]))
}

/**
 * Stores the files of a request and answers how its file numbers became attachment ids, with the wire objects.
 * An interaction's files are for the application alone, so they are marked ephemeral.
 */
export async function resolveFiles(
  around: Surroundings,
  wanted: ReadonlySet<bigint>,
  faults: Faults,
  path: FieldPath,
): Promise<{ ids: Map<string, string>; attachments: Wire }> {
  const files = around.files.filter((file, position) => wanted.has(BigInt(file.index ?? position)))
  if (files.length < wanted.size) faults.add(path, 'ATTACHMENT_NOT_FOUND', 'The file is not part of the request.')
  const ids = new Map<string, string>()
  if (files.length === 0 || faults.any) return { ids, attachments: {} }
  const request = {
    work: around.work,
    platform: around.platform,
    channelId: around.channel.id,
    ephemeral: true,
    fileBytesMax: fileBytesMax(around.caller.user, around.view?.guild),
  }
  const { attachmentUrls } = around.platform
  const stored = (await storeAttachments(request, files, [])).map((file) => presentAttachment(file, attachmentUrls))
  for (const [position, file] of files.entries()) ids.set(String(file.index ?? position), String(stored[position]?.id))
  return { ids, attachments: Object.fromEntries(stored.map((attachment) => [String(attachment.id), attachment])) }
}

/** Puts attachment ids where a caller wrote file numbers. */
export function withAttachmentIds(
  value: unknown,
  ids: ReadonlyMap<string, string>,
  isFile: (component: Wire) => boolean,
): unknown {
  if (ids.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((entry) => withAttachmentIds(entry, ids, isFile))
  const wire = value as Wire
  const swapped: Wire = Object.fromEntries(
    Object.entries(wire).map(([key, entry]) => [key, withAttachmentIds(entry, ids, isFile)]),
  )
  if (!isFile(wire)) return swapped
  if (Array.isArray(wire.values)) swapped.values = wire.values.map((entry) => ids.get(String(entry)) ?? entry)
  if (wire.value !== undefined) swapped.value = ids.get(String(wire.value)) ?? wire.value
  return swapped
}
