import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { relativeTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { ListState } from '../../ui/list-state.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { Table } from './table.tsx'

const DAY_S = 86_400

/** Invites of operators to register. */
export function Invites() {
  const { api } = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const [isOpen, setOpen] = useState(false)
  const invites = useQuery({
    queryKey: ['administration', 'invites'],
    queryFn: () => api.call('list_registration_invites'),
    staleTime: 0,
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ['administration', 'invites'] })
  const end = async (code: string) => {
    await api.call('delete_registration_invite', { params: { code } })
    await refresh()
  }
  return (
    <Section
      title={t('Invites')}
      description={t('Everyone with such a link can register, also while nobody else can.')}
    >
      <div>
        <Button look="primary" onClick={() => setOpen(true)}>
          {t('New invite')}
        </Button>
      </div>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <ListState query={invites} empty={t('There are no invites.')}>
        {(rows) => (
          <Table
            caption={t('Invites')}
            rows={rows}
            keyOf={({ code }) => code}
            columns={[
              [t('Link'), ({ url, code }) => <CopyField label={code} value={url} />],
              [t('Used'), ({ used, uses }) => t('{used} of {uses}', { used, uses })],
              [t('Ends'), ({ expires_at: at }) => (at === null ? t('Never') : relativeTime(Date.parse(at)))],
              [t('E-mail'), ({ email }) => email ?? ''],
              [
                t('Action'),
                ({ code }) => (
                  <Button size="small" onClick={() => void saving.run(() => end(code))}>
                    {t('Delete')}
                  </Button>
                ),
              ],
            ]}
          />
        )}
      </ListState>
      {isOpen && (
        <NewInvite
          onClose={() => {
            setOpen(false)
            void refresh()
          }}
        />
      )}
    </Section>
  )
}

function NewInvite({ onClose }: { onClose: () => void }) {
  const { api } = useClient()
  const changes = useChanges({ uses: 1, days: 7, email: '' }, { isNew: true })
  const saving = useSave()
  const create = () => {
    const { uses, days, email } = changes.values
    const body = { uses, expires_seconds: days === 0 ? null : days * DAY_S, email: email === '' ? null : email }
    return api.call('create_registration_invite', { body })
  }
  return (
    <Dialog title={t('New invite')} onClose={onClose}>
      <form className={form.form} onSubmit={changes.onSubmit(saving, create, onClose)}>
        <TextField
          label={t('Uses')}
          type="number"
          min={1}
          required
          error={saving.errorOf('uses')}
          {...changes.number('uses')}
        />
        <TextField
          label={t('Days')}
          type="number"
          min={0}
          required
          hint={t('0 for an invite without an end.')}
          error={saving.errorOf('expires_seconds')}
          {...changes.number('days')}
        />
        <TextField
          label={t('E-mail')}
          type="email"
          hint={t('Only this address can use the invite, which is mailed to it.')}
          error={saving.errorOf('email')}
          {...changes.text('email')}
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Create')} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
