import type { AttachmentObject } from '@guildhall/protocol'
import { FileText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../lib/language/text.ts'
import { Player } from '../../ui/player.tsx'
import { isSpoiler, mediaKind, sizeText } from '../messages/attachment-kinds.ts'
import styles from './attachments.module.css'

const VoicePlayer = lazy(async () => ({
  default: (await import('../voice-messages/voice-player.tsx')).VoicePlayer,
}))

/** The files of a message: pictures, sound and video are shown, other files are links. */
export function Attachments({ attachments }: { attachments: readonly AttachmentObject[] }) {
  if (attachments.length === 0) return null
  return (
    <ul className={styles.list}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <Attachment attachment={attachment} />
        </li>
      ))}
    </ul>
  )
}

function Attachment({ attachment }: { attachment: AttachmentObject }) {
  const [open, setOpen] = useState(!isSpoiler(attachment))
  if (!open) {
    return (
      <button type="button" className={styles.spoiler} aria-label={t('Spoiler')} onClick={() => setOpen(true)}>
        {t('Spoiler')}
      </button>
    )
  }
  const { url, filename, size, waveform, duration_secs } = attachment
  return (
    <figure className={styles.attachment}>
      {waveform !== undefined && duration_secs !== undefined ? (
        <Suspense fallback={<div className={styles.voice} aria-busy="true" />}>
          <VoicePlayer src={url} durationSeconds={duration_secs} waveform={waveform} />
        </Suspense>
      ) : (
        <Media attachment={attachment} />
      )}
      <figcaption>
        <a href={url} target="_blank" rel="noopener noreferrer" className={styles.file}>
          <FileText size={16} aria-hidden />
          {filename}
        </a>{' '}
        <span className={styles.size}>{sizeText(size)}</span>
      </figcaption>
    </figure>
  )
}

function Media({ attachment }: { attachment: AttachmentObject }) {
  const { url, filename, description, width, height, title } = attachment
  const name = description || title || filename
  switch (mediaKind(attachment)) {
    case 'picture':
      return (
        <a href={url} target="_blank" rel="noopener noreferrer" className={styles.picture}>
          <img src={url} alt={name} width={width ?? undefined} height={height ?? undefined} loading="lazy" />
        </a>
      )
    case 'video':
      return <Player kind="video" src={url} name={name} className={styles.video} />
    case 'sound':
      return <Player kind="audio" src={url} name={name} />
    default:
      return null
  }
}
