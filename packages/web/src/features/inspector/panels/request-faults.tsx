import { type FormEvent, useState } from 'react'
import { type Message, msg, t } from '../../../lib/language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText, SelectField, StatusText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { useControl, useControlQuery } from '../control-context.ts'
import type { RequestFaultRequest, RequestFaultState } from '../control-types.ts'
import { visible } from '../record-words.ts'
import { FaultRows } from './fault-rows.tsx'
import styles from './panels.module.css'
import { useAction } from './use-action.ts'

const PATH_MAX = 500

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const TOO_MANY = '429'
const STATUSES: readonly (readonly [value: string, label: Message])[] = [
  [TOO_MANY, msg('429 Too many requests')],
  ['500', msg('500 Server error')],
  ['502', msg('502 Bad gateway')],
  ['503', msg('503 Unavailable')],
  ['401', msg('401 Unauthorized')],
  ['403', msg('403 Forbidden')],
  ['404', msg('404 Not found')],
  ['', msg('None, only a delay')],
]
const SCOPES = ['user', 'global', 'shared'] as const

/** Faults of the next requests to the API, and a form that adds one. */
export function RequestFaults() {
  const control = useControl()
  const { data: faults } = useControlQuery('request-faults', (control) => control.requestFaults())
  const removing = useAction()
  return (
    <section className={styles.part} aria-label={t('Requests')}>
      <h3>{t('Requests')}</h3>
      <FaultRows
        faults={faults ?? []}
        textOf={faultText}
        onDelete={(id) => void removing.run(() => control.deleteRequestFault(id))}
      />
      {removing.error && <ErrorText>{removing.error}</ErrorText>}
      <RequestFaultForm />
    </section>
  )
}

function faultText({ method, path, status, delay_ms }: RequestFaultState): string {
  const request = `${method ?? t('Any method')} ${path == null ? t('request|any path') : visible(path)}`
  if (delay_ms === 0) return `${request}: ${status ?? ''}`
  const effect = { request, delay: delay_ms, status: status ?? '' }
  return status === null ? t('{request}: after {delay} ms', effect) : t('{request}: {status} after {delay} ms', effect)
}

function RequestFaultForm() {
  const control = useControl()
  const action = useAction()
  const [status, setStatus] = useState(TOO_MANY)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    void action.run(() => control.addRequestFault(requestOf((name) => String(values.get(name) ?? ''))))
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <div className={styles.fields}>
        <SelectField label={t('Method')} name="method">
          <option value="">{t('Any')}</option>
          {METHODS.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </SelectField>
        <div className={styles.wide}>
          <TextField
            label={t('Path')}
            name="path"
            placeholder={t('/channels/*/messages')}
            maxLength={PATH_MAX}
            spellCheck={false}
            error={action.errorOf('path')}
          />
        </div>
        <SelectField
          label={t('Status')}
          name="status"
          value={status}
          onChange={({ target }) => setStatus(target.value)}
        >
          {STATUSES.map(([value, label]) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </SelectField>
        {status === TOO_MANY && <RateLimitFields />}
        <TextField label={t('Delay (ms)')} name="delay" type="number" min={0} max={600_000} defaultValue={0} />
        <TextField
          label={t('Times')}
          name="count"
          type="number"
          min={1}
          max={1_000_000}
          defaultValue={1}
          hint={t('Empty: always')}
        />
      </div>
      <div>
        <Button type="submit" size="small" busy={action.busy}>
          {t('Add request fault')}
        </Button>
      </div>
      {action.saved && <StatusText>{t('Added.')}</StatusText>}
      {action.error && <ErrorText>{action.error}</ErrorText>}
    </form>
  )
}

function RateLimitFields() {
  return (
    <>
      <SelectField label={t('Scope')} name="scope">
        {SCOPES.map((scope) => (
          <option key={scope}>{scope}</option>
        ))}
      </SelectField>
      <TextField
        label={t('Retry after (s)')}
        name="retry"
        type="number"
        min={0}
        max={3_600}
        step="any"
        defaultValue={1}
      />
    </>
  )
}

/** Returns the request of the form. Empty fields are left out. */
function requestOf(value: (name: string) => string): RequestFaultRequest {
  const [path, status, count] = ['path', 'status', 'count'].map((name) => value(name).trim())
  const method = METHODS.find((known) => known === value('method'))
  const scope = SCOPES.find((known) => known === value('scope')) ?? SCOPES[0]
  return {
    ...(method && { method }),
    ...(path && { path }),
    count: count ? Number(count) : null,
    delay_ms: Number(value('delay')),
    ...(status && { status: Number(status) }),
    ...(status === TOO_MANY && { scope, retry_after: Number(value('retry')) }),
  }
}
