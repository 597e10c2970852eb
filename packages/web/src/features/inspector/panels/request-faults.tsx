import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ErrorText, SelectField, StatusText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { useControl, useControlQuery } from '../control-context.ts'
import type { RequestFaultRequest, RequestFaultState } from '../control-types.ts'
import { visible } from '../record-words.ts'
import { FaultRows } from './fault-rows.tsx'
import styles from './panels.module.css'
import { useAction } from './use-action.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const TOO_MANY = '429'
const STATUSES: readonly (readonly [value: string, label: string])[] = [
  [TOO_MANY, '429 Too many requests'],
  ['500', '500 Server error'],
  ['502', '502 Bad gateway'],
  ['503', '503 Unavailable'],
  ['401', '401 Unauthorized'],
  ['403', '403 Forbidden'],
  ['404', '404 Not found'],
  ['', 'None, only a delay'],
]
const SCOPES = ['user', 'global', 'shared']

/** Faults of the next requests to the API, and a form that adds one. */
export function RequestFaults() {
  const control = useControl()
  const { data: faults } = useControlQuery('request-faults', (control) => control.requestFaults())
  const removing = useAction()
  return (
    <section className={styles.part} aria-label="Requests">
      <h3>Requests</h3>
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
  const effect = [status === null ? '' : `${status}`, delay_ms > 0 ? `after ${delay_ms} ms` : ''].filter(Boolean)
  return `${method ?? 'Any method'} ${visible(path ?? 'any path')}: ${effect.join(' ')}`
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
        <SelectField label="Method" name="method">
          <option value="">Any</option>
          {METHODS.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </SelectField>
        <div className={styles.wide}>
          <TextField
            label="Path"
            name="path"
            placeholder="/channels/*/messages"
            maxLength={500}
            spellCheck={false}
            error={action.errorOf('path')}
          />
        </div>
        <SelectField label="Status" name="status" value={status} onChange={({ target }) => setStatus(target.value)}>
          {STATUSES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {status === TOO_MANY && <RateLimitFields />}
        <TextField label="Delay (ms)" name="delay" type="number" min={0} max={600_000} defaultValue={0} />
        <TextField
          label="Times"
          name="count"
          type="number"
          min={1}
          max={1_000_000}
          defaultValue={1}
          hint="Empty: always"
        />
      </div>
      <div>
        <Button type="submit" size="small" busy={action.busy}>
          Add request fault
        </Button>
      </div>
      {action.saved && <StatusText>Added.</StatusText>}
      {action.error && <ErrorText>{action.error}</ErrorText>}
    </form>
  )
}

function RateLimitFields() {
  return (
    <>
      <SelectField label="Scope" name="scope">
        {SCOPES.map((scope) => (
          <option key={scope}>{scope}</option>
        ))}
      </SelectField>
      <TextField label="Retry after (s)" name="retry" type="number" min={0} max={3_600} step="any" defaultValue={1} />
    </>
  )
}

/** Returns the request of the form. Empty fields are left out. */
function requestOf(value: (name: string) => string): RequestFaultRequest {
  const [method, path, status, count] = ['method', 'path', 'status', 'count'].map((name) => value(name).trim())
  return {
    ...(method && { method }),
    ...(path && { path }),
    count: count ? Number(count) : null,
    delay_ms: Number(value('delay')),
    ...(status && { status: Number(status) }),
    ...(status === TOO_MANY && { scope: value('scope'), retry_after: Number(value('retry')) }),
  }
}
