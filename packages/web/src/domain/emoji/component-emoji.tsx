import type { PartialEmojiObject } from '@guildhall/protocol'
import styles from './component-emoji.module.css'

/** The emoji of a button or option. Beside a label it is decorative. */
export function ComponentEmoji({ emoji, decorative }: { emoji: PartialEmojiObject; decorative: boolean }) {
  const { id, name, animated } = emoji
  if (!id) {
    // Beside a label it is no text, so that the text of an option begins with its label.
    if (decorative) return <span className={styles.character} data-emoji={name} aria-hidden />
    return <span className={styles.character}>{name}</span>
  }
  const src = `/cdn/emojis/${id}.${animated ? 'gif' : 'webp'}?size=64`
  return <img className={styles.picture} src={src} alt={decorative ? '' : `:${name}:`} draggable={false} />
}
