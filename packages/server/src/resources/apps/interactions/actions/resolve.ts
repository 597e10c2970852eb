import {
  ApiError,
  type AttachmentObject,
  type ButtonObject,
  ComponentType,
  type Faults,
  type ModalInputObject,
  type ResolvedObject,
  type Snowflake,
} from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import type { UploadedFile } from '../../../../kernel/files.ts'
import type { Channel, Member } from '../../../../kernel/model.ts'
import type { SubmittedIds } from '../../../../validation/submitted-ids.ts'
import { listUsers, presentUser } from '../../../accounts/users/index.ts'
import { listMembersById } from '../../../guild/members/index.ts'
import { presentRole } from '../../../guild/roles/index.ts'
import { isSelect } from '../../../messaging/components/index.ts'
import { fileBytesMax, presentAttachment, storeAttachments } from '../../../messaging/messages/index.ts'
import { presentResolvedChannel, presentResolvedMember } from '../present.ts'
import type { Use } from './use.ts'

/** Loads the objects of submitted ids. An unknown id is a fault: applications rely on finding every id here. */
export async function resolveIds(use: Use, ids: SubmittedIds, faults: Faults): Promise<ResolvedObject> {
  const { work, view } = use
  const resolved: ResolvedObject = {}
  const addUnknown = (id: Snowflake) => faults.add([], 'BASE_TYPE_CHOICES', `Unknown id ${id}.`)
  const roleIds = [...ids.roles, ...[...ids.mentionables].filter((id) => view?.roles.has(id))]
  const userIds = [...ids.users, ...[...ids.mentionables].filter((id) => !view?.roles.has(id))]
  if (userIds.length > 0) {
    const users = await listUsers(work, userIds)
    const members = view ? await listMembersById(work, view.id, userIds) : new Map<Snowflake, Member>()
    for (const id of userIds) if (!users.has(id)) addUnknown(id)
    resolved.users = byId([...users.values()], (user) => user.id, presentUser)
    if (members.size > 0)
      resolved.members = byId(
        [...members.values()],
        (member) => member.user_id,
        (member) => presentResolvedMember(use, member),
      )
  }
  if (roleIds.length > 0) {
    const known = roleIds.flatMap((id) => view?.roles.get(id) ?? [])
    if (known.length < roleIds.length) addUnknown(roleIds[0] ?? 0n)
    resolved.roles = byId(known, (role) => role.id, presentRole)
  }
  if (ids.channels.size > 0) {
    const channels: Channel[] = []
    for (const id of ids.channels) {
      const channel = await findVisibleChannel(use, id)
      if (channel) channels.push(channel)
      else addUnknown(id)
    }
    resolved.channels = byId(
      channels,
      (channel) => channel.id,
      (channel) => presentResolvedChannel(use, channel),
    )
  }
  return resolved
}

/** Returns a channel of the guild if the user can view it, so that applications do not reveal hidden channels. */
async function findVisibleChannel({ work, caller, view }: Use, id: Snowflake): Promise<Channel | null> {
  if (!view) return null
  try {
    const { channel } = await channelForCaller(work, caller, id)
    return channel.guild_id === view.id ? channel : null
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Checks that chosen channels have one of the requested types. */
export function checkChannelTypes(
  resolved: ResolvedObject,
  channelTypes: readonly number[] | undefined,
  ids: readonly unknown[],
  faults: Faults,
): void {
  if (!channelTypes?.length) return
  for (const id of ids) {
    const channel = resolved.channels?.[String(id)]
    if (channel && !channelTypes.includes(channel.type))
      faults.add([], 'BASE_TYPE_CHOICES', `Value must be one of (${channelTypes.join(', ')}).`)
  }
}

/**
 * Checks that a client would have offered the chosen values of a select: members of the guild, recipients of the DM,
 * channels of the requested types, and default values of the application.
 */
export function checkChosen(
  { view, channel }: Use,
  resolved: ResolvedObject,
  component: ButtonObject | ModalInputObject,
  values: readonly string[],
  faults: Faults,
): void {
  if (!isSelect(component)) return
  const defaults = new Set((component.default_values ?? []).map(({ id }) => id))
  const chosen = values.filter((id) => !defaults.has(id))
  checkChannelTypes(resolved, component.channel_types, chosen, faults)
  if (component.type !== ComponentType.USER_SELECT && component.type !== ComponentType.MENTIONABLE_SELECT) return
  const { users = {}, members = {} } = resolved
  const isOffered = (id: string) => (view ? id in members : channel.recipient_ids.includes(BigInt(id)))
  for (const [index, id] of values.entries()) {
    if (!defaults.has(id) && id in users && !isOffered(id))
      faults.add([index], 'BASE_TYPE_CHOICES', `Unknown id ${id}.`)
  }
}

function byId<T, O>(entries: readonly T[], idOf: (entry: T) => Snowflake, present: (entry: T) => O): Record<string, O> {
  return Object.fromEntries(entries.map((entry) => [idOf(entry).toString(), present(entry)]))
}

/** Returns the file of a request by its index: n of `files[n]`, or the position among files of another name. */
export function fileAt(files: readonly UploadedFile[], index: string): UploadedFile | undefined {
  return files.find((file, position) => String(file.index ?? position) === index)
}

/** Stored files of a request. */
interface ResolvedFiles {
  /** Attachment ids by file index. */
  ids: Map<string, string>
  attachments: Record<string, AttachmentObject>
}

/** Stores submitted files of a request. They are ephemeral, because only the application receives them. */
export async function resolveFiles(use: Use, indexes: ReadonlySet<bigint>, faults: Faults): Promise<ResolvedFiles> {
  const files = use.files.filter((file, position) => indexes.has(BigInt(file.index ?? position)))
  if (files.length < indexes.size) faults.add([], 'ATTACHMENT_NOT_FOUND', 'The file is not part of the request.')
  const ids = new Map<string, string>()
  if (files.length === 0 || faults.any) return { ids, attachments: {} }
  const request = {
    work: use.work,
    platform: use.platform,
    channelId: use.channel.id,
    ephemeral: true,
    fileBytesMax: fileBytesMax(use.caller.user, use.view?.guild),
  }
  const { attachmentUrls } = use.platform
  const stored = (await storeAttachments(request, files, [])).map((file) => presentAttachment(file, attachmentUrls))
  for (const [position, file] of files.entries()) ids.set(String(file.index ?? position), String(stored[position]?.id))
  return { ids, attachments: Object.fromEntries(stored.map((attachment) => [attachment.id, attachment])) }
}
