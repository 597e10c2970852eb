import {
  channelGroups,
  channelName,
  channelsOf,
  dmPartner,
  isThread,
  isUnread,
  joinedThreads,
  mentionCount,
  permissionsIn,
  sortedDms,
} from '@guildhall/client/questions'
import type { ChannelObject, UserObject } from '@guildhall/protocol'
import { ChannelType } from '@guildhall/protocol'
import { Link } from '@tanstack/react-router'
import {
  AtSign,
  Ellipsis,
  Hash,
  Megaphone,
  MessageSquareText,
  Plus,
  Podcast,
  Spool,
  Users,
  Volume2,
} from 'lucide-react'
import { Fragment, memo, Suspense, useMemo, useState } from 'react'
import { maySet } from '../domain/channels/may-set.ts'
import { MoveFailure } from '../domain/channels/move-failure.tsx'
import { CHANNELS_ID } from '../domain/places/landmarks.ts'
import { DIRECT } from '../domain/places/places.ts'
import { joinVoice } from '../domain/voice/connection.ts'
import { isVoiceChannel } from '../domain/voice/voice-states.ts'
import { openChannelMenu, useChannelDrag } from '../features/channel-order/index.ts'
import { GroupIcon, PeopleDialog } from '../features/group-dms/index.ts'
import { GuildMenu } from '../features/guild-admin/index.ts'
import { useChannelInfo, VoiceList } from '../features/voice/index.ts'
import { useClient, useClientState, useShallowState } from '../gateway/react.tsx'
import { t } from '../lib/language/text.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { moveAmong } from '../ui/move-among.ts'
import styles from './channel-list.module.css'
import { GuildPages } from './guild-pages.tsx'
import { stateSuffix } from './link-name.ts'

/** Links to the channels of a guild, or to the person's direct messages. */
export function ChannelList({ guildId }: { guildId: string }) {
  const title = useClientState(({ guilds }) => guilds.get(guildId)?.guild.name)
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{guildId === DIRECT ? t('Direct messages') : (title ?? t('Unknown guild'))}</h1>
        {guildId === DIRECT ? <NewGroup /> : <GuildMenu guildId={guildId} />}
      </header>
      {guildId !== DIRECT && <GuildPages guildId={guildId} />}
      <nav
        id={CHANNELS_ID}
        className={styles.list}
        aria-label={t('Channels')}
        onKeyDown={(event) => moveAmong(event, 'a')}
      >
        {guildId === DIRECT ? <DirectMessages /> : <GuildChannels guildId={guildId} />}
      </nav>
    </>
  )
}

function NewGroup() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('New group')} onClick={() => setOpen(true)}>
        <Plus size={20} aria-hidden />
      </IconButton>
      {open && (
        <Suspense>
          <PeopleDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
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
          <Users size={16} aria-hidden />
          {t('Friends')}
        </Link>
      </li>
      <li>
        <Link
          to="/channels/@me/mentions"
          className={styles.link ?? ''}
          activeProps={{ 'data-active': 'true', 'aria-current': 'page' }}
        >
          <AtSign size={16} aria-hidden />
          {t('Mentions')}
        </Link>
      </li>
      {dms.map((channel) => (
        <ChannelLink key={channel.id} channel={channel} />
      ))}
    </ul>
  )
}

