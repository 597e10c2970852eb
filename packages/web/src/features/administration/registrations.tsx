import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { relativeTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { ListState } from '../../ui/list-state.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import styles from './administration.module.css'
import { Table } from './table.tsx'
import { type Account, STATES } from './words.ts'

/** People who have registered and wait: for an operator, or for their address to be confirmed. */
export function Registrations() {
  const { api } = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const [rejected, setRejected] = useState<Account | null>(null)
  const registrations = useQuery({
    queryKey: ['administration', 'registrations'],
    queryFn: async () => [
      ...(await api.call('list_accounts', { query: { state: 'pending' } })),
      ...(await api.call('list_accounts', { query: { state: 'unverified' } })),
    ],
    staleTime: 0,
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ['administration'] })
  const approve = async ({ id }: Account) => {
    await api.call('approve_registration', { params: { user_id: id } })
    await refresh()
  }
  return (
    <Section title={t('Registrations')}>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <ListState query={registrations} empty={t('Nobody waits.')}>
        {(rows) => (
          <Table
            caption={t('Registrations')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              [t('Username'), ({ username }) => username],
              [t('State'), ({ state }) => t(STATES[state])],
              [t('E-mail'), ({ email }) => email ?? ''],
              [t('Registered'), ({ created_at }) => relativeTime(Date.parse(created_at))],
              [t('Registered from'), ({ registered_from }) => registered_from ?? ''],
              [
                t('Decision'),
                (account) => (
                  <div className={styles.buttons}>
                    <Button size="small" look="primary" onClick={() => void saving.run(() => approve(account))}>
                      {t('Approve')}
                    </Button>
                    <Button size="small" onClick={() => setRejected(account)}>
                      {t('Reject')}
                    </Button>
                  </div>
                ),
              ],
            ]}
          />
        )}
      </ListState>
      {rejected && (
        <Rejection
          account={rejected}
          onClose={() => {
            setRejected(null)
            void refresh()
          }}
        />
      )}
    </Section>
  )
}

function Rejection({ account, onClose }: { account: Account; onClose: () => void }) {
  const { api } = useClient()
  const changes = useChanges({ reason: '' }, { isNew: true })
  const saving = useSave()
  const reject = () => api.call('reject_registration', { params: { user_id: account.id }, body: changes.values })
  return (
    <Dialog title={account.username} description={t('The registration is removed.')} onClose={onClose}>
      <form className={form.form} onSubmit={changes.onSubmit(saving, reject, onClose)}>
        <TextField label={t('Reason')} hint={t('Mailed to the person.')} {...changes.text('reason')} />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Reject')} danger busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
