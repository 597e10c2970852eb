import type { ComponentType } from 'react'
import type { Message } from '../../lib/language/text.ts'

/** Props of every section of a guild's settings. */
export interface SectionProps {
  readonly guildId: string
  /** Rest of the address below the section, such as the id of the open role; empty for none. */
  readonly open: string
}

/** One section of a guild's settings. */
export interface GuildSection {
  /** Last part of its address. */
  readonly path: string
  readonly title: Message
  /** Permissions of which one suffices to see the section; 0 for every member. */
  readonly needs: bigint
  /** Loaded when the section is opened first. */
  readonly content: ComponentType<SectionProps>
}