function GuildChannels({ guildId }: { guildId: string }) {
  useChannelInfo(guildId)
  const client = useClient()
  const channels = useClientState((state) => channelsOf(state, guildId).all)
  const guild = useClientState(({ guilds }) => guilds.get(guildId)?.guild)
  const roles = useClientState(({ guilds }) => guilds.get(guildId)?.roles)
  const member = useClientState(({ guilds, self }) => guilds.get(guildId)?.members.get(self?.id ?? ''))
  // Permissions of every channel are worked out only when something changes that they depend on.
  const groups = useMemo(() => channelGroups(client.state, guildId), [client, channels, guild, roles, member, guildId])
  const settable = useMemo(
    () =>
      new Set(
        groups.flatMap(({ category }) =>
          category && maySet(permissionsIn(client.state, category)) ? category.id : [],
        ),
      ),
    [client, groups],
  )
  const threads = useMemo(() => joinedThreads(channels), [channels])
  return (
    <>
      <MoveFailure guildId={guildId} />
      {groups.map(({ category, channels }) => (
        <section key={category?.id ?? 'none'} aria-label={category?.name ?? t('Channels without a category')}>
          {category && <CategoryHeading category={category} sets={settable.has(category.id)} />}
          <ul>
            {channels.map((channel) => (
              <Fragment key={channel.id}>
                <ChannelLink channel={channel} />
                {threads.get(channel.id)?.map((thread) => (
                  <ChannelLink key={thread.id} channel={thread} nested />
                ))}
              </Fragment>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function CategoryHeading({ category, sets }: { category: ChannelObject; sets: boolean }) {
  const drag = useChannelDrag(category)
  return (
    <div className={styles.category} ref={drag}>
      <h2 className={styles.categoryName}>{category.name}</h2>
      {sets && (
        <IconButton
          label={t('Menu of {name}', { name: category.name ?? '' })}
          onClick={(event) => openChannelMenu(event, category.id)}
        >
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

const ICONS = new Map([
  [ChannelType.GUILD_ANNOUNCEMENT as number, Megaphone],
  [ChannelType.GUILD_VOICE as number, Volume2],
  [ChannelType.GUILD_STAGE_VOICE as number, Podcast],
  [ChannelType.GUILD_FORUM as number, MessageSquareText],
  [ChannelType.GUILD_MEDIA as number, MessageSquareText],
])

const ChannelLink = memo(function ChannelLink(props: { channel: ChannelObject; nested?: boolean }) {
  const { channel, nested = false } = props
  const marks = useShallowState((state) => ({
    unread: isUnread(state, channel),
    mentions: mentionCount(state, channel.id),
  }))
  const client = useClient()
  const drag = useChannelDrag(channel)
  const selfId = useClientState(({ self }) => self?.id)
  const name = channelName(channel, selfId)
  const partner = channel.type === ChannelType.DM ? dmPartner(channel, selfId) : undefined
  const Icon = isThread(channel) ? Spool : (ICONS.get(channel.type) ?? Hash)
  return (
    <li ref={drag}>
      <Link
        to="/channels/$guildId/$channelId"
        params={{ guildId: channel.guild_id ?? DIRECT, channelId: channel.id }}
        className={`${styles.link} ${nested ? styles.nested : ''} ${marks.unread || marks.mentions ? styles.unread : ''}`}
        activeProps={{ 'data-active': 'true', 'aria-current': 'page' }}
        aria-label={`${name}${stateSuffix(marks)}`}
        onClick={(event) => {
          // Opening another tab does not join. The channel says why a person cannot.
          const here = !event.ctrlKey && !event.metaKey && !event.shiftKey
          if (here && isVoiceChannel(channel)) joinVoice(client, channel)
        }}
        onContextMenu={(event) => channel.guild_id && openChannelMenu(event, channel.id)}
      >
        {partner ? (
          <PartnerAvatar user={partner} />
        ) : channel.type === ChannelType.GROUP_DM ? (
          <GroupIcon channel={channel} size={24} />
        ) : (
          <Icon size={16} aria-hidden />
        )}
        <span className={styles.name}>{name}</span>
        {marks.mentions > 0 && <span className={styles.count}>{marks.mentions}</span>}
      </Link>
      <Suspense>{isVoiceChannel(channel) && <VoiceList channel={channel} />}</Suspense>
    </li>
  )
})

function PartnerAvatar({ user }: { user: UserObject }) {
  const status = useClientState(({ presences }) => presences.get(user.id)?.status)
  return <Avatar user={user} size={24} status={status} />
}
