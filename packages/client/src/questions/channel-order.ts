import type { ChannelObject } from '@guildhall/protocol'
import { ChannelType } from '@guildhall/protocol/constants'
import { compareIds } from '../records/ids.ts'

/** Channel as far as its place in the list matters. */
export type PlacedChannel = Pick<ChannelObject, 'id' | 'type' | 'position' | 'parent_id'>

/** A new place of a channel, as Modify Guild Channel Positions takes it. */
export interface ChannelMove {
  readonly id: string
  readonly position: number
  readonly parent_id?: string | null
}

const isVoice = ({ type }: Pick<ChannelObject, 'type'>) =>
  type === ChannelType.GUILD_VOICE || type === ChannelType.GUILD_STAGE_VOICE
const isCategory = ({ type }: Pick<ChannelObject, 'type'>) => type === ChannelType.GUILD_CATEGORY
const parentOf = ({ parent_id }: PlacedChannel) => parent_id ?? null

/** Compares channels by their place below a category: text channels are above voice channels. */
export function byPosition(one: PlacedChannel, other: PlacedChannel): number {
  const voice = Number(isVoice(one)) - Number(isVoice(other))
  return voice || (one.position ?? 0) - (other.position ?? 0) || compareIds(one.id, other.id)
}

/** Returns the channels that a channel is ordered among: of one parent, and all text, all voice or all categories. */
export function siblings<C extends PlacedChannel>(
  all: readonly C[],
  channel: PlacedChannel,
  parent = parentOf(channel),
): C[] {
  return all
    .filter(
      (other) =>
        isVoice(other) === isVoice(channel) &&
        isCategory(other) === isCategory(channel) &&
        (isCategory(channel) || parentOf(other) === parent),
    )
    .sort(byPosition)
}

/**
 * Returns the moves that bring a channel to a place among its siblings below a parent; none if nothing changes.
 * `index` counts without the channel itself.
 */
export function movesTo(
  all: readonly PlacedChannel[],
  channel: PlacedChannel,
  { parent, index }: { parent: string | null; index: number },
): ChannelMove[] {
  const others = siblings(all, channel, parent).filter(({ id }) => id !== channel.id)
  const order = others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, channel)
  const isMoved = !isCategory(channel) && parent !== parentOf(channel)
  return order.flatMap(({ id, position }, index): ChannelMove[] => {
    if (id === channel.id && isMoved) return [{ id, position: index, parent_id: parent }]
    return position === index ? [] : [{ id, position: index }]
  })
}

/** Returns the moves of a channel by some places; none at the end of its siblings. */
export function movesBy(all: readonly PlacedChannel[], channel: PlacedChannel, by: number): ChannelMove[] {
  const order = siblings(all, channel)
  const index = order.findIndex(({ id }) => id === channel.id) + by
  return index < 0 || index >= order.length ? [] : movesTo(all, channel, { parent: parentOf(channel), index })
}

/**
 * Returns the moves of a channel that is dropped on another one: to that one's place, or to the end of a category.
 * A text channel that is dropped on a voice channel goes to the end of the text channels there.
 */
export function movesOnto(all: readonly PlacedChannel[], channel: PlacedChannel, target: PlacedChannel): ChannelMove[] {
  if (channel.id === target.id) return []
  if (isCategory(channel)) {
    const category = isCategory(target) ? target.id : parentOf(target)
    const index = siblings(all, channel).findIndex(({ id }) => id === category)
    return index < 0 ? [] : movesTo(all, channel, { parent: null, index })
  }
  const parent = isCategory(target) ? target.id : parentOf(target)
  const order = siblings(all, channel, parent)
  const index = order.findIndex(({ id }) => id === target.id)
  return movesTo(all, channel, { parent, index: index < 0 ? order.length : index })
}
