import { type ReactNode, useState } from 'react'
import { dataUrlOf } from '../lib/files.ts'
import { inSentence, t } from '../lib/language/text.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { FileInput } from './file-input.tsx'
import styles from './image-field.module.css'

/** A new picture as a data address; null to remove the picture; undefined to keep it. */
export type ImageChange = string | null | undefined

/** A picture that the person replaces or removes when the form is saved. */
export function ImageField(props: {
  label: string
  /** The picture that is saved now, or its placeholder. */
  current: ReactNode
  /** Whether there is a saved picture that can be removed. */
  removable: boolean
  value: ImageChange
  onChange: (image: ImageChange) => void
  error?: string | undefined
  hint?: string
  wide?: boolean
  disabled?: boolean
}) {
  const { label, current, removable, value, onChange, error, hint, wide = false, disabled = false } = props
  // A new field forgets the name of the file.
  const [attempt, setAttempt] = useState(0)
  return (
    <Field label={label} error={error} hint={hint ?? t('PNG, JPEG, GIF or WebP')}>
      {(control) => (
        <div className={styles.row}>
          {value ? (
            <img src={value} alt="" className={wide ? styles.wide : styles.square} />
          ) : value === undefined ? (
            current
          ) : null}
          <FileInput
            {...control}
            key={attempt}
            accept="image/png,image/jpeg,image/gif,image/webp"
            className={styles.file}
            disabled={disabled}
            onChange={async ({ target }) => {
              const file = target.files?.[0]
              if (file) onChange(await dataUrlOf(file))
            }}
          />
          {(value || (removable && value !== null)) && !disabled && (
            <Button
              size="small"
              onClick={() => {
                onChange(value ? undefined : null)
                setAttempt(attempt + 1)
              }}
            >
              {value ? t('Undo {name}', { name: inSentence(label) }) : t('Remove {name}', { name: inSentence(label) })}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
