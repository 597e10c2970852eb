import type { ChannelObject } from '@guildhall/protocol'
import { Pin, Users } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isDm, isThread } from '../../gateway/selectors.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './conversation-header.module.css'

/** Panel beside the conversation. */
export type Panel =
  | { readonly kind: 'members' }
  | { readonly kind: 'pins' }
  | { readonly kind: 'search'; readonly text: string }

const ICON = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Name and topic of the open channel, and buttons for the panels beside it. */
export function ConversationHeader(props: {
  channel: ChannelObject
  label: string
  panel: Panel | null
  onPanel: (panel: Panel | null) => void
}) {
  const { channel, label, panel, onPanel } = props
  const sign = isDm(channel) || isThread(channel) ? '' : '#'
  const toggle = (kind: 'members' | 'pins') => onPanel(panel?.kind === kind ? null : { kind })
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
        <IconButton label="Pinned messages" aria-pressed={panel?.kind === 'pins'} onClick={() => toggle('pins')}>
          <Pin {...ICON} />
        </IconButton>
        {channel.guild_id && (
          <IconButton label="Members" aria-pressed={panel?.kind === 'members'} onClick={() => toggle('members')}>
            <Users {...ICON} />
          </IconButton>
        )}
        {channel.guild_id && <SearchBox onSearch={(text) => onPanel(text ? { kind: 'search', text } : null)} />}
      </div>
    </header>
  )
}

function SearchBox({ onSearch }: { onSearch: (text: string) => void }) {
  const [text, setText] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <search>
      <form onSubmit={submit}>
        <input
          type="search"
          className={styles.search}
          aria-label="Search…"
          placeholder="Search…"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </search>
  )
}
