import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { ClockText, useClock } from '../clock-text.tsx'
import { useControl } from '../control-context.ts'
import { parseDuration } from '../durations.ts'
import styles from './panels.module.css'
import { useAction } from './use-action.ts'

const STEPS = ['1 minute', '15 minutes', '1 hour', '1 day', '1 week', '30 days']

/** The platform's clock: read, moved forward, frozen and resumed. */
export function ClockPanel() {
  const control = useControl()
  const { data } = useClock()
  const action = useAction()
  const [moved, setMoved] = useState<string | null>(null)
  const [fault, setFault] = useState<string | undefined>()

  async function forward(text: string) {
    const advance_ms = parseDuration(text)
    if (advance_ms === null) return setFault('Write a duration, such as 15 minutes or 1h 30m.')
    setFault(undefined)
    setMoved(null)
    if (await action.run(() => control.changeClock({ advance_ms }))) setMoved(`Moved forward by ${text.trim()}.`)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void forward(String(new FormData(event.currentTarget).get('amount')))
  }

  const freeze = (frozen: boolean) => void action.run(() => control.changeClock({ frozen }))
  return (
    <>
      <p className={styles.clock}>
        <ClockText />
      </p>
      <div>
        {data?.frozen ? (
          <Button onClick={() => freeze(false)}>Resume the clock</Button>
        ) : (
          <Button onClick={() => freeze(true)}>Freeze the clock</Button>
        )}
      </div>
      <section className={styles.part} aria-label="Move forward">
        <h3>Move forward</h3>
        <div className={styles.buttons}>
          {STEPS.map((step) => (
            <Button key={step} size="small" onClick={() => void forward(step)}>
              {step}
            </Button>
          ))}
        </div>
        <form className={form.inline} onSubmit={submit}>
          <TextField label="By" name="amount" required placeholder="1h 30m" maxLength={60} error={fault} />
          <Button type="submit" busy={action.busy}>
            Move forward
          </Button>
        </form>
        {moved && <StatusText>{moved}</StatusText>}
        {action.error && <ErrorText>{action.error}</ErrorText>}
      </section>
      <p className={styles.hint}>
        Tasks that become due run at once. Heartbeats, resume windows and timeouts follow the wall clock, so no
        connection drops.
      </p>
    </>
  )
}
