import { APPLICATION_NAME_MAX } from '@guildhall/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { AppIcon } from '../../ui/app-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './application-list.module.css'
import { useApplications } from './queries.ts'

/** The applications of the person, and the creation of another. */
export function ApplicationList() {
  const { data, error } = useApplications()
  const [creating, setCreating] = useState(false)
  useEffect(() => {
    document.title = 'Applications – Guildhall'
  }, [])
  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <div>
          <Link to="/">{t('Back to Guildhall')}</Link>
          <h1>{t('Applications')}</h1>
        </div>
        <div className={styles.actions}>
          <Link to="/developers/inspector" search={{}}>
            {t('Inspector')}
          </Link>
          <Button look="primary" onClick={() => setCreating(true)}>
            <Plus size={16} aria-hidden />
            {t('New application')}
          </Button>
        </div>
      </header>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.length === 0 && (
        <p className={styles.empty}>
          {t('You have no applications yet. Create one to log a bot in or to sign people in.')}
        </p>
      )}
      <ul className={styles.list}>
        {data?.map((application) => (
          <li key={application.id}>
            <Link to="/developers/$" params={{ _splat: `applications/${application.id}` }} className={styles.card}>
              <AppIcon application={application} size={32} />
              {application.name}
            </Link>
          </li>
        ))}
      </ul>
      {creating && <NewApplication onClose={() => setCreating(false)} />}
    </main>
  )
}

function NewApplication({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const saving = useSave()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    void saving.run(async () => {
      const { id } = await client.api.call('create_application', { body: { name } })
      await queries.invalidateQueries({ queryKey: ['applications'] })
      await navigate({ to: '/developers/$', params: { _splat: `applications/${id}` } })
    })
  }

  return (
    <Dialog title={t('New application')} onClose={onClose}>
      <form onSubmit={submit} className={styles.form}>
        <TextField
          label={t('Name')}
          name="name"
          required
          minLength={2}
          maxLength={APPLICATION_NAME_MAX}
          autoFocus
          error={saving.error ?? undefined}
        />
        <DialogButtons action={t('Create')} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
