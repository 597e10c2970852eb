import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { ApiFailure, messageOf } from '../../api/client.ts'
import { rich } from '../../lib/language/rich.ts'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Page } from '../../ui/page.tsx'
import { Control } from './control.ts'
import { CONTROL, ControlContext } from './control-context.ts'
import { forgetKey, onKeyChange, storedKey, storeKey } from './control-key.ts'
import styles from './inspector-page.module.css'
import { Workspace } from './workspace.tsx'

const KEY_MAX = 200

const UNAUTHORIZED = 401
const RETRY_MS = 2_000

/** The inspector: what goes over the wire, and the clock, faults, worlds and people by hand. */
export function InspectorPage() {
  // An address with another key, opened while this page is shown, changes the key too.
  const key = useSyncExternalStore(onKeyChange, storedKey)
  const [isRefused, setRefused] = useState(false)
  const queries = useQueryClient()
  useEffect(() => {
    document.title = `${t('Inspector')} – Guildhall`
  }, [])

  function use(next: string) {
    storeKey(next)
    setRefused(false)
  }

  function leave(refused: boolean) {
    forgetKey()
    // Nobody after this person may see what the key has loaded.
    queries.removeQueries({ queryKey: [CONTROL] })
    setRefused(refused)
  }

  if (key === null) return <KeyForm isRefused={isRefused} onKey={use} />
  return <WithKey key={key} controlKey={key} onRefused={() => leave(true)} onForget={() => leave(false)} />
}

function WithKey(props: { controlKey: string; onRefused: () => void; onForget: () => void }) {
  const { controlKey, onRefused, onForget } = props
  const control = useMemo(() => new Control(controlKey), [controlKey])
  const queries = useQueryClient()
  // Not shared with another key: what it returned before must not be shown.
  const { error, data } = useQuery({
    queryKey: [CONTROL, 'clock'],
    queryFn: control.clock,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (statusOf(state.error) === 0 ? RETRY_MS : false),
  })
  const isRefused = statusOf(error) === UNAUTHORIZED
  useEffect(() => {
    if (isRefused) onRefused()
  }, [isRefused, onRefused])
  if (isRefused) return null
  if (data) {
    return (
      <ControlContext value={control}>
        <Workspace onForget={onForget} />
      </ControlContext>
    )
  }
  if (!error) return <main aria-busy="true" />
  const retry = () => void queries.invalidateQueries({ queryKey: [CONTROL] })
  return <Unreachable error={error} onRetry={retry} onForget={onForget} />
}

function statusOf(error: unknown): number | null {
  return error instanceof ApiFailure ? error.status : null
}

function Unreachable({ error, onRetry, onForget }: { error: unknown; onRetry: () => void; onForget: () => void }) {
  const isAbsent = statusOf(error) === 404
  return (
    <Page title={isAbsent ? t('This platform does not serve the control API') : t('The platform does not respond')}>
      {isAbsent ? (
        <>
          <p>
            {t('The inspector needs it. It is served only where the platform listens on this machine’s own address.')}
          </p>
          <p>
            {rich('Start the platform with <code>--host 127.0.0.1</code>, or without <code>--host</code>.', {
              code: <code className={styles.code} />,
            })}
          </p>
        </>
      ) : (
        <ErrorText>{messageOf(error)}</ErrorText>
      )}
      <div className={styles.actions}>
        <Button look="primary" onClick={onRetry}>
          {t('Try again')}
        </Button>
        <Button onClick={onForget}>{t('Enter another key')}</Button>
      </div>
    </Page>
  )
}

function KeyForm({ isRefused, onKey }: { isRefused: boolean; onKey: (key: string) => void }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onKey(String(new FormData(event.currentTarget).get('key')).trim())
  }
  return (
    <Page title={t('Inspector')}>
      <p>{t('See what goes over the wire, move the clock and inject faults. The control key opens it.')}</p>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label={t('Control key')}
          name="key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          autoFocus
          maxLength={KEY_MAX}
          error={isRefused ? t('The platform refused this key. A new data folder has a new key.') : undefined}
          hint={t('It stays in this tab and is sent to this platform only.')}
        />
        <Button type="submit" look="primary">
          {t('Open the inspector')}
        </Button>
      </form>
      <Hint>
        {rich(
          '<code>guildhall start</code> and <code>guildhall run</code> print an address that has the key. <code>guildhall start --json</code> prints the key as <code>control.key</code>.',
          {
            code: <code className={styles.code} />,
          },
        )}
      </Hint>
    </Page>
  )
}

function Hint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>
}
