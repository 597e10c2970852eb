import type { ResponseOf } from '@guildhall/client'
import { displayName } from '@guildhall/client/questions'
import { type MessageObject, OPERATOR_NOTE_MAX } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { REPORT_REASONS } from '../../domain/people/report-words.ts'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { fullTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { ErrorText, StatusText, TextField } from '../../ui/field.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './report-dialog.module.css'
import { KINDS, REPORT_STATES } from './words.ts'

type Report = ResponseOf<'get_report'>
type Decision = 'dismiss' | 'remove' | 'suspend'

/** Questions before decisions that others feel. */
const GRAVE: Readonly<Record<Exclude<Decision, 'dismiss'>, { action: Message; consequence: Message }>> = {
  remove: { action: msg('Remove message'), consequence: msg('The message is deleted for everybody.') },
  suspend: { action: msg('Suspend'), consequence: msg('They are signed out everywhere and cannot sign in.') },
}

/** A report with its evidence, and what an operator decides about it. */
export function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { api } = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['administration', 'report', id],
    queryFn: () => api.call('get_report', { params: { report_id: id } }),
    staleTime: 0,
  })
  return (
    <Dialog title={data ? t(KINDS[data.kind]) : t('Report')} onClose={onClose} width="large">
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && (
        <>
          <Reasons report={data} />
          <Evidence report={data} />
          {data.state === 'open' ? (
            <Decisions report={data} onDecided={() => void refetch()} />
          ) : (
            <StatusText>{t(REPORT_STATES[data.state])}</StatusText>
          )}
        </>
      )}
    </Dialog>
  )
}

function Reasons({ report: { reasons, note } }: { report: Report }) {
  return (
    <section aria-label={t('Reasons')}>
      <ul className={styles.reasons}>
        {reasons.map(({ reason, text, at }) => {
          const words = REPORT_REASONS[reason]
          return (
            <li key={`${at} ${reason}`}>
              <strong>{words ? t(words.label) : reason}</strong>
              {text && <span className={styles.text}> {text}</span>}
            </li>
          )
        })}
      </ul>
      {note && <p>{t('Note: {note}', { note })}</p>}
    </section>
  )
}

/** The reported message and those around it, as they were then. */
function Evidence({ report: { evidence, target } }: { report: Report }) {
  if (!evidence) return <p className={styles.target}>{target.user_id ?? target.guild_id}</p>
  return (
    <section aria-label={t('Evidence')} className={styles.evidence}>
      {evidence.before.map((message) => (
        <EvidenceMessage key={message.id} message={message} />
      ))}
      <EvidenceMessage message={evidence.message} isReported />
      {evidence.after.map((message) => (
        <EvidenceMessage key={message.id} message={message} />
      ))}
    </section>
  )
}

/** A message as plain text: nothing that it links to is loaded. */
function EvidenceMessage({ message, isReported = false }: { message: MessageObject; isReported?: boolean }) {
  const { author, content, timestamp, attachments, embeds } = message
  return (
    <article className={isReported ? styles.reported : styles.message}>
      <header className={styles.header}>
        <h3 className={styles.author}>{displayName(author)}</h3>
        <time dateTime={timestamp}>{fullTime(timestamp)}</time>
        {isReported && <span className={styles.mark}>{t('Reported')}</span>}
      </header>
      {content && <p className={styles.text}>{content}</p>}
      {!content && embeds.length + attachments.length === 0 && <p>{t('No text')}</p>}
      {embeds.map((embed) => (
        <p key={`${embed.title} ${embed.url} ${embed.description}`} className={styles.text}>
          {[embed.title, embed.description, embed.url].filter(Boolean).join('\n')}
        </p>
      ))}
      {attachments.map(({ id, url, filename }) => (
        <p key={id}>
          <a href={url} target="_blank" rel="noreferrer">
            {filename}
          </a>
        </p>
      ))}
    </article>
  )
}

function Decisions({ report, onDecided }: { report: Report; onDecided: () => void }) {
  const { api } = useClient()
  const saving = useSave()
  const [note, setNote] = useState('')
  const [asked, setAsked] = useState<Exclude<Decision, 'dismiss'> | null>(null)
  const decide = async (action: Decision) => {
    const body = { action, note: note.trim() || null }
    if (await saving.run(() => api.call('resolve_report', { params: { report_id: report.id }, body }))) onDecided()
  }
  return (
    <>
      <TextField
        label={t('Note')}
        hint={t('Only operators see it.')}
        maxLength={OPERATOR_NOTE_MAX}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <div className={styles.buttons}>
        <Button onClick={() => void decide('dismiss')}>{t('Dismiss')}</Button>
        {report.kind === 'message' && (
          <Button look="danger" onClick={() => setAsked('remove')}>
            {t('Remove message')}
          </Button>
        )}
        {report.target.user_id !== null && (
          <Button look="danger" onClick={() => setAsked('suspend')}>
            {t('Suspend')}
          </Button>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          title={t(GRAVE[asked].action)}
          description={t(GRAVE[asked].consequence)}
          action={t(GRAVE[asked].action)}
          danger
          busy={saving.busy}
          onConfirm={() => {
            setAsked(null)
            void decide(asked)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
