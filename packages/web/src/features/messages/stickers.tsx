import type { StickerItemObject } from '@guildhall/protocol'
import styles from './attachments.module.css'

const LOTTIE = 3
const GIF = 4

/** The stickers of a message. A sticker whose format browsers do not draw is shown by its name. */
export function Stickers({ stickers }: { stickers: readonly StickerItemObject[] }) {
  if (stickers.length === 0) return null
  return (
    <ul className={styles.list}>
      {stickers.map(({ id, name, format_type }) => (
        <li key={id}>
          {format_type === LOTTIE ? (
            <span>{name}</span>
          ) : (
            <img
              src={`/cdn/stickers/${id}.${format_type === GIF ? 'gif' : 'png'}`}
              alt={name}
              width={160}
              height={160}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
