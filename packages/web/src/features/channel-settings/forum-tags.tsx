import { FORUM_TAG_NAME_MAX, FORUM_TAGS_MAX } from '@guildhall/protocol'
import { EmojiPicker } from '../../domain/emoji/emoji-picker.tsx'
import { Button } from '../../ui/button.tsx'
import field from '../../ui/field.module.css'
import { ErrorText } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import styles from './channel-settings.module.css'
import { SmallEmoji } from './small-emoji.tsx'

/** A tag of a forum; a new one has no id yet. */
export interface ForumTag {
  readonly id?: string
  readonly name: string
  readonly moderated: boolean
  readonly emoji_id: string | null
  readonly emoji_name: string | null
}

/** The tags that posts of a forum can have. */
export function ForumTags(props: {
  guildId: string
  tags: readonly ForumTag[]
  onChange: (tags: readonly ForumTag[]) => void
  error: string | undefined
}) {
  const { guildId, tags, onChange, error } = props
  const change = (index: number, part: Partial<ForumTag>) =>
    onChange(tags.map((tag, at) => (at === index ? { ...tag, ...part } : tag)))
  return (
    <fieldset className={form.choices}>
      <legend className={form.legend}>Tags</legend>
      {error && <ErrorText>{error}</ErrorText>}
      <ul className={styles.tags}>
        {tags.map((tag, index) => (
          <li key={tag.id ?? `new ${index}`} className={styles.line}>
            <EmojiPicker
              guildId={guildId}
              onPick={({ id, name }) => change(index, { emoji_id: id, emoji_name: id ? null : name })}
            >
              <Button size="small" aria-label={`Emoji of tag ${index + 1}`}>
                {tag.emoji_id || tag.emoji_name ? <SmallEmoji emoji={tag} /> : 'Emoji'}
              </Button>
            </EmojiPicker>
            <input
              className={`${field.input} ${styles.tagName}`}
              aria-label={`Tag ${index + 1}`}
              value={tag.name}
              required
              maxLength={FORUM_TAG_NAME_MAX}
              onChange={({ target }) => change(index, { name: target.value })}
            />
            <label className={form.choice}>
              <input
                type="checkbox"
                checked={tag.moderated}
                onChange={({ target }) => change(index, { moderated: target.checked })}
              />
              For moderators
            </label>
            <Button
              size="small"
              aria-label={`Remove tag ${tag.name}`}
              onClick={() => onChange(tags.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {tags.length < FORUM_TAGS_MAX && (
        <p>
          <Button
            size="small"
            onClick={() => onChange([...tags, { name: '', moderated: false, emoji_id: null, emoji_name: null }])}
          >
            Add tag
          </Button>
        </p>
      )}
    </fieldset>
  )
}
