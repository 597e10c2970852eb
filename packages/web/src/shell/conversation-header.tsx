import { isDm, isThread, permissionsIn } from '@guildhall/client/questions'
import { type ChannelObject, ChannelType } from '@guildhall/protocol'
import { Link } from '@tanstack/react-router'
import { Gamepad2, Pin, Search, Settings, Spool, Users } from 'lucide-react'
import { type FormEvent, type RefObject, Suspense, useRef, useState } from 'react'
import { mayLaunchIn } from '../domain/activities/may-launch.ts'
import { maySet } from '../domain/channels/may-set.ts'
import { useShortcut } from '../domain/shortcuts/shortcuts.ts'
import { ActivityPicker } from '../features/activities/index.ts'
import { CallButton } from '../features/calls/index.ts'
import { GroupMenu } from '../features/group-dms/index.ts'
import { ThreadMenu } from '../features/threads/index.ts'
import { useClientState } from '../gateway/react.tsx'
import { t } from '../lib/language/text.ts'
import { IconButton } from '../ui/button.tsx'
import styles from './conversation-header.module.css'

/** Panel beside the conversation. */
export type Panel =
  | { readonly kind: 'members' }
  | { readonly kind: 'pins' }
  | { readonly kind: 'threads' }
  | { readonly kind: 'search'; readonly text: string }

const ICON = { size: 20, 'aria-hidden': true } as const
const WITH_THREADS: readonly number[] = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]

interface HeaderProps {
  channel: ChannelObject
  label: string
  permissions: bigint
  panel: Panel | null
  onPanel: (panel: Panel | null) => void
}

/** Name and topic of the open channel, and buttons for the panels beside it. */
export function ConversationHeader(props: HeaderProps) {
  const { channel, label } = props
  const sign = isDm(channel) || isThread(channel) ? '' : '#'
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
      <Tools {...props} />
    </header>
  )
}

function Tools({ channel, label, permissions, panel, onPanel }: HeaderProps) {
  const search = useRef<HTMLInputElement>(null)
  const sets = useClientState((state) => !isThread(channel) && !isDm(channel) && maySet(permissionsIn(state, channel)))
  const toggle = (kind: 'members' | 'pins' | 'threads') => onPanel(panel?.kind === kind ? null : { kind })
  useShortcut('pins', () => toggle('pins'))
  useShortcut('search', () => {
    search.current?.focus()
    return search.current !== null
  })
  const hasMembers = channel.guild_id !== undefined || channel.type === ChannelType.GROUP_DM
  return (
    <div className={styles.tools}>
      {sets && channel.guild_id && (
        <Link
          to="/guilds/$guildId/channels/$channelId/$"
          params={{ guildId: channel.guild_id, channelId: channel.id, _splat: '' }}
          className={styles.settings ?? ''}
          aria-label={t('Channel settings')}
          title={t('Channel settings')}
        >
          <Settings {...ICON} />
        </Link>
      )}
      <ActivitiesButton channelId={channel.id} />
      {WITH_THREADS.includes(channel.type) && (
        <IconButton label={t('Threads')} aria-pressed={panel?.kind === 'threads'} onClick={() => toggle('threads')}>
          <Spool {...ICON} />
        </IconButton>
      )}
      <IconButton label={t('Pinned messages')} aria-pressed={panel?.kind === 'pins'} onClick={() => toggle('pins')}>
        <Pin {...ICON} />
      </IconButton>
      {hasMembers && (
        <IconButton label={t('Members')} aria-pressed={panel?.kind === 'members'} onClick={() => toggle('members')}>
          <Users {...ICON} />
        </IconButton>
      )}
      <Suspense>
        {isDm(channel) && <CallButton channel={channel} />}
        {isDm(channel) && <GroupMenu channel={channel} label={label} />}
        {isThread(channel) && <ThreadMenu thread={channel} permissions={permissions} />}
      </Suspense>
      {channel.guild_id && (
        <SearchBox input={search} onSearch={(text) => onPanel(text ? { kind: 'search', text } : null)} />
      )}
    </div>
  )
}

function ActivitiesButton({ channelId }: { channelId: string }) {
  const [open, setOpen] = useState(false)
  const may = useClientState((state) => mayLaunchIn(state, channelId))
  return (
    may && (
      <>
        <IconButton label={t('Activities')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Gamepad2 {...ICON} />
        </IconButton>
        <Suspense>{open && <ActivityPicker channelId={channelId} onClose={() => setOpen(false)} />}</Suspense>
      </>
    )
  )
}

function SearchBox(props: { input: RefObject<HTMLInputElement | null>; onSearch: (text: string) => void }) {
  const { input, onSearch } = props
  const [text, setText] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <search>
      <form className={styles.searchForm} onSubmit={submit}>
        <Search className={styles.searchIcon} size={16} aria-hidden />
        <input
          ref={input}
          type="search"
          className={styles.search}
          aria-label={t('Search…')}
          placeholder={t('Search…')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </search>
  )
}
