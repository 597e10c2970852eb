import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, RotateCcw, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ApiFailure, messageOf } from '../../api/client.ts'
import { t } from '../../lib/language/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorText, StatusText } from '../../ui/field.tsx'
import { useSave } from '../../ui/use-save.ts'
import { CONTROL, useControl } from './control-context.ts'
import type { DetailedRecord } from './control-types.ts'
import { CopyButton } from './copy-button.tsx'
import { durationText, sizeText } from './durations.ts'
import { EventPart } from './event-part.tsx'
import { FactList } from './fact-list.tsx'
import { MessagePart, PayloadPart } from './message-part.tsx'
import styles from './record-details.module.css'
import { kindText, preciseDate, preciseTime, titleText, visible } from './record-words.ts'
import { useMedia } from './use-media.ts'
import type { SearchChanges } from './use-search-state.ts'

interface DetailsProps {
  id: number
  onClose: () => void
  change: (changes: SearchChanges) => void
}

/** The details of one record. On a phone they are a page. */
export function RecordDetails({ id, onClose, change }: DetailsProps) {
  const control = useControl()
  const isPage = useMedia('(max-width: 799px)')
  const back = useRef<HTMLButtonElement>(null)
  const { data, error } = useQuery({
    queryKey: [CONTROL, 'record', id],
    queryFn: ({ signal }) => control.record(id, signal),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    // Beside the list, the list keeps the focus and its keys.
    if (isPage) back.current?.focus()
  }, [isPage])
  const isGone = error instanceof ApiFailure && error.status === 404
  return (
    <section className={styles.details} aria-label={t('Record')}>
      <header className={styles.header}>
        <IconButton label={isPage ? t('Back to the list') : t('Close details')} ref={back} onClick={onClose}>
          {isPage ? <ArrowLeft size={20} aria-hidden /> : <X size={20} aria-hidden />}
        </IconButton>
        <h2 className={styles.title}>{data ? titleText(data) : t('Record {id}', { id })}</h2>
      </header>
      <div className={styles.content}>
        {error && <ErrorText>{isGone ? t('This record is no longer on the tape.') : messageOf(error)}</ErrorText>}
        {!data && !error && <div className={styles.skeleton} aria-hidden />}
        {data && <Contents key={data.id} record={data} change={change} />}
      </div>
    </section>
  )
}

function Contents({ record, change }: { record: DetailedRecord; change: DetailsProps['change'] }) {
  const { kind, details } = record
  return (
    <>
      <Actions record={record} change={change} />
      <FactList record={record} change={change} facts={factsOf(record)} />
      {typeof details.error === 'string' && <ErrorText>{visible(details.error)}</ErrorText>}
      {record.why && <WhyPart why={record.why} />}
      {kind === 'event' && <EventPart details={details} change={change} />}
      {details.request && <MessagePart part="request" message={details.request} />}
      {details.response && <MessagePart part="response" message={details.response} />}
      {kind !== 'request' && kind !== 'delivery' && <PayloadPart body={details.payload ?? details.text ?? null} />}
    </>
  )
}

/** Why a request, session or connection was refused, one step a line. */
function WhyPart({ why }: { why: readonly string[] }) {
  return (
    <section className={styles.part} aria-label={t('Why it was refused')}>
      <h3>{t('Why it was refused')}</h3>
      <ol className={styles.why}>
        {why.map((step) => (
          <li key={step}>{visible(step)}</li>
        ))}
      </ol>
    </section>
  )
}

function kindWithDirection({ kind, direction }: DetailedRecord): string {
  const name = kindText(kind, 'one')
  if (direction === null) return name
  return direction === 'in' ? t('{name}, received', { name }) : t('{name}, sent', { name })
}

const sent = (value: string | number | null | undefined) => (value == null ? null : visible(String(value)))

/** Returns what a record says besides its ids. */
function factsOf(record: DetailedRecord): [name: string, value: string][] {
  const { kind, at, date, status, duration_ms, bytes, details } = record
  const facts: [string, string | number | null | undefined][] = [
    [t('Kind'), kindWithDirection(record)],
    [t('Time'), preciseTime(at)],
    [t('Platform date'), preciseDate(date)],
    [t('Status'), status],
    [t('Duration'), duration_ms === null ? null : durationText(duration_ms)],
    // An event has no bytes: its frames have.
    [t('Size'), kind === 'event' ? null : sizeText(bytes)],
    // Texts of the page may have marks of direction, as an Arabic date does. Only what was sent can disguise something.
    [t('Op'), sent(details.op)],
    [t('Type'), sent(details.t ?? details.type ?? details.evt)],
    [t('Sequence'), sent(details.s)],
    [t('Command'), sent(details.cmd)],
    [t('Nonce'), sent(details.nonce)],
  ]
  return facts.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
}

function Actions({ record, change }: { record: DetailedRecord; change: DetailsProps['change'] }) {
  const control = useControl()
  const saving = useSave()
  const { id, kind, details } = record
  const copyOf = (as: 'curl' | 'test') => async () => (await control.copyOf(id, as)).text
  async function replay() {
    await saving.run(async () => {
      const { id: repeated } = await control.replay(id)
      change({ record: `${repeated}` })
    })
  }
  return (
    <div className={styles.actions}>
      {(kind === 'request' || kind === 'delivery') && <CopyButton label={t('Copy as curl')} text={copyOf('curl')} />}
      {kind === 'request' && <CopyButton label={t('Copy as test')} text={copyOf('test')} />}
      {kind === 'delivery' && details.replayable && (
        <Button size="small" busy={saving.busy} onClick={() => void replay()}>
          <RotateCcw size={16} aria-hidden />
          {t('Replay')}
        </Button>
      )}
      {saving.saved && <StatusText>{t('Sent again.')}</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </div>
  )
}
