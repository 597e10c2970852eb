import type { ActivityObject } from '@guildhall/protocol'
import { type ReactNode, useEffect, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { isWebLink } from '../../lib/links.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { ComponentEmoji } from '../emoji/component-emoji.tsx'
import { assetUrl, isCustom, timeOfActivity, verbOf } from './activities.ts'
import styles from './activity-card.module.css'
import { AskToJoin } from './ask-to-join.tsx'

/** An activity of a user: name, texts with their links, pictures, time and buttons. */
export function ActivityCard({ activity, userId }: { activity: ActivityObject; userId: string }) {
  const { name, state, state_url, details, details_url, emoji, party } = activity
  if (isCustom(activity)) {
    return (
      <p className={styles.custom}>
        {emoji?.name && <ComponentEmoji emoji={{ ...emoji, name: emoji.name }} decorative={false} />} {state}
      </p>
    )
  }
  const [count, max] = party?.size ?? []
  const size = count !== undefined && max !== undefined ? ` (${t('{count} of {max}', { count, max })})` : ''
  return (
    <section className={styles.card} aria-label={name}>
      <p className={styles.verb}>{verbOf(activity)}</p>
      <div className={styles.body}>
        <Pictures activity={activity} />
        <div className={styles.texts}>
          <strong>{name}</strong>
          {details && <LinkedText href={details_url}>{details}</LinkedText>}
          {(state || size) && <LinkedText href={state_url}>{`${state ?? ''}${size}`.trim()}</LinkedText>}
          <Time activity={activity} />
        </div>
      </div>
      <Buttons activity={activity} userId={userId} />
      <AskToJoin activity={activity} userId={userId} />
    </section>
  )
}

function Pictures({ activity: { application_id, assets } }: { activity: ActivityObject }) {
  const large = assetUrl(application_id, assets?.large_image)
  const small = assetUrl(application_id, assets?.small_image)
  if (!large && !small) return null
  return (
    <div className={styles.pictures}>
      {large && <Picture src={large} text={assets?.large_text} href={assets?.large_url} className={styles.large} />}
      {small && <Picture src={small} text={assets?.small_text} href={assets?.small_url} className={styles.small} />}
    </div>
  )
}

function Picture(props: {
  src: string
  text: string | undefined
  href: string | null | undefined
  className: string | undefined
}) {
  const { src, text, href, className } = props
  const [broken, setBroken] = useState(false)
  if (broken) return null
  const picture = (
    <img
      src={src}
      alt={text ?? ''}
      title={text}
      className={className}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  )
  return isWebLink(href) ? <Outside href={href}>{picture}</Outside> : picture
}

function LinkedText({ href, children }: { href?: string | null | undefined; children: string }) {
  return <p>{isWebLink(href) ? <Outside href={href}>{children}</Outside> : children}</p>
}

function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

function Time({ activity }: { activity: ActivityObject }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!activity.timestamps) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [activity.timestamps])
  const text = timeOfActivity(activity, now)
  return text && <p className={styles.time}>{text}</p>
}

/** Buttons of an activity. Their links are asked for when one is pressed: presences contain the labels only. */
function Buttons({ activity, userId }: { activity: ActivityObject; userId: string }) {
  const client = useClient()
  const [fault, setFault] = useState<string | null>(null)
  const { buttons = [], session_id, application_id, url, type } = activity
  const STREAMING = 1
  const watch = type === STREAMING && isWebLink(url) ? url : null

  async function open(index: number) {
    if (!session_id || !application_id) return
    // Opened at once, because a window that a response opens is blocked as a pop-up.
    const target = window.open('about:blank', '_blank')
    try {
      const { button_urls } = await client.api.call('get_activity_metadata', {
        params: { user_id: userId, session_id, application_id },
      })
      const address = button_urls[index]
      if (!isWebLink(address)) throw new Error('This button has no link.')
      if (!target) return
      target.opener = null
      target.location.href = address
    } catch (failure) {
      target?.close()
      setFault(messageOf(failure))
    }
  }

  if (!watch && (buttons.length === 0 || !session_id || !application_id)) return null
  return (
    <div className={styles.buttons}>
      {watch && <Outside href={watch}>{t('Watch')}</Outside>}
      {buttons.map((label, index) => (
        <Button key={label} size="small" onClick={() => void open(index)}>
          {label}
        </Button>
      ))}
      {fault && <ErrorText>{fault}</ErrorText>}
    </div>
  )
}
