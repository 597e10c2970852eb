import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { relativeTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { ErrorText, SelectField } from '../../ui/field.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './administration.module.css'
import { PersonNote } from './person-note.tsx'
import { type Account, ROLES, STATES } from './words.ts'

const SUSPEND = 'suspend'
const SIGN_OUT = 'sign_out'
const RESET = 'reset_factors'
const DELETE = 'delete'
type Grave = typeof SUSPEND | typeof SIGN_OUT | typeof RESET | typeof DELETE

/** Questions before actions that a person feels. The button has the word of the action. */
const GRAVE: Readonly<Record<Grave, { action: Message; consequence: Message }>> = {
  [SUSPEND]: { action: msg('Suspend'), consequence: msg('They are signed out everywhere and cannot sign in.') },
  [SIGN_OUT]: { action: msg('Sign out everywhere'), consequence: msg('They have to sign in again.') },
  [RESET]: {
    action: msg('Reset second factors'),
    consequence: msg('Their app, passkeys and backup codes end, and they have to sign in again.'),
  },
  [DELETE]: {
    action: msg('Delete'),
    consequence: msg(
      'They are signed out, and the account is deleted when the days are over in which they can come back. Their messages stay under the name deleted_user.',
    ),
  },
}

/** The dialog of a person, with what an operator can do about them. */
export function PersonDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['administration', 'person', id],
    queryFn: () => client.api.call('get_account', { params: { user_id: id } }),
    staleTime: 0,
  })
  return (
    <Dialog title={data?.username ?? t('Person')} onClose={onClose} width="medium">
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && <Actions account={data} />}
    </Dialog>
  )
}

function Actions({ account }: { account: Account }) {
  const { api } = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const [asked, setAsked] = useState<Grave | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const params = { user_id: account.id }
  const run = (request: () => Promise<unknown>) =>
    saving.run(async () => {
      await request()
      await queries.invalidateQueries({ queryKey: ['administration'] })
    })
  const requests: Readonly<Record<Grave, () => Promise<unknown>>> = {
    [SUSPEND]: () => api.call('create_platform_ban', { params, body: {} }),
    [SIGN_OUT]: () => api.call('end_account_sessions', { params }),
    [RESET]: () => api.call('delete_account_factors', { params }),
    [DELETE]: () => api.call('delete_account', { params, body: {} }),
  }
  const makeLink = async () => setLink((await api.call('create_account_link', { params })).url)
  const giveRole = (role: string) =>
    api.call('update_account', { params, body: { role: role === '' ? null : (role as Account['role']) } })

  return (
    <>
      <Facts account={account} />
      <SelectField
        label={t('Role')}
        value={account.role ?? ''}
        onChange={({ target: { value } }) => void run(() => giveRole(value))}
      >
        <option value="">{t('None')}</option>
        {Object.entries(ROLES).map(([role, words]) => (
          <option key={role} value={role}>
            {t(words)}
          </option>
        ))}
      </SelectField>
      <PersonNote account={account} />
      <div className={styles.buttons}>
        {account.state === 'suspended' ? (
          <Button onClick={() => void run(() => api.call('delete_platform_ban', { params }))}>{t('Unsuspend')}</Button>
        ) : (
          <Button look="danger" onClick={() => setAsked(SUSPEND)}>
            {t('Suspend')}
          </Button>
        )}
        <Button onClick={() => setAsked(SIGN_OUT)}>{t('Sign out everywhere')}</Button>
        <Button onClick={() => void run(makeLink)}>{t('One-time link')}</Button>
        <Button onClick={() => setAsked(RESET)}>{t('Reset second factors')}</Button>
        <Button look="danger" onClick={() => setAsked(DELETE)}>
          {t('Delete')}
        </Button>
      </div>
      {link !== null && <CopyField label={t('Link, for 24 hours and once')} value={link} />}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {asked && (
        <ConfirmDialog
          title={account.username}
          description={t(GRAVE[asked].consequence)}
          action={t(GRAVE[asked].action)}
          danger
          busy={saving.busy}
          onConfirm={() => {
            setAsked(null)
            void run(requests[asked])
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

function Facts({ account }: { account: Account }) {
  const { email, verified, mfa_enabled, sessions, reports, last_seen_at, registered_from, created_at, state } = account
  const time = (at: string) => relativeTime(Date.parse(at))
  const facts: [string, ReactNode][] = [
    [t('State'), t(STATES[state])],
    [t('E-mail'), email ? `${email}${verified ? '' : t(' (not confirmed)')}` : t('None')],
    [t('Second factor'), mfa_enabled ? t('Yes') : t('No')],
    [t('Joined'), time(created_at)],
    [t('Last seen'), last_seen_at === null ? t('Never') : time(last_seen_at)],
    [t('Sessions'), sessions],
    [t('Reports'), reports],
    ...(registered_from === null ? [] : [[t('Registered from'), registered_from] as [string, ReactNode]]),
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
