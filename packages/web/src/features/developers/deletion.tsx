import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import type { SectionProps } from './section-props.ts'

/** Deletes an application, after the person has typed its name. */
export function Deletion({ application }: SectionProps) {
  const [asking, setAsking] = useState(false)
  return (
    <Section title={t('Deletion')} description={t('The bot leaves every guild, and its tokens end at once.')}>
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          {t('Delete application')}
        </Button>
      </div>
      {asking && <DeletionDialog application={application} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function DeletionDialog({ application, onClose }: SectionProps & { onClose: () => void }) {
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const saving = useSave()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)

  async function remove(event: FormEvent) {
    event.preventDefault()
    const matches = typed.trim() === application.name
    setWrong(!matches)
    if (!matches) return
    if (
      !(await saving.run(() => client.api.call('delete_application', { params: { application_id: application.id } })))
    )
      return
    await queries.invalidateQueries({ queryKey: ['applications'] })
    await navigate({ to: '/developers/$', params: { _splat: '' } })
  }

  return (
    <Dialog
      title={t('Delete {name}?', { name: application.name })}
      description={t(
        'Its commands, emoji, tokens and players are deleted. Messages of the bot stay. This cannot be undone.',
      )}
      onClose={onClose}
    >
      <form className={form.form} onSubmit={(event) => void remove(event)}>
        <TextField
          label={t('Name of the application')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoFocus
          autoComplete="off"
          hint={t('Type {name} to confirm.', { name: application.name })}
          error={wrong ? t('This is not the name. Type {name}.', { name: application.name }) : undefined}
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Delete application')} danger busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
