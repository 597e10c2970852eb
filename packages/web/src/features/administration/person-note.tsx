import { useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { TextArea } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import type { Account } from './words.ts'

/** The note of operators about a person. */
export function PersonNote({ account: { id, note } }: { account: Account }) {
  const { api } = useClient()
  const queries = useQueryClient()
  const changes = useChanges({ note: note ?? '' })
  const saving = useSave()
  const save = async () => {
    const body = { note: changes.values.note || null }
    queries.setQueryData(
      ['administration', 'person', id],
      await api.call('update_account', { params: { user_id: id }, body }),
    )
  }
  return (
    <form className={form.form} onSubmit={changes.onSubmit(saving, save)}>
      <TextArea
        label={t('Note')}
        hint={t('Only operators see it.')}
        error={saving.errorOf('note')}
        {...changes.text('note')}
      />
      <SaveBar saving={saving} changes={changes} />
    </form>
  )
}
