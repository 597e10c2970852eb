import type { ShownMessage } from '@guildhall/client/records'
import { CommandType } from '@guildhall/protocol'
import { lazy, Suspense, useMemo } from 'react'
import { type CardLink, cardLinks } from '../cards/card-links.ts'
import { parsedMarkdown } from '../markdown/parsed.ts'
import styles from './message.module.css'

const Cards = lazy(() => import('../cards/cards.tsx'))

/** Cards below a message: for its links to invites and activities, and for an activity that it tells of. */
export function MessageCards({ message }: { message: ShownMessage }) {
  const links = useMemo(() => cardsOf(message), [message])
  if (links.length === 0) return null
  return (
    <Suspense fallback={<div className={styles.cardsAhead} aria-hidden />}>
      <Cards links={links} channelId={message.channel_id} />
    </Suspense>
  )
}

function cardsOf({ content, application_id, interaction_metadata: interaction }: ShownMessage): CardLink[] {
  if (content) return cardLinks(parsedMarkdown(content), location.origin)
  const launched = interaction?.command_type === CommandType.PRIMARY_ENTRY_POINT && application_id
  return launched ? [{ kind: 'activity', applicationId: application_id, search: '' }] : []
}
