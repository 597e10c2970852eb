import { FORUM_TAG_NAME_MAX, FORUM_TAGS_MAX } from '@guildhall/protocol'
import type { ForumTag } from '../../domain/channels/channel-values.ts'
import { EmojiPicker } from '../../domain/emoji/emoji-picker.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import field from '../../ui/field.module.css'
import { ErrorText } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import styles from './channel-settings.module.css'
import { SmallEmoji } from './small-emoji.tsx'

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
      <legend className={form.legend}>{t('Tags')}</legend>
      {error && <ErrorText>{error}</ErrorText>}
      <ul className={styles.tags}>
        {tags.map((tag, index) => (
          <li key={tag.id ?? `new ${index}`} className={styles.line}>
            <EmojiPicker
              guildId={guildId}
              onPick={({ id, name }) => change(index, { emoji_id: id, emoji_name: id ? null : name })}
            >
              <Button size="small" aria-label={t('Emoji of tag {number}', { number: index + 1 })}>
                {tag.emoji_id || tag.emoji_name ? <SmallEmoji emoji={tag} /> : t('Emoji')}
              </Button>
            </EmojiPicker>
            <input
              className={`${field.input} ${styles.tagName}`}
              aria-label={t('Tag {number}', { number: index + 1 })}
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
              {t('For moderators')}
            </label>
            <Button
              size="small"
              aria-label={t('Remove tag {name}', { name: tag.name })}
              onClick={() => onChange(tags.filter((_, at) => at !== index))}
            >
              {t('Remove')}
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
            {t('Add tag')}
          </Button>
        </p>
      )}
    </fieldset>
  )
}
