import { Copy } from 'lucide-react'
import { useState } from 'react'
import { t } from '../lib/language/text.ts'
import { IconButton } from './button.tsx'
import styles from './copy-field.module.css'
import { Field } from './field.tsx'

/** A value that is read and copied, but not changed. A secret is shown once, after it was made. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className={styles.row}>
          <input
            {...control}
            readOnly
            value={value}
            className={styles.value}
            onFocus={({ target }) => target.select()}
          />
          <IconButton label={t('Copy {label}', { label })} onClick={() => void copy()}>
            <Copy size={16} aria-hidden />
          </IconButton>
          <span role="status">{copied ? t('Copied') : ''}</span>
        </div>
      )}
    </Field>
  )
}
