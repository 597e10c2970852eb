import type { ChannelObject } from '@guildhall/protocol'

/** Props of every section of a channel's settings. */
export interface ChannelSectionProps {
  readonly channel: ChannelObject
  readonly guildId: string
  /** Rest of the address below the section. */
  readonly open: string
}
