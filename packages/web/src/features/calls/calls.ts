import { dmPartner, isDm } from '@guildhall/client/questions'
import type { ClientState } from '@guildhall/client/records'
import { type ChannelObject, RelationshipType } from '@guildhall/protocol'

/** Returns whether the person may begin a call in a channel: in a DM neither with a bot nor with a blocked user. */
export function mayCall({ self, relationships }: ClientState, channel: ChannelObject): boolean {
  if (!isDm(channel)) return false
  if ((channel.recipients ?? []).length > 1) return true
  const partner = dmPartner(channel, self?.id)
  return !!partner && !partner.bot && relationships.get(partner.id)?.type !== RelationshipType.BLOCKED
}

/** Returns the channel of a call that rings for the person; undefined for none. */
export function ringingChannel({ calls, channels, self }: ClientState): ChannelObject | undefined {
  for (const [channelId, { ringing, states }] of calls)
    if (self && states.size > 0 && ringing.includes(self.id)) return channels.get(channelId)
  return undefined
}
