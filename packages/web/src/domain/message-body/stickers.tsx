import type { StickerItemObject } from '@guildhall/protocol'
import { StickerImage } from '../stickers/sticker-image.tsx'
import styles from './attachments.module.css'

/** The stickers of a message. */
export function Stickers({ stickers }: { stickers: readonly StickerItemObject[] }) {
  if (stickers.length === 0) return null
  return (
    <ul className={styles.list}>
      {stickers.map((sticker) => (
        <li key={sticker.id}>
          <StickerImage sticker={sticker} size={160} />
        </li>
      ))}
    </ul>
  )
}
