import type { ResponseOf } from '@guildhall/client'
import { REPORT_TEXT_MAX } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { closeReport, type ReportSubject } from '../../domain/people/open-report.ts'
import { REPORT_REASONS } from '../../domain/people/report-words.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, StatusText, TextArea } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import styles from './report-dialog.module.css'

type Reason = ResponseOf<'list_report_reasons'>[number]

/** Reports a message, a person or a guild to operators. */
export function ReportDialog({ subject }: { subject: ReportSubject }) {
  const { api } = useClient()
  const [isSent, setSent] = useState(false)
  const target = fieldsOf(subject)
  const { data, error } = useQuery({
    queryKey: ['report', target],
    queryFn: () => api.call('list_report_reasons', { query: target }),
    retry: false,
  })
  return (
    <Dialog
      title={t('Report')}
      description={isSent ? undefined : t('Operators of this platform see the report. Nobody learns who sent it.')}
      onClose={closeReport}
      holdsText
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {isSent && <Sent />}
      {data && !isSent && <ReportForm target={target} reasons={data} onSent={() => setSent(true)} />}
    </Dialog>
  )
}

function Sent() {
  return (
    <>
      <StatusText>{t('Thank you. Operators will look at it.')}</StatusText>
      <DialogActions>
        <Button autoFocus onClick={closeReport}>
          {t('Done')}
        </Button>
      </DialogActions>
    </>
  )
}

interface FormProps {
  target: ReturnType<typeof fieldsOf>
  reasons: readonly Reason[]
  onSent: () => void
}

function ReportForm({ target, reasons, onSent }: FormProps) {
  const { api } = useClient()
  const id = useId()
  const saving = useSave()
  const changes = useChanges<{ reason: number | null; text: string }>({ reason: null, text: '' }, { isNew: true })
  const { reason, text } = changes.values
  const send = () => api.call('create_report', { body: { ...target, reason: reason ?? 0, text: text.trim() || null } })
  return (
    <form className={form.form} onSubmit={changes.onSubmit(saving, send, onSent)}>
      <div role="radiogroup" aria-labelledby={id} className={form.choices}>
        <p id={id} className={form.legend}>
          {t('Reason')}
        </p>
        {reasons.map((entry, index) => (
          <label key={entry.reason} className={form.choice}>
            <input
              type="radio"
              name={id}
              required
              autoFocus={index === 0}
              checked={reason === entry.reason}
              onChange={() => changes.set({ reason: entry.reason })}
            />
            <ReasonWords reason={entry} />
          </label>
        ))}
      </div>
      <TextArea
        label={t('Details')}
        maxLength={REPORT_TEXT_MAX}
        error={saving.errorOf('text')}
        {...changes.text('text')}
      />
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <DialogButtons action={t('Send report')} busy={saving.busy} onCancel={closeReport} />
    </form>
  )
}

/** Words about a reason. A reason of a newer server has the words of the server. */
function ReasonWords({ reason }: { reason: Reason }) {
  const words = REPORT_REASONS[reason.reason]
  return (
    <span className={styles.words}>
      {words ? t(words.label) : reason.label}
      <span className={styles.description}>{words ? t(words.description) : reason.description}</span>
    </span>
  )
}

function fieldsOf(subject: ReportSubject) {
  if ('messageId' in subject) return { channel_id: subject.channelId, message_id: subject.messageId }
  return 'userId' in subject ? { user_id: subject.userId } : { guild_id: subject.guildId }
}
