import { ChannelType, Intent, Permission, type Snowflake } from '@guildhall/protocol'
import { canView, visibilityWhere } from '../../access/visibility.ts'
import type { Event } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import {
  channelCreate,
  channelDelete,
  channelUpdate,
  isThread,
  presentAs,
} from '../../resources/guild/channels/index.ts'
import { Dispatch, guildScope } from './dispatch.ts'
import type { FormerPermissions } from './former-permissions.ts'
import { FormerViewer } from './former-viewer.ts'
import type { OutgoingEvent } from './outgoing-event.ts'
import type { Session } from './session.ts'
import { hasIntents, type ViewerRules, viewerOf } from './viewers.ts'

/** Dispatches of the events that a session missed. */
export interface MissedDispatches {
  readonly dispatches: readonly Dispatch[]
  /** Channels that became visible to the session, which is then sent their threads. */
  readonly becameVisible: readonly Snowflake[]
}

interface Missed {
  readonly session: Session
  readonly view: GuildView
  readonly rules: ViewerRules
  /** Permissions before the first event; null if they are unknown. */
  readonly former: FormerPermissions | null
  /** Events since, in their order. */
  readonly events: readonly Event[]
  /** Events after them that the view contains, and that the session is sent once they are published. */
  readonly later: readonly Event[]
  readonly outgoing: (event: Event) => OutgoingEvent
}

/**
 * Decides what a session is sent of events of a guild that it missed: each event by the permissions at its place, as in
 * a live session. As in every Resume, events of channels that are hidden by now are left out.
 *
 * Conservative: where several changes of permissions hide what a session could see between them, nobody knows whether
 * it could see an event, and null refuses the whole session. Its client then identifies again.
 */
export function missedInGuild(missed: Missed): MissedDispatches | null {
  const { session, view, rules, events, later, outgoing } = missed
  const now = viewerOf(session, view, rules)
  const viewer = new FormerViewer(session, missed, [...events, ...later])
  const dispatches: Dispatch[] = []
  const changes = visibilityChanges(missed, viewer, now)
  if (changes === null) return null
  for (const [index, event] of events.entries()) {
    dispatches.push(...(changes.before.get(index) ?? []))
    const { type, payload } = event
    if (type.name === '') continue
    const channelId = type.visibleInChannel?.(payload) ?? null
    if (channelId !== null && !now.sees(channelId)) continue
    const sent = outgoing(event)
    // Neither whether it is sent it nor in which form may depend on what nobody knows.
    const { result: dispatch, isCertain } = viewer.at(index, () => sent.for(viewer))
    if (!isCertain) return null
    if (dispatch) dispatches.push(dispatch)
  }
  dispatches.push(...(changes.before.get(events.length) ?? []))
  return { dispatches, becameVisible: changes.becameVisible }
}

/** Returns what the session is sent about channels that became visible or hidden, by the event that it precedes. */
function visibilityChanges(
  { session, view, former, events, later }: Missed,
  viewer: FormerViewer,
  now: Viewer,
): { before: Map<number, Dispatch[]>; becameVisible: Snowflake[] } | null {
  const before = new Map<number, Dispatch[]>()
  const becameVisible: Snowflake[] = []
  if (!hasIntents(now, Intent.GUILDS)) return { before, becameVisible }
  for (const channel of view.channels.values()) {
    const last = isThread(channel.type) ? null : viewer.lastChange(channel.id)
    if (last === null) continue
    if (former === null) return null
    if (!former.channels.has(channel.id)) continue
    const couldView = couldViewFormerly(former, view, channel)
    const views = canView(now, channel)
    if (views && !couldView) becameVisible.push(channel.id)
    const [past, present] = [visibilityWhere(now, couldView), visibilityWhere(now, views)]
    if (past === present) continue
    const cause = events[last] ?? later[last - events.length]
    const isSubject = cause?.type.subjectChannel?.(cause.payload) === channel.id
    if (isSubject && session.kind === 'bot') continue
    const { name } = present === 'nothing' ? channelDelete : past === 'nothing' ? channelCreate : channelUpdate
    // The session must not learn what changed once it could not see the channel any more.
    const visibility = present !== 'nothing' ? present : viewer.hasChanged(channel.id) ? 'hidden' : past
    const dispatch = new Dispatch(name, () => presentAs(channel, visibility), guildScope(view.id))
    // The groups of the later events are made already, so that nothing else says what they change.
    const place = Math.min(last, events.length)
    before.set(place, [...(before.get(place) ?? []), dispatch])
  }
  return { before, becameVisible }
}

/** Returns whether a session could view a channel when it was kept. A category was visible through its channels. */
function couldViewFormerly({ channels }: FormerPermissions, view: GuildView, { id, type }: Channel): boolean {
  const sees = (channelId: Snowflake) => ((channels.get(channelId) ?? 0n) & Permission.VIEW_CHANNEL) !== 0n
  if (sees(id) || type !== ChannelType.GUILD_CATEGORY) return sees(id)
  return [...view.channels.values()].some((child) => child.parent_id === id && sees(child.id))
}
