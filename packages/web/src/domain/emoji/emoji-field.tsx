import { inSentence, t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { CustomEmoji } from '../markdown/markdown.tsx'
import styles from './emoji-field.module.css'
import { EmojiPicker } from './emoji-picker.tsx'

/** An emoji that a setting refers to: a custom one by its id, or characters. */
export interface EmojiValue {
  readonly id: string | null
  readonly name: string | null
}

export const NO_EMOJI: EmojiValue = { id: null, name: null }

/** A choice of one emoji, or none. */
export function EmojiField(props: {
  label: string
  guildId: string
  value: EmojiValue
  onChange: (emoji: EmojiValue) => void
  error?: string | undefined
}) {
  const { label, guildId, value, onChange, error } = props
  const chosen = value.id !== null || (value.name !== null && value.name !== '')
  return (
    <div className={styles.emoji}>
      <EmojiPicker guildId={guildId} onPick={({ id, name }) => onChange({ id, name })}>
        <Button
          size="small"
          aria-label={chosen ? `${label}: ${value.name}` : t('Choose {name}', { name: inSentence(label) })}
        >
          {value.id ? (
            <CustomEmoji id={value.id} name={value.name ?? ''} animated={false} />
          ) : (
            value.name || t('Choose {name}', { name: inSentence(label) })
          )}
        </Button>
      </EmojiPicker>
      {chosen && (
        <Button size="small" look="quiet" onClick={() => onChange(NO_EMOJI)}>
          {t('Remove {name}', { name: inSentence(label) })}
        </Button>
      )}
      {error && <ErrorText>{error}</ErrorText>}
    </div>
  )
}
