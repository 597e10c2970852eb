import { APPLICATION_URL_MAX } from '@guildhall/protocol'
import type { FormEvent } from 'react'
import { msg, t } from '../../../lib/language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText, SelectField, StatusText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { useControl, useControlQuery } from '../control-context.ts'
import type { EndpointFaultState } from '../control-types.ts'
import { visible } from '../record-words.ts'
import { FaultRows } from './fault-rows.tsx'
import styles from './panels.module.css'
import { useAction } from './use-action.ts'

const NO_RESPONSE = msg('No response from {url}')
const NO_RESPONSE_ANY = msg('No response from any endpoint')
const NO_CONNECTION = msg('No connection from {url}')
const NO_CONNECTION_ANY = msg('No connection from any endpoint')
const TYPES = { timeout: msg('No response'), refuse: msg('No connection') } as const

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
    const type = values.get('type') === 'refuse' ? 'refuse' : 'timeout'
    const fault = { type, ...(url && { url }), count: count ? Number(count) : null } as const
    void adding.run(() => control.addEndpointFault(fault))
  }
  return (
    <section className={styles.part} aria-label={t('Endpoints of applications')}>
      <h3>{t('Endpoints of applications')}</h3>
      <FaultRows
        faults={faults ?? []}
        textOf={textOf}
        onDelete={(id) => void removing.run(() => control.deleteEndpointFault(id))}
      />
      {removing.error && <ErrorText>{removing.error}</ErrorText>}
      <form className={form.form} onSubmit={submit}>
        <div className={styles.fields}>
          <SelectField label={t('Fault')} name="type">
            {Object.entries(TYPES).map(([type, label]) => (
              <option key={type} value={type}>
                {t(label)}
              </option>
            ))}
          </SelectField>
          <div className={styles.wide}>
            <TextField
              label={t('Address')}
              name="url"
              placeholder={t('Any')}
              maxLength={APPLICATION_URL_MAX}
              spellCheck={false}
              hint={t('Its beginning is enough')}
            />
          </div>
          <TextField label={t('Times')} name="count" type="number" min={1} defaultValue={1} hint={t('Empty: always')} />
        </div>
        <div>
          <Button type="submit" size="small" busy={adding.busy}>
            {t('Add endpoint fault')}
          </Button>
        </div>
        {adding.saved && <StatusText>{t('Added.')}</StatusText>}
        {adding.error && <ErrorText>{adding.error}</ErrorText>}
      </form>
    </section>
  )
}

function textOf({ type, url }: EndpointFaultState): string {
  if (url == null) return t(type === 'timeout' ? NO_RESPONSE_ANY : NO_CONNECTION_ANY)
  return t(type === 'timeout' ? NO_RESPONSE : NO_CONNECTION, { url: visible(url) })
}
