import type { ChannelObject } from '@guildhall/protocol'
import { Users } from 'lucide-react'
import { isDm, isThread } from '../../gateway/selectors.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './conversation-header.module.css'

/** Panel beside the conversation. */
export type Panel = { readonly kind: 'members' } | { readonly kind: 'search'; readonly query: string }

/** Name and topic of the open channel, and what can be opened beside it. */
export function ConversationHeader(props: {
  channel: ChannelObject
  label: string
  panel: Panel | null
  onPanel: (panel: Panel | null) => void
}) {
  const { channel, label, panel, onPanel } = props
  const sign = isDm(channel) || isThread(channel) ? '' : '#'
  const membersOpen = panel?.kind === 'members'
  return (
    <header className={styles.header}>
      <h2 className={styles.name}>
        {sign}
        {label}
      </h2>
      {channel.topic && (
        <p className={styles.topic} title={channel.topic}>
          {channel.topic}
        </p>
      )}
      <div className={styles.tools}>
        {channel.guild_id && (
          <IconButton
            label="Members"
            aria-pressed={membersOpen}
            onClick={() => onPanel(membersOpen ? null : { kind: 'members' })}
          >
            <Users size={20} strokeWidth={1.5} aria-hidden />
          </IconButton>
        )}
      </div>
    </header>
  )
}
