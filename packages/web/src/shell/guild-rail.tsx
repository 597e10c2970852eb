import { sortedGuilds, type UnreadMarks, unreadDirect, unreadIn } from '@guildhall/client/questions'
import type { ClientState } from '@guildhall/client/records'
import { Link } from '@tanstack/react-router'
import { MessagesSquare, Plus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { DIRECT, lastChannel } from '../domain/places/places.ts'
import { NewGuild } from '../features/guild-admin/index.ts'
import { useClientState } from '../gateway/react.tsx'
import { t } from '../lib/language/text.ts'
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
    <nav
      className={styles.rail}
      aria-label={t('Guilds')}
      onKeyDown={(event) => moveAmong(event, 'li > a, li > button')}
    >
      <ul className={styles.list}>
        <li>
          <RailLink guildId={DIRECT} name={t('Direct messages')} marks={unreadDirect}>
            <MessagesSquare size={20} aria-hidden />
          </RailLink>
        </li>
        {sorted.map(({ guild }) => (
          <li key={guild.id}>
            <RailLink guildId={guild.id} name={guild.name} marks={unreadIn}>
              <GuildIcon guild={guild} />
            </RailLink>
          </li>
        ))}
        <li>
          <IconButton label={t('Add a guild')} onClick={() => setAdding(true)}>
            <Plus size={20} aria-hidden />
          </IconButton>
        </li>
      </ul>
      <Suspense>{adding && <NewGuild onClose={() => setAdding(false)} />}</Suspense>
    </nav>
  )
}

function RailLink(props: {
  guildId: string
  name: string
  marks: (state: ClientState, guildId: string) => UnreadMarks
  children: React.ReactNode
}) {
  const { guildId, name, children } = props
  const marks = useClientState((state) => props.marks(state, guildId))
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
