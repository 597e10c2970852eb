import type { MediaGalleryObject, ThumbnailObject } from '@guildhall/protocol'
import { type ReactNode, useState } from 'react'
import { t } from '../../lib/language/text.ts'
import { Player } from '../../ui/player.tsx'
import styles from './media.module.css'
import { mediaView } from './view.ts'

type Item = Pick<ThumbnailObject, 'media' | 'description' | 'spoiler'>

/** Hidden content. It is not in the document until the person opens it. */
export function Spoiler({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  if (open) return children
  return (
    <button type="button" className={styles.spoiler} onClick={() => setOpen(true)}>
      {t('Spoiler')}
    </button>
  )
}

/** Several pictures or videos beside each other. */
export function Gallery({ items }: { items: MediaGalleryObject['items'] }) {
  return (
    <ul className={styles.gallery} data-count={Math.min(items.length, 4)}>
      {items.map((item, index) => (
        <li key={item.media.id ?? index}>
          <MediaItem item={item} />
        </li>
      ))}
    </ul>
  )
}

/** A picture or video of a component. A picture that does not load becomes a link. */
export function MediaItem({ item }: { item: Item }) {
  return item.spoiler ? (
    <Spoiler>
      <Media item={item} />
    </Spoiler>
  ) : (
    <Media item={item} />
  )
}

function Media({ item: { media, description } }: { item: Item }) {
  const [broken, setBroken] = useState(false)
  const view = mediaView(media)
  if (!view) return null
  const name = description || t('Picture')
  if (view.kind === 'video' && !broken) {
    return (
      <Player
        kind="video"
        className={styles.media}
        src={view.url}
        name={description || t('Video')}
        onError={() => setBroken(true)}
      />
    )
  }
  const picture = view.kind === 'picture' && !broken
  return (
    <a
      href={view.url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={picture ? styles.picture : undefined}
    >
      {picture ? (
        <img
          className={styles.media}
          src={view.url}
          alt={name}
          width={media.width ?? undefined}
          height={media.height ?? undefined}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      ) : (
        description || t('Open the file')
      )}
    </a>
  )
}
