import { Link } from '@tanstack/react-router'
import { MessagesSquare, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { DIRECT, lastChannel } from '../domain/places/places.ts'
import { NewGuild } from '../features/guild-admin/index.ts'
import { useClientState, useShallowState } from '../gateway/react.tsx'
import { isUnread, mentionCount, sortedDms, sortedGuilds } from '../gateway/selectors.ts'
import type { ClientState } from '../gateway/state.ts'
import { GuildIcon } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { moveAmong } from '../ui/move-among.ts'
import styles from './guild-rail.module.css'
import { stateSuffix } from './link-name.ts'

/** Links to the direct messages and to every guild of the person. */
export function GuildRail() {
  const [adding, setAdding] = useState(false)
  const guilds = useClientState(({ guilds }) => guilds)
  const sorted = useMemo(() => sortedGuilds({ guilds }), [guilds])
  return (
    <nav className={styles.rail} aria-label="Guilds" onKeyDown={(event) => moveAmong(event, 'li > a, li > button')}>
      <ul className={styles.list}>
        <li>
          <RailLink guildId={DIRECT} name="Direct messages" marks={directMarks}>
            <MessagesSquare size={20} strokeWidth={1.5} aria-hidden />
          </RailLink>
        </li>
        {sorted.map(({ guild }) => (
          <li key={guild.id}>
            <RailLink guildId={guild.id} name={guild.name} marks={guildMarks}>
              <GuildIcon guild={guild} />
            </RailLink>
          </li>
        ))}
        <li>
          <IconButton label="Add a guild" onClick={() => setAdding(true)}>
            <Plus size={20} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </li>
      </ul>
      {adding && <NewGuild onClose={() => setAdding(false)} />}
    </nav>
  )
}

interface Marks {
  readonly unread: boolean
  readonly mentions: number
}

function guildMarks(state: ClientState, guildId: string): Marks {
  let [unread, mentions] = [false, 0]
  for (const channel of state.channels.values()) {
    if (channel.guild_id !== guildId) continue
    unread ||= isUnread(state, channel)
    mentions += mentionCount(state, channel.id)
  }
  return { unread, mentions }
}

function directMarks(state: ClientState): Marks {
  const mentions = sortedDms(state).reduce((sum, { id }) => sum + mentionCount(state, id), 0)
  return { unread: mentions > 0, mentions }
}

function RailLink(props: {
  guildId: string
  name: string
  marks: (state: ClientState, guildId: string) => Marks
  children: React.ReactNode
}) {
  const { guildId, name, children } = props
  const marks = useShallowState((state) => props.marks(state, guildId))
  const channelId = lastChannel(guildId)
  const shared = {
    className: styles.link ?? '',
    'aria-label': `${name}${stateSuffix(marks)}`,
    title: name,
    activeOptions: { exact: false, includeSearch: false },
    activeProps: { 'data-active': 'true' },
  }
  const content = (
    <>
      {children}
      {marks.mentions > 0 ? (
        <span className={styles.count} aria-hidden>
          {marks.mentions > 99 ? '99+' : marks.mentions}
        </span>
      ) : (
        marks.unread && <span className={styles.dot} aria-hidden />
      )}
    </>
  )
  if (channelId)
    return (
      <Link to="/channels/$guildId/$channelId" params={{ guildId, channelId }} {...shared}>
        {content}
      </Link>
    )
  return (
    <Link to="/channels/$guildId" params={{ guildId }} {...shared}>
      {content}
    </Link>
  )
}
