import type { ChannelObject, MemberObject, RoleObject } from '@guildhall/protocol'
import { Permission } from '@guildhall/protocol/constants'
import type { GuildState } from '../records/state.ts'
import { displayName } from './channels.ts'
import { channelPermissions, memberFacts } from './permissions.ts'

/** A member as a row of the member list. */
export interface ListedMember {
  readonly member: MemberObject
  readonly status: string
}

/** Members under one heading: a role that is shown separately, or those without one by their presence. */
export interface MemberGroup {
  readonly key: string
  /** Role of the group; null for the last two, of which `key` is "online" or "offline". */
  readonly role: RoleObject | null
  readonly members: readonly ListedMember[]
}

type Facts = Pick<GuildState, 'guild' | 'roles' | 'members' | 'presences'>

/** Changed members up to which groups are changed one by one. More are sorted anew. */
const ONE_BY_ONE_MAX = 100
const OFFLINE = 'offline'
const ONLINE = 'online'
const collator = new Intl.Collator()

const nameOf = ({ member }: ListedMember) => displayName(member.user, member)
const compare = (one: ListedMember, other: ListedMember) =>
  collator.compare(nameOf(one), nameOf(other)) || (one.member.user.id < other.member.user.id ? -1 : 1)

/** Groups of the members of a guild who see a channel. A change of one member changes the groups of this member. */
export class MemberGroups {
  #facts: Facts | undefined
  #channel: Pick<ChannelObject, 'type' | 'permission_overwrites'> | undefined
  #hoisted: readonly RoleObject[] = []
  #entries = new Map<string, { entry: ListedMember; key: string }>()
  #lists = new Map<string, readonly ListedMember[]>()
  #sees = new Map<string, boolean>()
  #groups: readonly MemberGroup[] = []

  /** Returns the groups for a version of a guild and channel. Groups without a change stay the same objects. */
  of(facts: Facts, channel: ChannelObject): readonly MemberGroup[] {
    const before = this.#facts
    const sameRules =
      before?.roles === facts.roles &&
      before.guild.owner_id === facts.guild.owner_id &&
      this.#channel?.permission_overwrites === channel.permission_overwrites &&
      this.#channel?.type === channel.type
    if (sameRules && before.members === facts.members && before.presences === facts.presences) return this.#groups
    this.#facts = facts
    this.#channel = channel
    const changed = sameRules ? changedMembers(before, facts) : null
    if (!changed || changed.size > ONE_BY_ONE_MAX) this.#build(facts)
    else for (const userId of changed) this.#replace(userId, facts)
    this.#groups = this.#listed()
    return this.#groups
  }

  #build(facts: Facts): void {
    this.#hoisted = [...facts.roles.values()]
      .filter(({ hoist }) => hoist)
      .sort((one, other) => other.position - one.position)
    this.#sees.clear()
    this.#entries.clear()
    const lists = new Map<string, ListedMember[]>()
    for (const userId of facts.members.keys()) {
      const placed = this.#placed(userId, facts)
      if (!placed) continue
      this.#entries.set(userId, placed)
      const list = lists.get(placed.key)
      if (list) list.push(placed.entry)
      else lists.set(placed.key, [placed.entry])
    }
    for (const list of lists.values()) list.sort(compare)
    this.#lists = lists as Map<string, readonly ListedMember[]>
  }

  /** Takes a member out of its group, and puts the new version where it belongs. */
  #replace(userId: string, facts: Facts): void {
    const former = this.#entries.get(userId)
    if (former) {
      const list = this.#lists.get(former.key) ?? []
      this.#lists.set(former.key, list.toSpliced(placeIn(list, former.entry), 1))
      this.#entries.delete(userId)
    }
    const placed = this.#placed(userId, facts)
    if (!placed) return
    this.#entries.set(userId, placed)
    const list = this.#lists.get(placed.key) ?? []
    this.#lists.set(placed.key, list.toSpliced(placeIn(list, placed.entry), 0, placed.entry))
  }

  #placed(userId: string, facts: Facts): { entry: ListedMember; key: string } | undefined {
    const member = facts.members.get(userId)
    if (!member || !this.#seesChannel(userId, member, facts)) return undefined
    const status = facts.presences.get(userId)?.status ?? OFFLINE
    const role = status === OFFLINE ? undefined : this.#hoisted.find(({ id }) => member.roles.includes(id))
    return { entry: { member, status }, key: role?.id ?? (status === OFFLINE ? OFFLINE : ONLINE) }
  }

  /** Members of the same roles see the same channels, except by their own overwrite or as the owner. */
  #seesChannel(userId: string, member: MemberObject, facts: Facts): boolean {
    const channel = this.#channel
    if (!channel) return false
    const single = userId === facts.guild.owner_id || channel.permission_overwrites?.some(({ id }) => id === userId)
    const key = single ? userId : member.roles.join()
    const known = this.#sees.get(key)
    if (known !== undefined && !single) return known
    // Nothing that ends by time takes VIEW_CHANNEL away.
    const permissions = channelPermissions(facts, memberFacts(userId, member), { channel }, 0)
    const sees = (permissions & Permission.VIEW_CHANNEL) !== 0n
    if (!single) this.#sees.set(key, sees)
    return sees
  }

  #listed(): readonly MemberGroup[] {
    const before = new Map(this.#groups.map((group) => [group.key, group]))
    const group = (key: string, role: RoleObject | null): MemberGroup[] => {
      const members = this.#lists.get(key) ?? []
      const former = before.get(key)
      if (former?.members === members && former.role === role) return [former]
      return members.length === 0 ? [] : [{ key, role, members }]
    }
    return [...this.#hoisted.flatMap((role) => group(role.id, role)), ...group(ONLINE, null), ...group(OFFLINE, null)]
  }
}

/** Returns the place of a member in a sorted list, or where the member belongs. */
function placeIn(list: readonly ListedMember[], entry: ListedMember): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = list[middle]
    if (other === entry) return middle
    if (other && compare(other, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the ids of members whose object or presence differs. */
function changedMembers(before: Facts, after: Facts): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const [one, other] of [
    [before.members, after.members],
    [before.presences, after.presences],
  ] as const) {
    if (one === other) continue
    for (const [id, value] of other) if (one.get(id) !== value) changed.add(id)
    for (const id of one.keys()) if (!other.has(id)) changed.add(id)
  }
  return changed
}
