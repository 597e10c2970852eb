import { holdsMessages, permissionsIn } from '@guildhall/client/questions'
import { Permission } from '@guildhall/protocol'
import { useParams } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import {
  BOX_ID,
  CHANNELS_ID,
  focusChannels,
  focusContent,
  focusMessageBox,
  focusMessages,
  LOG_ID,
} from '../domain/places/landmarks.ts'
import { useShallowState } from '../gateway/react.tsx'
import { t } from '../lib/language/text.ts'
import styles from './skip-links.module.css'

/** Links past the navigation and the messages, the first stops of the Tab key. They are shown while focused. */
export function SkipLinks({ onSkip }: { onSkip: () => void }) {
  const { channelId = '' } = useParams({ strict: false })
  const { reads, writes } = useShallowState((state) => {
    const channel = state.channels.get(channelId)
    const permissions = channel && holdsMessages(channel) ? permissionsIn(state, channel) : 0n
    const reads = (permissions & Permission.VIEW_CHANNEL) !== 0n
    return { reads, writes: reads && (permissions & Permission.SEND_MESSAGES) !== 0n }
  })
  const link = (id: string, text: string, focus: () => void, className = '') => (
    <a
      href={`#${id}`}
      className={`${styles.link} ${className}`}
      onClick={(event: MouseEvent) => {
        // The address names what is open, without a part of the page.
        event.preventDefault()
        onSkip()
        focus()
      }}
    >
      {text}
    </a>
  )
  return (
    <div className={styles.links}>
      {reads ? link(LOG_ID, t('Skip to messages'), focusMessages) : link('main', t('Skip to content'), focusContent)}
      {writes && link(BOX_ID, t('Skip to message box'), focusMessageBox)}
      {link(CHANNELS_ID, t('Skip to channels'), focusChannels, styles.channels)}
    </div>
  )
}
