import { channelName, displayName, isThread, permissionsIn } from '@guildhall/client/questions'
import type { ClientState } from '@guildhall/client/records'
import { type ChannelObject, Permission, type RoleColorsObject, type RoleObject } from '@guildhall/protocol'
import { t } from '../../lib/language/text.ts'
import { coloursOfRole } from '../../lib/role-colours.ts'
import { SHOWN_MAX } from '../../ui/choices.ts'

/** Kinds of things that an application can ask a person to choose. */
export type EntityKind = 'user' | 'role' | 'channel' | 'mentionable'

/** A user, role or channel to choose. */
export interface Entity {
  readonly kind: 'user' | 'role' | 'channel'
  /** Id; the field has the name that lists of choices use. */
  readonly value: string
  readonly label: string
  readonly detail?: string | undefined
  /** Colours of a role. */
  readonly colours?: RoleColorsObject | null
}

/** Channel in which the person chooses; the server accepts only what is visible from there. */
export interface EntityPlace {
  readonly channelId: string
  readonly guildId: string | null
}

/** Returns the users, roles or channels of a place whose names contain a text. */
export function searchEntities(
  state: ClientState,
  place: EntityPlace,
  { kind, text, channelTypes }: { kind: EntityKind; text: string; channelTypes?: readonly number[] | undefined },
): Entity[] {
  const all = [
    ...(kind === 'user' || kind === 'mentionable' ? usersOf(state, place) : []),
    ...(kind === 'role' || kind === 'mentionable' ? rolesOf(state, place) : []),
    ...(kind === 'channel' ? channelsOf(state, place, channelTypes ?? []) : []),
  ]
  return matching(all, text, SHOWN_MAX)
}

const everyoneEntities = (): readonly Entity[] => [
  { kind: 'role', value: 'everyone', label: 'everyone', detail: t('Notify all who see this channel') },
  { kind: 'role', value: 'here', label: 'here', detail: t('Notify all who are online') },
]

/**
 * Returns the users and roles that a person with these permissions can mention, and `everyone` and `here`. Each kind
 * has its own limit, so that a guild with many members shows its roles too.
 */
export function searchMentions(
  state: ClientState,
  place: EntityPlace,
  { text, permissions, max }: { text: string; permissions: bigint; max: number },
): Entity[] {
  const all = place.guildId !== null && (permissions & Permission.MENTION_EVERYONE) !== 0n
  const roles = rolesOf(state, place, ({ id, mentionable }) => id !== place.guildId && (mentionable || all))
  const everyone = everyoneEntities().filter(({ label }) => all && label.startsWith(text.toLowerCase()))
  const found = [...matching(usersOf(state, place), text, max), ...matching(roles, text, max), ...everyone]
  return matching(found, text, found.length)
}

/** Returns the entities whose names contain a text: those that begin with it first. */
function matching(all: readonly Entity[], text: string, max: number): Entity[] {
  const wanted = text.trim().toLowerCase().replace(/^[@#]/, '')
  if (wanted === '') return all.slice(0, max)
  const ranked: [rank: number, entity: Entity][] = []
  for (const entity of all) {
    const rank = rankOf(entity, wanted)
    if (rank < 3) ranked.push([rank, entity])
  }
  return ranked
    .sort(([one], [other]) => one - other)
    .slice(0, max)
    .map(([, entity]) => entity)
}

function rankOf({ kind, label, ...entity }: Entity, wanted: string): number {
  // All roles have the same detail, by which nobody looks for one.
  const detail = kind === 'role' ? undefined : entity.detail
  const name = label.toLowerCase().replace(/^@/, '')
  if (name.startsWith(wanted)) return 0
  if (detail?.toLowerCase().startsWith(wanted)) return 1
  return name.includes(wanted) || detail?.toLowerCase().includes(wanted) ? 2 : 3
}

function usersOf({ guilds, channels, self }: ClientState, { channelId, guildId }: EntityPlace): Entity[] {
  const guild = guilds.get(guildId ?? '')
  const users = guild
    ? [...guild.members.values()].map((member) => userEntity(member.user, displayName(member.user, member)))
    : [...(channels.get(channelId)?.recipients ?? []), ...(self ? [self] : [])].map((user) =>
        userEntity(user, displayName(user)),
      )
  const distinct = [...new Map(users.map((entity) => [entity.value, entity])).values()]
  return distinct.sort((one, other) => (one.label < other.label ? -1 : 1))
}

function userEntity({ id, username }: { id: string; username: string }, name: string): Entity {
  return { kind: 'user', value: id, label: username, detail: name === username ? undefined : name }
}

function rolesOf({ guilds }: ClientState, { guildId }: EntityPlace, wanted = (_: RoleObject) => true): Entity[] {
  const roles = [...(guilds.get(guildId ?? '')?.roles.values() ?? [])].filter(wanted)
  return roles.sort((one, other) => other.position - one.position).map(roleEntity)
}

function roleEntity(role: RoleObject): Entity {
  return { kind: 'role', value: role.id, label: role.name, detail: t('Role'), colours: coloursOfRole(role) }
}

function channelsOf(state: ClientState, { guildId }: EntityPlace, types: readonly number[]): Entity[] {
  if (guildId === null) return []
  const visible = (channel: ChannelObject) => (permissionsIn(state, channel) & Permission.VIEW_CHANNEL) !== 0n
  return [...state.channels.values()]
    .filter((channel) => channel.guild_id === guildId && (types.length === 0 || types.includes(channel.type)))
    .filter(visible)
    .sort(
      (one, other) => Number(isThread(one)) - Number(isThread(other)) || (one.position ?? 0) - (other.position ?? 0),
    )
    .map((channel) => channelEntity(state, channel))
}

function channelEntity({ channels, self }: ClientState, channel: ChannelObject): Entity {
  const parent = channels.get(channel.parent_id ?? '')
  return {
    kind: 'channel',
    value: channel.id,
    label: channelName(channel, self?.id),
    detail: parent?.name ?? undefined,
  }
}

/** Returns a user, role or channel by its id, with the id as its name if it is not known. */
export function entityById(state: ClientState, guildId: string | null, kind: Entity['kind'], id: string): Entity {
  const guild = state.guilds.get(guildId ?? '')
  const unknown: Entity = { kind, value: id, label: id }
  if (kind === 'role') {
    const role = guild?.roles.get(id)
    return role ? roleEntity(role) : unknown
  }
  if (kind === 'channel') {
    const channel = state.channels.get(id)
    return channel ? channelEntity(state, channel) : unknown
  }
  const user = guild?.members.get(id)?.user ?? state.users.get(id)
  return user ? userEntity(user, displayName(user, guild?.members.get(id))) : unknown
}
