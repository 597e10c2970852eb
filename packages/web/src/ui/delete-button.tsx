import { useState } from 'react'
import { t } from '../lib/language/text.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { useSave } from './use-save.ts'

/** A button that deletes something after it has asked. */
export function DeleteButton({
  name,
  note,
  onDelete,
}: {
  name: string
  note: string
  onDelete: () => Promise<unknown>
}) {
  const [asking, setAsking] = useState(false)
  const saving = useSave()
  return (
    <>
      <Button size="small" aria-label={t('Delete {name}', { name })} onClick={() => setAsking(true)}>
        {t('Delete')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('Delete {name}?', { name })}
          description={saving.error ?? note}
          action={t('Delete')}
          danger
          busy={saving.busy}
          onConfirm={() => void saving.run(onDelete).then((deleted) => deleted && setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
