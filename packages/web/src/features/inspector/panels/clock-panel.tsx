import { type FormEvent, useState } from 'react'
import { amountText } from '../../../lib/language/formats.ts'
import { t } from '../../../lib/language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { ClockText, useClock } from '../clock-text.tsx'
import { useControl } from '../control-context.ts'
import { parseDuration } from '../durations.ts'
import styles from './panels.module.css'
import { useAction } from './use-action.ts'

const DURATION_TEXT_MAX = 60

const STEPS = [
  [60_000, 1, 'minute'],
  [900_000, 15, 'minute'],
  [3_600_000, 1, 'hour'],
  [86_400_000, 1, 'day'],
  [604_800_000, 1, 'week'],
  [2_592_000_000, 30, 'day'],
] as const

/** The platform's clock: read, moved forward, frozen and resumed. */
export function ClockPanel() {
  const control = useControl()
  const { data } = useClock()
  const action = useAction()
  const [moved, setMoved] = useState<string | null>(null)
  const [fault, setFault] = useState<string | undefined>()

  async function forward(advance_ms: number, amount: string) {
    setFault(undefined)
    setMoved(null)
    if (await action.run(() => control.changeClock({ advance_ms })))
      setMoved(t('Moved forward by {amount}.', { amount }))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('amount'))
    const advance_ms = parseDuration(text)
    if (advance_ms === null) setFault(t('Write a duration, such as 15 minutes or 1h 30m.'))
    else void forward(advance_ms, text.trim())
  }

  const freeze = (frozen: boolean) => void action.run(() => control.changeClock({ frozen }))
  return (
    <>
      <p className={styles.clock}>
        <ClockText />
      </p>
      <div>
        {data?.frozen ? (
          <Button onClick={() => freeze(false)}>{t('Resume the clock')}</Button>
        ) : (
          <Button onClick={() => freeze(true)}>{t('Freeze the clock')}</Button>
        )}
      </div>
      <section className={styles.part} aria-label={t('Move forward')}>
        <h3>{t('Move forward')}</h3>
        <div className={styles.buttons}>
          {STEPS.map(([ms, count, unit]) => (
            <Button key={ms} size="small" onClick={() => void forward(ms, amountText(count, unit))}>
              {amountText(count, unit)}
            </Button>
          ))}
        </div>
        <form className={form.inline} onSubmit={submit}>
          <TextField
            label={t('duration|By')}
            name="amount"
            required
            placeholder={t('1h 30m')}
            maxLength={DURATION_TEXT_MAX}
            error={fault}
          />
          <Button type="submit" busy={action.busy}>
            {t('Move forward')}
          </Button>
        </form>
        {moved && <StatusText>{moved}</StatusText>}
        {action.error && <ErrorText>{action.error}</ErrorText>}
      </section>
      <p className={styles.hint}>
        {t(
          'Tasks that become due run at once. Heartbeats, resume windows and timeouts follow the wall clock, so no connection drops.',
        )}
      </p>
    </>
  )
}
