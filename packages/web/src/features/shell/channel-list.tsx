import type { ChannelObject } from '@guildhall/protocol'
import { ChannelType } from '@guildhall/protocol'
import { Link } from '@tanstack/react-router'
import { Hash, Megaphone, MessageSquareText, Mic, Podcast, Spool, Users, Volume2 } from 'lucide-react'
import { useMemo } from 'react'
import { useClientState, useShallowState } from '../../gateway/react.tsx'
import {
  channelGroups,
  channelName,
  dmPartner,
  isThread,
  isUnread,
  joinedThreads,
  mentionCount,
  sortedDms,
} from '../../gateway/selectors.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { GuildMenu } from '../guild-admin/guild-menu.tsx'
import styles from './channel-list.module.css'
import { stateSuffix } from './link-name.ts'
import { DIRECT } from './places.ts'

/** Links to the channels of a guild, or to the person's direct messages. */
export function ChannelList({ guildId }: { guildId: string }) {
  const title = useClientState(({ guilds }) => guilds.get(guildId)?.guild.name)
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{guildId === DIRECT ? 'Direct messages' : (title ?? '')}</h1>
        {guildId !== DIRECT && <GuildMenu guildId={guildId} />}
      </header>
      <nav className={styles.list} aria-label="Channels">
        {guildId === DIRECT ? <DirectMessages /> : <GuildChannels guildId={guildId} />}
      </nav>
    </>
  )
}

function DirectMessages() {
  const dms = useShallowState(sortedDms)
  return (
    <ul>
      <li>
        <Link
          to="/channels/$guildId"
          params={{ guildId: DIRECT }}
          className={styles.link ?? ''}
          activeOptions={{ exact: true }}
          activeProps={{ 'data-active': 'true', 'aria-current': 'page' }}
        >
          <Users size={16} strokeWidth={1.5} aria-hidden />
          Friends
        </Link>
      </li>
      {dms.map((channel) => (
        <ChannelLink key={channel.id} channel={channel} />
      ))}
    </ul>
  )
}

function GuildChannels({ guildId }: { guildId: string }) {
  const channels = useClientState(({ channels }) => channels)
  const guild = useClientState(({ guilds }) => guilds.get(guildId))
  const self = useClientState(({ self }) => self)
  const state = useClientState((state) => state)
  const groups = useMemo(() => channelGroups(state, guildId), [channels, guild, self, guildId])
  return (
    <>
      {groups.map(({ category, channels }) => (
        <section key={category?.id ?? 'none'} aria-label={category?.name ?? 'Channels without a category'}>
          {category && <h2 className={styles.category}>{category.name}</h2>}
          <ul>
            {channels.map((channel) => (
              <ChannelEntry key={channel.id} channel={channel} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function ChannelEntry({ channel }: { channel: ChannelObject }) {
  const threads = useShallowState((state) => joinedThreads(state, channel.id))
  return (
    <>
      <ChannelLink channel={channel} />
      {threads.map((thread) => (
        <ChannelLink key={thread.id} channel={thread} nested />
      ))}
    </>
  )
}

const ICONS = new Map([
  [ChannelType.GUILD_ANNOUNCEMENT as number, Megaphone],
  [ChannelType.GUILD_VOICE as number, Volume2],
  [ChannelType.GUILD_STAGE_VOICE as number, Podcast],
  [ChannelType.GUILD_FORUM as number, MessageSquareText],
  [ChannelType.GUILD_MEDIA as number, MessageSquareText],
  [ChannelType.GROUP_DM as number, Users],
])

function ChannelLink({ channel, nested = false }: { channel: ChannelObject; nested?: boolean }) {
  const marks = useShallowState((state) => ({
    unread: isUnread(state, channel),
    mentions: mentionCount(state, channel.id),
  }))
  const selfId = useClientState(({ self }) => self?.id)
  const name = channelName(channel, selfId)
  const partner = channel.type === ChannelType.DM ? dmPartner(channel, selfId) : undefined
  const Icon = isThread(channel) ? Spool : (ICONS.get(channel.type) ?? Hash)
  return (
    <li>
      <Link
        to="/channels/$guildId/$channelId"
        params={{ guildId: channel.guild_id ?? DIRECT, channelId: channel.id }}
        className={`${styles.link} ${nested ? styles.nested : ''} ${marks.unread || marks.mentions ? styles.unread : ''}`}
        activeProps={{ 'data-active': 'true', 'aria-current': 'page' }}
        aria-label={`${name}${stateSuffix(marks)}`}
      >
        {partner ? <Avatar user={partner} size={24} /> : <Icon size={16} strokeWidth={1.5} aria-hidden />}
        <span className={styles.name}>{name}</span>
        {marks.mentions > 0 && <span className={styles.count}>{marks.mentions}</span>}
      </Link>
      <VoiceParticipants channel={channel} />
    </li>
  )
}

/** The people in a voice or stage channel. */
function VoiceParticipants({ channel }: { channel: ChannelObject }) {
  const people = useShallowState(({ guilds, users }) => {
    const states = guilds.get(channel.guild_id ?? '')?.voiceStates
    if (!states || states.size === 0) return []
    return [...states.values()]
      .filter(({ channel_id }) => channel_id === channel.id)
      .flatMap(({ user_id, member }) => users.get(user_id) ?? member?.user ?? [])
  })
  if (people.length === 0) return null
  return (
    <ul className={styles.voice} aria-label={`In ${channel.name}`}>
      {people.map((user) => (
        <li key={user.id} className={styles.participant}>
          <Avatar user={user} size={20} />
          {user.global_name ?? user.username}
          <Mic size={12} strokeWidth={1.5} aria-hidden />
        </li>
      ))}
    </ul>
  )
}
