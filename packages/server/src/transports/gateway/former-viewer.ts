import { ChannelType, type Snowflake } from '@guildhall/protocol'
import type { Event } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, StoredRole } from '../../kernel/model.ts'
import { Viewer } from '../../kernel/viewer.ts'
import { channelCreate, channelUpdate, isThread } from '../../resources/guild/channels/index.ts'
import { guildRoleCreate, guildRoleDelete, guildRoleUpdate } from '../../resources/guild/roles/index.ts'
import type { FormerPermissions } from './former-permissions.ts'
import type { Session } from './session.ts'
import { optionsOfViewer, type ViewerRules } from './viewers.ts'

/** An event that changed a channel. */
interface ChannelChange {
  readonly index: number
  /** The channel from then on; null once it was deleted, and for members of a private thread. */
  readonly channel: Channel | null
}

const ALL = -1n

/**
 * A session at each of the events of a guild that it has missed. The guild is known as it is now, and the permissions
 * as they were before the first event. In between, permissions are known wherever the events say all that changed:
 * before the first change and after the last one, and in a channel whose changes no role followed. Elsewhere they are
 * unknown, and `isCertain` says whether a decision depends on it.
 */
export class FormerViewer extends Viewer {
  readonly #view: GuildView
  readonly #former: FormerPermissions | null
  /** First and last event that changed permissions in the whole guild; null for none. */
  #wide: { readonly first: number; readonly last: number } | null = null
  readonly #changes = new Map<Snowflake, ChannelChange[]>()
  #index = 0
  #whereUnknown = 0n
  #certain = true

  /** @param events all events since, also those that the session is sent later */
  constructor(
    session: Session,
    { view, rules, former }: { view: GuildView; rules: ViewerRules; former: FormerPermissions | null },
    events: readonly Event[],
  ) {
    super(optionsOfViewer(session, view, rules))
    this.#view = view
    this.#former = former
    const { userId } = session
    const hasSameRoles = !events.some(({ type, payload }) =>
      [...(type.affectedUsers?.(payload) ?? [])].includes(userId),
    )
    const ownRoles = new Map(former?.roles)
    for (const [index, event] of events.entries())
      if (!hasSameRoles || !(isOfOtherRole(event, this) || keepsPermissions(event, ownRoles)))
        this.#note(index, event, userId)
  }

