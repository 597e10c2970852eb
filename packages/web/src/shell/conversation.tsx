import { channelLabel, holdsMessages, isDm, isThread, permissionsIn } from '@guildhall/client/questions'
import { type ChannelObject, Permission } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import members from '../domain/members/member-list.module.css'
import { DIRECT, rememberPlace } from '../domain/places/places.ts'
import { useShortcut } from '../domain/shortcuts/shortcuts.ts'
import { isVoiceChannel } from '../domain/voice/voice-states.ts'
import { ActivitySlot, ChannelActivities } from '../features/activities/index.ts'
import { CallRoom } from '../features/calls/index.ts'
import { Composer, TypingLine } from '../features/composer/index.ts'
import { PinnedMessages, SearchResults } from '../features/found-messages/index.ts'
import { GroupMembers } from '../features/group-dms/index.ts'
import { MemberList } from '../features/members/index.ts'
import { MessageLog } from '../features/messages/index.ts'
import { Forum, ThreadList, ThreadMembers } from '../features/threads/index.ts'
import { Pictures, VoiceRoom } from '../features/voice/index.ts'
import { useClient, useClientState } from '../gateway/react.tsx'
import { t } from '../lib/language/text.ts'
import styles from './conversation.module.css'
import { ConversationHeader, type Panel } from './conversation-header.tsx'

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
  if (!channel || !visible) return <UnknownChannel guildId={guildId} channelId={channelId} />
  return <OpenChannel key={channel.id} channel={channel} permissions={permissions} />
}

function OpenChannel({ channel, permissions }: { channel: ChannelObject; permissions: bigint }) {
  const selfId = useClientState(({ self }) => self?.id)
  const label = channelLabel(channel, selfId)
  const inCall = useClientState(({ calls }) => calls.has(channel.id))
  const playing = useClientState(({ activities }) =>
    [...activities.values()].some(({ location }) => location.channel_id === channel.id),
  )
  const isCalling = useClientState(({ voice }) => voice.target?.channelId === channel.id)
  const [panel, setPanel] = useState<Panel | null>(() =>
    !isDm(channel) && innerWidth >= WIDE_PX ? { kind: 'members' } : null,
  )
  useShortcut('escape', () => {
    setPanel(null)
    return panel !== null && panel.kind !== 'members'
  })
  useEffect(() => {
    document.title = `${label} – Guildhall`
  }, [label])
  return (
    <>
      <main className={styles.conversation}>
        <ConversationHeader
          channel={channel}
          label={label}
          permissions={permissions}
          panel={panel}
          onPanel={setPanel}
        />
        <ActivitySlot channelId={channel.id} />
        <Suspense>{playing && <ChannelActivities channelId={channel.id} />}</Suspense>
        <Suspense>{inCall && <CallRoom channel={channel} />}</Suspense>
        <Suspense>{isVoiceChannel(channel) && <VoiceRoom channel={channel} permissions={permissions} />}</Suspense>
        <Suspense>{isCalling && <Pictures />}</Suspense>
        {holdsMessages(channel) ? (
          <>
            <MessageLog channel={channel} label={label} permissions={permissions} />
            <Composer channel={channel} label={label} permissions={permissions} />
            <TypingLine channelId={channel.id} />
          </>
        ) : (
          <Suspense>
            <Forum channel={channel} permissions={permissions} />
          </Suspense>
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
      {panel?.kind === 'members' && <Members channel={channel} permissions={permissions} />}
      {panel?.kind === 'pins' && <PinnedMessages channel={channel} permissions={permissions} onClose={onClose} />}
      {panel?.kind === 'threads' && <ThreadList channel={channel} permissions={permissions} onClose={onClose} />}
      {panel?.kind === 'search' && guildId && <SearchResults guildId={guildId} text={panel.text} onClose={onClose} />}
    </Suspense>
  )
}

function Members({ channel, permissions }: { channel: ChannelObject; permissions: bigint }) {
  if (!channel.guild_id) return <GroupMembers channel={channel} />
  if (isThread(channel)) return <ThreadMembers thread={channel} permissions={permissions} />
  return (
    <Suspense fallback={<aside className={members.panel} aria-busy="true" />}>
      <MemberList guildId={channel.guild_id} channel={channel} />
    </Suspense>
  )
}

/** Time in which the guilds of the person arrive after they have signed in. */
const GUILDS_MS = 3_000

/** A channel that is not among the known ones: perhaps a thread that is archived. */
function UnknownChannel({ guildId, channelId }: { guildId: string; channelId: string }) {
  const client = useClient()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), GUILDS_MS)
    return () => clearTimeout(timer)
  }, [])
  const ready = useClientState(({ status }) => status === 'ready')
  const connected = useClientState(
    ({ guilds, status }) => status === 'ready' && (guildId === DIRECT || guilds.has(guildId)),
  )
  const { isPending } = useQuery({
    queryKey: ['channel', channelId],
    enabled: connected && guildId !== DIRECT,
    retry: false,
    async queryFn() {
      const channel = await client.api.call('get_channel', { params: { channel_id: channelId } })
      if (isThread(channel)) client.apply('THREAD_CREATE', channel)
      return channel.id
    },
  })
  const loading = connected ? guildId !== DIRECT && isPending : !(ready && late)
  if (loading) return <main className={styles.conversation} aria-busy="true" />
  return (
    <main className={styles.conversation}>
      <div className={styles.note}>
        <h1>{t('This channel is not here')}</h1>
        <p>{t('You need the permission View Channel to see it, or it was deleted.')}</p>
      </div>
    </main>
  )
}
