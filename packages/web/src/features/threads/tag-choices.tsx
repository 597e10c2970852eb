import { APPLIED_TAGS_MAX, type ChannelObject } from '@guildhall/protocol'
import { ComponentEmoji } from '../../domain/emoji/component-emoji.tsx'
import { t } from '../../lib/language/text.ts'
import form from '../../ui/form.module.css'
import styles from './forum.module.css'

/** Chooses the tags of a post. */
export function TagChoices(props: {
  title?: string
  forum: ChannelObject
  /** Whether tags for moderators can be chosen. */
  moderates: boolean
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}) {
  const { title = t('Tags'), forum, moderates, chosen, onChange } = props
  const tags = (forum.available_tags ?? []).filter(({ moderated }) => moderates || !moderated)
  if (tags.length === 0) return null
  const full = chosen.length >= APPLIED_TAGS_MAX
  return (
    <fieldset>
      <legend className={form.legend}>{title}</legend>
      <div className={styles.tags}>
        {tags.map(({ id, name, emoji_id, emoji_name }) => (
          <label key={id} className={styles.tag}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={full && !chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
            {(emoji_id || emoji_name) && <ComponentEmoji emoji={{ id: emoji_id, name: emoji_name }} decorative />}
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
