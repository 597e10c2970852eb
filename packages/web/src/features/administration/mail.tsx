import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { Table } from './table.tsx'

/** The state of mails, and a mail to try the server with. */
export function Mail() {
  const { api } = useClient()
  const changes = useChanges({ to: '' }, { isNew: true })
  const saving = useSave()
  const [answer, setAnswer] = useState<{ ok: boolean; response: string } | null>(null)
  const { data, error } = useQuery({
    queryKey: ['administration', 'mail'],
    queryFn: () => api.call('get_mail_state'),
    staleTime: 0,
  })
  const send = async () => {
    setAnswer(null)
    setAnswer(await api.call('send_test_mail', { body: changes.values }))
  }
  return (
    <Section title={t('Mail')}>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && (
        <Table
          caption={t('Mail')}
          rows={[data]}
          keyOf={() => 'state'}
          columns={[
            [t('Waiting'), ({ waiting }) => waiting],
            [t('Failed'), ({ failed }) => failed],
            [t('Last error'), ({ last_error }) => last_error ?? t('None')],
          ]}
        />
      )}
      <form className={form.form} onSubmit={changes.onSubmit(saving, send)}>
        <TextField
          label={t('Address')}
          type="email"
          required
          hint={t('The mail is sent at once. The mail server answers in its own words.')}
          error={saving.errorOf('to')}
          {...changes.text('to')}
        />
        <div>
          <Button type="submit" busy={saving.busy}>
            {t('Send test mail')}
          </Button>
        </div>
        {answer?.ok === true && <StatusText>{answer.response}</StatusText>}
        {answer?.ok === false && <ErrorText>{answer.response}</ErrorText>}
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
      </form>
    </Section>
  )
}
