import { StickerFormat, type StickerItemObject } from '@guildhall/protocol'
import styles from './sticker-image.module.css'

/** A sticker. One whose format browsers do not draw is shown by its name. */
export function StickerImage({ sticker, size }: { sticker: StickerItemObject; size: 80 | 160 }) {
  const { id, name, format_type } = sticker
  if (format_type === StickerFormat.LOTTIE) return <span className={styles.name}>{name}</span>
  const src = `/cdn/stickers/${id}.${format_type === StickerFormat.GIF ? 'gif' : 'png'}`
  return <img src={src} alt={name} width={size} height={size} className={styles.picture} loading="lazy" />
}
