import type { FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ErrorText, SelectField, StatusText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { useControl, useControlQuery } from '../control-context.ts'
import type { EndpointFaultState } from '../control-types.ts'
import { visible } from '../record-words.ts'
import { FaultRows } from './fault-rows.tsx'
import styles from './panels.module.css'
import { useAction } from './use-action.ts'

const TYPES = { timeout: 'No response', refuse: 'No connection' } as const

/** Faults of the next interactions and webhook events that are sent to servers of applications. */
export function EndpointFaults() {
  const control = useControl()
  const { data: faults } = useControlQuery('endpoint-faults', (control) => control.endpointFaults())
  const adding = useAction()
  const removing = useAction()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const url = String(values.get('url')).trim()
    const count = String(values.get('count')).trim()
    const fault = { type: String(values.get('type')), ...(url && { url }), count: count ? Number(count) : null }
    void adding.run(() => control.addEndpointFault(fault))
  }
  return (
    <section className={styles.part} aria-label="Endpoints of applications">
      <h3>Endpoints of applications</h3>
      <FaultRows
        faults={faults ?? []}
        textOf={textOf}
        onDelete={(id) => void removing.run(() => control.deleteEndpointFault(id))}
      />
      {removing.error && <ErrorText>{removing.error}</ErrorText>}
      <form className={form.form} onSubmit={submit}>
        <div className={styles.fields}>
          <SelectField label="Fault" name="type">
            {Object.entries(TYPES).map(([type, label]) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </SelectField>
          <div className={styles.wide}>
            <TextField
              label="Address"
              name="url"
              placeholder="Any"
              maxLength={2_048}
              spellCheck={false}
              hint="Its beginning is enough"
            />
          </div>
          <TextField label="Times" name="count" type="number" min={1} defaultValue={1} hint="Empty: always" />
        </div>
        <div>
          <Button type="submit" size="small" busy={adding.busy}>
            Add endpoint fault
          </Button>
        </div>
        {adding.saved && <StatusText>Added.</StatusText>}
        {adding.error && <ErrorText>{adding.error}</ErrorText>}
      </form>
    </section>
  )
}

function textOf({ type, url }: EndpointFaultState): string {
  return `${TYPES[type]} from ${visible(url ?? 'any endpoint')}`
}
