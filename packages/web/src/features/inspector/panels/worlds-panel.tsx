import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { t } from '../../../lib/language/text.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { ErrorText, StatusText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { useControl, useControlQuery } from '../control-context.ts'
import { durationText } from '../durations.ts'
import { visible } from '../record-words.ts'
import styles from './panels.module.css'
import { useAction } from './use-action.ts'

const NAME = '[A-Za-z0-9_\\-]{1,32}'

/** The world: reset, kept as snapshots, and other worlds beside it. */
export function WorldsPanel() {
  return (
    <>
      <Reset />
      <Snapshots />
      <NamedWorlds />
    </>
  )
}

function Reset() {
  const control = useControl()
  const action = useAction()
  const [asking, setAsking] = useState(false)
  const [took, setTook] = useState<string | null>(null)
  async function reset() {
    const done = await action.run(async () => {
      const { duration_ms } = await control.reset()
      setTook(durationText(duration_ms))
    })
    if (done) setAsking(false)
  }
  return (
    <section className={styles.part} aria-label={t('Reset')}>
      <h3>{t('Start state')}</h3>
      <p className={styles.hint}>
        {t('Everything is as it was when the platform started. Ids and tokens stay the same.')}
      </p>
      <div>
        <Button onClick={() => setAsking(true)}>{t('Reset the world')}</Button>
      </div>
      {took && <StatusText>{t('Reset in {took}.', { took })}</StatusText>}
      {asking && (
        <ConfirmDialog
          title={t('Reset the world?')}
          description={action.error ?? t('Messages, members and settings since the start are deleted.')}
          action={t('Reset')}
          danger
          busy={action.busy}
          onConfirm={() => void reset()}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

function Snapshots() {
  const control = useControl()
  const action = useAction()
  const { data, error } = useControlQuery('snapshots', (control) => control.snapshots())
  const [done, setDone] = useState<string | null>(null)
  async function act(words: string, request: () => Promise<unknown>) {
    setDone(null)
    const ok = await action.run(request)
    if (ok) setDone(words)
    return ok
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const box = event.currentTarget
    const name = String(new FormData(box).get('name'))
    if (await act(t('Saved {name}.', { name }), () => control.saveSnapshot(name))) box.reset()
  }
  return (
    <section className={styles.part} aria-label={t('Snapshots')}>
      <h3>{t('Snapshots')}</h3>
      {error && <ErrorText>{error.message}</ErrorText>}
      {data?.length === 0 && <p className={styles.hint}>{t('None yet. A snapshot keeps the world as it is now.')}</p>}
      {data && data.length > 0 && (
        <ul className={styles.rows}>
          {data.map(({ name }) => (
            <li key={name} className={styles.row}>
              <span className={styles.rowText}>{visible(name)}</span>
              <Button
                size="small"
                onClick={() => void act(t('Restored {name}.', { name }), () => control.restoreSnapshot(name))}
                aria-label={t('Restore {name}', { name })}
              >
                {t('Restore')}
              </Button>
              <IconButton
                label={t('Delete {name}', { name })}
                onClick={() => void act(t('Deleted {name}.', { name }), () => control.deleteSnapshot(name))}
              >
                <Trash2 size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <NameForm label={t('Name of the snapshot')} action={t('Save snapshot')} busy={action.busy} onSubmit={submit} />
      {done && <StatusText>{done}</StatusText>}
      {action.error && <ErrorText>{action.error}</ErrorText>}
    </section>
  )
}

function NamedWorlds() {
  const control = useControl()
  const action = useAction()
  const { data, error } = useControlQuery('worlds', (control) => control.worlds())
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const box = event.currentTarget
    const name = String(new FormData(box).get('name'))
    if (await action.run(() => control.startWorld(name))) box.reset()
  }
  return (
    <section className={styles.part} aria-label={t('Other worlds')}>
      <h3>{t('Other worlds')}</h3>
      <p className={styles.hint}>{t('Each is a platform with a port and a key, in this process.')}</p>
      {error && <ErrorText>{error.message}</ErrorText>}
      {data && (
        <ul className={styles.rows}>
          {data.map(({ name, ready: { url, control: other } }) => (
            <li key={name} className={styles.row}>
              <span className={styles.rowText}>
                {visible(name)}{' '}
                {name === 'main' ? (
                  <span className={styles.facts}>{url}</span>
                ) : (
                  <a href={`${url}/developers/inspector#key=${other.key}`} target="_blank" rel="noreferrer">
                    {url}
                  </a>
                )}
              </span>
              {name !== 'main' && (
                <IconButton
                  label={t('Stop {name}', { name })}
                  onClick={() => void action.run(() => control.stopWorld(name))}
                >
                  <Trash2 size={16} aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <NameForm label={t('Name of the world')} action={t('Start world')} busy={action.busy} onSubmit={submit} />
      {action.error && <ErrorText>{action.error}</ErrorText>}
    </section>
  )
}

function NameForm(props: {
  label: string
  action: string
  busy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>
}) {
  return (
    <form className={form.inline} onSubmit={(event) => void props.onSubmit(event)}>
      <TextField
        label={props.label}
        name="name"
        required
        pattern={NAME}
        title={t('Letters, digits, - and _')}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" busy={props.busy}>
        {props.action}
      </Button>
    </form>
  )
}
