import { useEffect, useRef } from 'react'
import { t } from '../lib/language/text.ts'
import { Button } from './button.tsx'
import { AskBeforeLeaving } from './dialog.tsx'
import { ErrorText, StatusText } from './field.tsx'
import styles from './save-bar.module.css'
import type { Unsaved } from './use-changes.ts'
import type { Saving } from './use-save.ts'

/** The button that saves a form, with what came of it. With `changes`, leaving the form asks while there are some. */
export function SaveBar(props: { saving: Saving; changes?: Unsaved; label?: string }) {
  const { saving, changes, label = t('Save') } = props
  const bar = useRef<HTMLDivElement>(null)
  const { failure } = saving
  useEffect(() => {
    // The refused field may be far above the button.
    if (failure === null) return
    bar.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure])
  const isChanged = changes?.isChanged() ?? false
  return (
    <div ref={bar} className={styles.bar} data-changed={isChanged || undefined}>
      <Button type="submit" look="primary" busy={saving.busy}>
        {label}
      </Button>
      {changes && isChanged && (
        <>
          <Button onClick={changes.discard}>{t('Discard changes')}</Button>
          <p className={styles.note}>{t('You have unsaved changes.')}</p>
        </>
      )}
      {saving.saved && !isChanged && <StatusText>{t('Saved.')}</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {changes && <AskBeforeLeaving changes={changes} />}
    </div>
  )
}
