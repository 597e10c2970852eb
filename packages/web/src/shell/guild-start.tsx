import { channelGroups, holdsMessages, permissionsIn } from '@guildhall/client/questions'
import type { ClientState } from '@guildhall/client/records'
import { Permission } from '@guildhall/protocol'
import { Navigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DIRECT, lastChannel } from '../domain/places/places.ts'
import { Friends } from '../features/friends/index.ts'
import { useClientState } from '../gateway/react.tsx'
import { t } from '../lib/language/text.ts'
import styles from './guild-start.module.css'

/** Opens the channel of a guild that was open last, or its first one. */
export function GuildStart() {
  const { guildId } = useParams({ from: '/shell/channels/$guildId' })
  const channelId = useClientState((state) => firstChannel(state, guildId))
  const known = useClientState(({ guilds }) => guilds.has(guildId))
  if (guildId === DIRECT) {
    return (
      <Suspense fallback={<main className={styles.start} aria-busy="true" />}>
        <Friends />
      </Suspense>
    )
  }
  if (channelId) return <Navigate to="/channels/$guildId/$channelId" params={{ guildId, channelId }} replace />
  if (!known) {
    return (
      <main className={styles.start}>
        <h1>{t('This guild is not here')}</h1>
        <p>{t('You are not a member of it, or it was deleted.')}</p>
      </main>
    )
  }
  return (
    <main className={styles.start}>
      <h1>{t('No channels yet')}</h1>
      <p>{t('You see no channel in this guild. Ask someone who manages it for a role.')}</p>
    </main>
  )
}

function firstChannel(state: ClientState, guildId: string): string | undefined {
  const last = lastChannel(guildId)
  const lastSeen = last ? state.channels.get(last) : undefined
  if (lastSeen && (permissionsIn(state, lastSeen) & Permission.VIEW_CHANNEL) !== 0n) return last
  return channelGroups(state, guildId)
    .flatMap(({ channels }) => channels)
    .find(holdsMessages)?.id
}
