import { Button } from './button.tsx'
import { ErrorText, StatusText } from './field.tsx'
import styles from './save-bar.module.css'
import type { Saving } from './use-save.ts'

/** The button that saves a form, with what came of it. */
export function SaveBar({ saving, label = 'Save' }: { saving: Saving; label?: string }) {
  return (
    <div className={styles.bar}>
      <Button type="submit" look="primary" busy={saving.busy}>
        {label}
      </Button>
      {saving.saved && <StatusText>Saved.</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </div>
  )
}
