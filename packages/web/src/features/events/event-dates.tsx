import { type ScheduledEventObject, ScheduledEventStatus } from '@guildhall/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { fullTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Row, Rows } from '../../ui/sections.tsx'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { datesOf, type EventDate } from './dates.ts'
import { localInput, wireTime } from './event-form.ts'
import styles from './events.module.css'
import { useMayManage } from './use-may-manage.ts'

/** Dates that are added to the list at a time. */
const SHOWN = 4

/** The next dates of a series, which are moved and cancelled one by one. */
export function EventDates({ event }: { event: ScheduledEventObject }) {
  const [max, setMax] = useState(SHOWN)
  const mayManage = useMayManage(event)
  if (!event.recurrence_rule) return null
  const dates = datesOf(event, max)
  const live = event.status === ScheduledEventStatus.ACTIVE
  return (
    <section aria-label={t('Dates')}>
      <h3 className={styles.heading}>{t('Dates')}</h3>
      <Rows>
        {dates.map((date, index) => (
          <DateRow key={date.original} event={event} date={date} fixed={!mayManage || (live && index === 0)} />
        ))}
      </Rows>
      {dates.length === max && (
        <div className={styles.moreDates}>
          <Button size="small" onClick={() => setMax(max + SHOWN)}>
            {t('Show more dates')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface DateProps {
  event: ScheduledEventObject
  date: EventDate
}

/** One date. A fixed one has no buttons. */
function DateRow({ event, date, fixed }: DateProps & { fixed: boolean }) {
  const saving = useSave()
  const { change, restore } = useException({ event, date }, saving)
  const [moving, setMoving] = useState(false)
  const { start, original, cancelled, exceptionId } = date
  const when = fullTime(start)
  const isMoved = Date.parse(start) !== Date.parse(original)
  const time = <time dateTime={start}>{when}</time>
  return (
    <Row
      title={cancelled ? <s>{time}</s> : time}
      detail={cancelled ? t('event|Cancelled') : isMoved && t('Moved from {time}', { time: fullTime(original) })}
    >
      {!fixed && (
        <>
          {!cancelled && (
            <Button size="small" aria-label={t('Move {when}', { when })} onClick={() => setMoving(true)}>
              {t('Move')}
            </Button>
          )}
          {/* One button with two names keeps the focus. */}
          <Button
            size="small"
            aria-label={cancelled ? t('Restore {when}', { when }) : t('event|Cancel {when}', { when })}
            busy={saving.busy}
            onClick={() => void (cancelled ? restore() : change({ is_canceled: true }))}
          >
            {cancelled ? t('Restore') : t('event|Cancel')}
          </Button>
          {!cancelled && exceptionId && (
            <Button
              size="small"
              aria-label={t('Restore {when}', { when })}
              busy={saving.busy}
              onClick={() => void restore()}
            >
              {t('Restore')}
            </Button>
          )}
        </>
      )}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {moving && <MoveDialog event={event} date={date} onClose={() => setMoving(false)} />}
    </Row>
  )
}

/** Requests that change one date of a series. */
function useException({ event, date }: DateProps, saving: Saving) {
  const client = useClient()
  const queries = useQueryClient()
  const { exceptionId, original } = date
  const run = (request: () => Promise<unknown>) =>
    saving.run(async () => {
      await request()
      await queries.invalidateQueries({ queryKey: ['events', event.guild_id] })
    })
  return {
    change: (changes: object) =>
      run(() =>
        exceptionId
          ? client.api.call('update_guild_scheduled_event_exception', {
              params: { guild_id: event.guild_id, guild_scheduled_event_id: event.id, exception_id: exceptionId },
              body: changes,
            })
          : client.api.call('create_guild_scheduled_event_exception', {
              params: { guild_id: event.guild_id, guild_scheduled_event_id: event.id },
              body: { original_scheduled_start_time: original, ...changes },
            }),
      ),
    restore: () =>
      run(async () => {
        if (!exceptionId) return
        await client.api.call('delete_guild_scheduled_event_exception', {
          params: { guild_id: event.guild_id, guild_scheduled_event_id: event.id, exception_id: exceptionId },
        })
      }),
  }
}

function MoveDialog({ event, date, onClose }: DateProps & { onClose: () => void }) {
  const saving = useSave()
  const { change } = useException({ event, date }, saving)
  const [start, setStart] = useState(() => localInput(new Date(date.start)))
  const [end, setEnd] = useState(() => (date.end ? localInput(new Date(date.end)) : ''))

  async function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    const moved = await change({ scheduled_start_time: wireTime(start), scheduled_end_time: wireTime(end) })
    if (moved) onClose()
  }

  return (
    <Dialog title={t('Move date')} onClose={onClose} holdsText>
      <form className={form.form} onSubmit={(submitted) => void submit(submitted)}>
        <p>{t('Only {time} is moved. The series stays as it is.', { time: fullTime(date.original) })}</p>
        <TextField
          label={t('event|Start')}
          type="datetime-local"
          required
          autoFocus
          value={start}
          onChange={({ target }) => setStart(target.value)}
          error={saving.errorOf('scheduled_start_time')}
        />
        <TextField
          label={t('event|End')}
          type="datetime-local"
          required={date.end !== null}
          value={end}
          onChange={({ target }) => setEnd(target.value)}
          error={saving.errorOf('scheduled_end_time')}
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Move')} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