  #note(index: number, { type, payload }: Event, userId: Snowflake): void {
    const subject = type.changesPermissions ? type.subjectChannel?.(payload) : undefined
    if (subject !== undefined) {
      const isKnown = type === channelCreate || type === channelUpdate
      return this.#noteChannel(subject, { index, channel: isKnown ? (payload as Channel) : null })
    }
    const affected = [...(type.affectedUsers?.(payload) ?? [])]
    if (!type.changesPermissions && !affected.includes(userId)) return
    const thread = type.changesPermissions ? null : threadOf(payload)
    if (thread !== null) return this.#noteChannel(thread, { index, channel: null })
    this.#wide = { first: this.#wide?.first ?? index, last: index }
  }

  #noteChannel(id: Snowflake, change: ChannelChange): void {
    const known = this.#changes.get(id)
    if (known) known.push(change)
    else this.#changes.set(id, [change])
  }

  /** Returns the index of the last event that may have changed who sees a channel; null for none. */
  lastChange(channelId: Snowflake): number | null {
    const own = this.#changes.get(channelId)?.at(-1)?.index ?? -1
    const last = Math.max(own, this.#wide?.last ?? -1)
    return last === -1 ? null : last
  }

  /** Returns whether an event of these changed the channel itself. */
  hasChanged(channelId: Snowflake): boolean {
    return this.#changes.has(channelId)
  }

  /**
   * Returns what a question about an event comes to, and whether it is certain: the same whatever the unknown
   * permissions were.
   */
  at<T>(index: number, ask: () => T): { readonly result: T; readonly isCertain: boolean } {
    this.#index = index
    this.#certain = true
    this.#whereUnknown = 0n
    const result = ask()
    if (this.#certain) return { result, isCertain: true }
    this.#whereUnknown = ALL
    return { result, isCertain: ask() === result }
  }

  override permissionsIn(channelId: Snowflake): bigint {
    const channel = this.#view.channels.get(channelId)
    if (channel && isThread(channel.type) && channel.parent_id !== null) {
      if (channel.type !== ChannelType.PRIVATE_THREAD) return this.permissionsIn(channel.parent_id)
      return this.#inPrivateThread(channel.id, channel.parent_id)
    }
    const changes = this.#changes.get(channelId) ?? []
    const present = changes.findLast(({ index }) => index <= this.#index)
    const last = changes.at(-1)
    if (present === last && this.#rolesAreNow) return super.permissionsIn(channelId)
    if (present === undefined) return this.#rolesAreFormer ? this.#formerIn(channelId) : this.#unknown()
    return this.#rolesAreNow && present.channel ? super.permissionsOf(present.channel) : this.#unknown()
  }

  override permissionsOf(channel: Channel): bigint {
    if (isThread(channel.type) && channel.parent_id !== null) {
      if (channel.type !== ChannelType.PRIVATE_THREAD) return this.permissionsIn(channel.parent_id)
      return this.#view.channels.has(channel.id) ? this.permissionsIn(channel.id) : this.#unknown()
    }
    return this.#rolesAreNow ? super.permissionsOf(channel) : this.#unknown()
  }

  override get guildPermissions(): bigint {
    if (this.#rolesAreNow) return super.guildPermissions
    return this.#rolesAreFormer && this.#former ? this.#former.guild : this.#unknown()
  }

  #inPrivateThread(threadId: Snowflake, parentId: Snowflake): bigint {
    const changes = [...(this.#changes.get(threadId) ?? []), ...(this.#changes.get(parentId) ?? [])]
    const known = changes.map(({ index }) => index)
    if (this.#wide) known.push(this.#wide.first, this.#wide.last)
    if (known.every((index) => index <= this.#index)) return super.permissionsIn(threadId)
    return known.every((index) => index > this.#index) ? this.#formerIn(threadId) : this.#unknown()
  }

  get #rolesAreNow(): boolean {
    return this.#wide === null || this.#index >= this.#wide.last
  }

  get #rolesAreFormer(): boolean {
    return this.#wide === null || this.#index < this.#wide.first
  }

  #formerIn(channelId: Snowflake): bigint {
    return this.#former ? (this.#former.channels.get(channelId) ?? 0n) : this.#unknown()
  }

  #unknown(): bigint {
    this.#certain = false
    return this.#whereUnknown
  }
}

/**
 * Returns whether an event makes, changes or deletes a role that a member does not have, which leaves their permissions
 * as they are. A member who loses a role by its deletion is named by an event before it.
 */
export function isOfOtherRole({ type, payload }: Event, { roleIds }: Pick<Viewer, 'roleIds'>): boolean {
  if (type === guildRoleDelete) return true
  if (type !== guildRoleCreate && type !== guildRoleUpdate) return false
  const { id, guild_id } = payload as StoredRole
  return id !== guild_id && !roleIds.includes(id)
}

/**
 * Returns whether an event changes a role of a member, but not its permissions: a new role moves all others up. Notes
 * the permissions of the role from then on.
 */
function keepsPermissions({ type, payload }: Event, ownRoles: Map<Snowflake, bigint>): boolean {
  if (type !== guildRoleUpdate) return false
  const { id, permissions } = payload as StoredRole
  const before = ownRoles.get(id)
  ownRoles.set(id, permissions)
  return before === permissions
}

/** Returns the thread whose members an event changed; null for events that are not about a thread. */
function threadOf(payload: unknown): Snowflake | null {
  const { thread } = (payload ?? {}) as { thread?: { id?: unknown } }
  return typeof thread?.id === 'bigint' ? thread.id : null
}
