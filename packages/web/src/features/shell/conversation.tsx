import { type ChannelObject, Permission } from '@guildhall/protocol'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import { channelLabel, holdsMessages, isDm, permissionsIn } from '../../gateway/selectors.ts'
import { Composer } from '../composer/composer.tsx'
import { TypingLine } from '../composer/typing-line.tsx'
import { MemberList } from '../members/member-list.tsx'
import { MessageLog } from '../messages/message-log.tsx'
import { Forum } from '../threads/forum.tsx'
import styles from './conversation.module.css'
import { ConversationHeader, type Panel } from './conversation-header.tsx'
import { DIRECT, rememberPlace } from './places.ts'

const PinnedMessages = lazy(async () => ({
  default: (await import('../pins/pinned-messages.tsx')).PinnedMessages,
}))
const SearchResults = lazy(async () => ({ default: (await import('../search/search-results.tsx')).SearchResults }))

/** Width from which the member list is open at first. */
const WIDE_PX = 1200

/** A channel with its messages and its message box. */
export function Conversation() {
  const { guildId, channelId } = useParams({ from: '/shell/channels/$guildId/$channelId' })
  const channel = useClientState(({ channels }) => channels.get(channelId))
  const permissions = useClientState((state) => (channel ? permissionsIn(state, channel) : 0n))
  const visible = channel !== undefined && (permissions & Permission.VIEW_CHANNEL) !== 0n
  useEffect(() => {
    if (visible) rememberPlace(guildId, channelId)
  }, [visible, guildId, channelId])
  if (!channel || !visible) return <UnknownChannel guildId={guildId} />
  return <OpenChannel key={channel.id} channel={channel} permissions={permissions} />
}

function OpenChannel({ channel, permissions }: { channel: ChannelObject; permissions: bigint }) {
  const selfId = useClientState(({ self }) => self?.id)
  const label = channelLabel(channel, selfId)
  const [panel, setPanel] = useState<Panel | null>(() =>
    !isDm(channel) && innerWidth >= WIDE_PX ? { kind: 'members' } : null,
  )
  useEffect(() => {
    document.title = `${label} – Guildhall`
  }, [label])
  return (
    <>
      <main className={styles.conversation}>
        <ConversationHeader channel={channel} label={label} panel={panel} onPanel={setPanel} />
        {holdsMessages(channel) ? (
          <>
            <MessageLog channel={channel} label={label} permissions={permissions} />
            <Composer channel={channel} label={label} permissions={permissions} />
            <TypingLine channelId={channel.id} />
          </>
        ) : (
          <Forum channel={channel} permissions={permissions} />
        )}
      </main>
      <OpenPanel channel={channel} permissions={permissions} panel={panel} onClose={() => setPanel(null)} />
    </>
  )
}

function OpenPanel(props: { channel: ChannelObject; permissions: bigint; panel: Panel | null; onClose: () => void }) {
  const { channel, permissions, panel, onClose } = props
  const { guild_id: guildId } = channel
  return (
    <Suspense>
      {panel?.kind === 'members' && guildId && <MemberList guildId={guildId} channel={channel} />}
      {panel?.kind === 'pins' && <PinnedMessages channel={channel} permissions={permissions} onClose={onClose} />}
      {panel?.kind === 'search' && guildId && <SearchResults guildId={guildId} text={panel.text} onClose={onClose} />}
    </Suspense>
  )
}

function UnknownChannel({ guildId }: { guildId: string }) {
  const loading = useClientState(
    ({ guilds, status }) => status !== 'ready' || (guildId !== DIRECT && !guilds.has(guildId)),
  )
  if (loading) return <main className={styles.conversation} aria-busy="true" />
  return (
    <main className={styles.conversation}>
      <div className={styles.note}>
        <h1>This channel is not here</h1>
        <p>You need the permission View Channel to see it, or it was deleted.</p>
      </div>
    </main>
  )
}
