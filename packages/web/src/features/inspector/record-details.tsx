import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, RotateCcw, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ApiFailure, messageOf } from '../../api/client.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorText, StatusText } from '../../ui/field.tsx'
import { useSave } from '../../ui/use-save.ts'
import { CONTROL, useControl } from './control-context.ts'
import type { DetailedRecord } from './control-types.ts'
import { CopyButton } from './copy-button.tsx'
import { durationText, sizeText } from './durations.ts'
import { EventPart } from './event-part.tsx'
import { FactList } from './fact-list.tsx'
import { BodyPart, MessagePart } from './message-part.tsx'
import styles from './record-details.module.css'
import { KIND_WORDS, preciseDate, preciseTime, visible } from './record-words.ts'
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
    <section className={styles.details} aria-label="Record">
      <header className={styles.header}>
        <IconButton label={isPage ? 'Back to the list' : 'Close details'} ref={back} onClick={onClose}>
          {isPage ? (
            <ArrowLeft size={20} strokeWidth={1.5} aria-hidden />
          ) : (
            <X size={20} strokeWidth={1.5} aria-hidden />
          )}
        </IconButton>
        <h2 className={styles.title}>{data ? visible(data.title) : `Record ${id}`}</h2>
      </header>
      <div className={styles.content}>
        {error && <ErrorText>{isGone ? 'This record is no longer on the tape.' : messageOf(error)}</ErrorText>}
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
      {details.request && <MessagePart title="Request" message={details.request} />}
      {details.response && <MessagePart title="Response" message={details.response} />}
      {kind !== 'request' && kind !== 'delivery' && (
        <BodyPart title="Payload" body={details.payload ?? details.text ?? null} />
      )}
    </>
  )
}

/** Why a request, session or connection was refused, one step a line. */
function WhyPart({ why }: { why: readonly string[] }) {
  return (
    <section className={styles.part} aria-label="Why it was refused">
      <h3>Why it was refused</h3>
      <ol className={styles.why}>
        {why.map((step) => (
          <li key={step}>{visible(step)}</li>
        ))}
      </ol>
    </section>
  )
}

/** Returns what a record says besides its ids. */
function factsOf(record: DetailedRecord): [name: string, value: string][] {
  const { kind, at, date, status, duration_ms, bytes, details, direction } = record
  const facts: [string, string | number | null | undefined][] = [
    [
      'Kind',
      `${KIND_WORDS[kind]?.one ?? kind}${direction === null ? '' : direction === 'in' ? ', received' : ', sent'}`,
    ],
    ['Time', preciseTime(at)],
    ['Platform date', preciseDate(date)],
    ['Status', status],
    ['Duration', duration_ms === null ? null : durationText(duration_ms)],
    // An event has no bytes: its frames have.
    ['Size', kind === 'event' ? null : sizeText(bytes)],
    ['Op', details.op],
    ['Type', details.t ?? details.type ?? details.evt],
    ['Sequence', details.s],
    ['Command', details.cmd],
    ['Nonce', details.nonce],
  ]
  return facts.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, visible(String(value))] as [string, string]],
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
      {(kind === 'request' || kind === 'delivery') && <CopyButton label="Copy as curl" text={copyOf('curl')} />}
      {kind === 'request' && <CopyButton label="Copy as test" text={copyOf('test')} />}
      {kind === 'delivery' && details.replayable && (
        <Button size="small" busy={saving.busy} onClick={() => void replay()}>
          <RotateCcw size={16} strokeWidth={1.5} aria-hidden />
          Replay
        </Button>
      )}
      {saving.saved && <StatusText>Sent again.</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </div>
  )
}
