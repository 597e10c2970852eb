import { type FormEvent, useState } from 'react'
import { type Message, msg, t } from '../../../lib/language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText, SelectField, StatusText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { useControl, useControlQuery } from '../control-context.ts'
import type { ControlSession, GatewayFaultRequest, GatewayFaultType } from '../control-types.ts'
import { type Names, nameOf, useNames } from '../names.ts'
import { sessionKind, visible } from '../record-words.ts'
import styles from './panels.module.css'
import { useAction } from './use-action.ts'

const AT_ONCE: readonly { label: Message; fault: Omit<GatewayFaultRequest, 'session_id'> }[] = [
  { label: msg('session|Drop'), fault: { type: 'drop' } },
  { label: msg('Reconnect (op 7)'), fault: { type: 'reconnect' } },
  { label: msg('Invalid, resumable (op 9)'), fault: { type: 'invalid_session', resumable: true } },
  { label: msg('Invalid (op 9)'), fault: { type: 'invalid_session', resumable: false } },
]
const FRAME_FAULTS: readonly { type: GatewayFaultType; label: Message }[] = [
  { type: 'delay_frames', label: msg('frames|Delay') },
  { type: 'drop_frames', label: msg('frames|Drop') },
  { type: 'duplicate_frames', label: msg('frames|Duplicate') },
]

/** The gateway sessions. One is chosen, and then disturbed. */
export function SessionFaults() {
  const { data: sessions, error } = useControlQuery('sessions', (control) => control.sessions())
  const names = useNames()
  const [chosen, setChosen] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  return (
    <section className={styles.part} aria-label={t('Gateway sessions')}>
      <h3>{t('Gateway sessions')}</h3>
      {error && <ErrorText>{error.message}</ErrorText>}
      {sessions?.length === 0 && <p className={styles.hint}>{t('No session yet. Start a bot, or open the app.')}</p>}
      <ul className={styles.sessions}>
        {sessions?.map((session) => (
          <SessionRow
            key={session.session_id}
            session={session}
            names={names}
            isOpen={chosen === session.session_id}
            onDone={setDone}
            onToggle={() => setChosen(chosen === session.session_id ? null : session.session_id)}
          />
        ))}
      </ul>
      {/* Not in the row: a session that became invalid is no longer listed. */}
      {done && <StatusText>{done}</StatusText>}
    </section>
  )
}

function SessionRow(props: {
  session: ControlSession
  names: Names
  isOpen: boolean
  onDone: (words: string | null) => void
  onToggle: () => void
}) {
  const { session, names, isOpen, onDone, onToggle } = props
  const { session_id, user_id, kind, seq, connected } = session
  const name = visible(nameOf(names.users, user_id))
  const facts = { kind: sessionKind(kind), seq }
  return (
    <li>
      <button type="button" className={styles.session} aria-expanded={isOpen} onClick={onToggle}>
        <span className={styles.dot} data-connected={connected || undefined} aria-hidden />
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.facts}>
          {connected ? t('{kind}, connected, event {seq}', facts) : t('{kind}, not connected, event {seq}', facts)}
        </span>
      </button>
      {isOpen && <SessionActions sessionId={session_id} onDone={onDone} />}
    </li>
  )
}

function SessionActions({ sessionId, onDone }: { sessionId: string; onDone: (words: string | null) => void }) {
  const control = useControl()
  const action = useAction()

  async function inject(label: string, fault: Omit<GatewayFaultRequest, 'session_id'>) {
    onDone(null)
    let sessions = 0
    const ok = await action.run(async () => {
      sessions = (await control.addGatewayFault({ ...fault, session_id: sessionId })).sessions
    })
    if (ok) onDone(sessions > 0 ? t('{action}: done.', { action: label }) : t('The session is gone.'))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const type = String(values.get('type')) as GatewayFaultType
    const fault = FRAME_FAULTS.find((fault) => fault.type === type)
    const label = fault ? t(fault.label) : type
    const frames = Number(values.get('frames'))
    const delay_ms = Number(values.get('delay'))
    void inject(`${label} ${frames}`, { type, frames, ...(type === 'delay_frames' && { delay_ms }) })
  }

  return (
    <div className={styles.actions}>
      <div className={styles.buttons}>
        {AT_ONCE.map(({ label, fault }) => (
          <Button key={t(label)} size="small" onClick={() => void inject(t(label), fault)}>
            {t(label)}
          </Button>
        ))}
      </div>
      <FrameFaultForm busy={action.busy} onSubmit={submit} />
      {action.error && <ErrorText>{action.error}</ErrorText>}
    </div>
  )
}

function FrameFaultForm({ busy, onSubmit }: { busy: boolean; onSubmit: (event: FormEvent<HTMLFormElement>) => void }) {
  const [type, setType] = useState<string>('delay_frames')
  return (
    <form className={form.form} onSubmit={onSubmit}>
      <div className={styles.fields}>
        <SelectField label={t('Next frames')} name="type" value={type} onChange={({ target }) => setType(target.value)}>
          {FRAME_FAULTS.map(({ type, label }) => (
            <option key={type} value={type}>
              {t(label)}
            </option>
          ))}
        </SelectField>
        <TextField label={t('Number')} name="frames" type="number" min={1} max={10_000} defaultValue={1} required />
        {type === 'delay_frames' && (
          <TextField
            label={t('Delay (ms)')}
            name="delay"
            type="number"
            min={0}
            max={600_000}
            defaultValue={1_000}
            required
          />
        )}
      </div>
      <div>
        <Button type="submit" size="small" busy={busy}>
          {t('Disturb frames')}
        </Button>
      </div>
    </form>
  )
}
