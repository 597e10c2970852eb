import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../ui/field.tsx'
import type { Saving } from '../../ui/use-save.ts'
import styles from './endpoint-field.module.css'

/** Step of the check of an endpoint, as the server reports it. */
interface Step {
  readonly name: 'ping' | 'forged_ping'
  readonly passed: boolean
  readonly detail: string
}

type EndpointKey = 'interactions_endpoint_url' | 'event_webhooks_url'

const STEPS: readonly { name: Step['name']; text: Message }[] = [
  { name: 'ping', text: msg('A signed PING is answered') },
  { name: 'forged_ping', text: msg('A PING with a wrong signature is refused with 401') },
]
const PASSED: readonly Step[] = STEPS.map(({ name }) => ({ name, passed: true, detail: '' }))

export interface EndpointCheck {
  readonly steps: readonly Step[] | null
  readonly error: string | null
  readonly busy: boolean
  /** Checks an address without saving it. */
  run(url: string): Promise<void>
  /** Shows that the server verified the address when it saved it. */
  pass(): void
  clear(): void
}

/** Follows the check of an endpoint: which step passed, and why one did not. */
export function useEndpointCheck(applicationId: string, field: EndpointKey): EndpointCheck {
  const client = useClient()
  const [state, setState] = useState<Pick<EndpointCheck, 'steps' | 'error' | 'busy'>>(NOTHING)
  return {
    ...state,
    async run(url) {
      setState({ ...NOTHING, busy: true })
      try {
        const { steps } = await client.api.call('check_application_endpoint', {
          params: { application_id: applicationId },
          body: { field, url },
        })
        setState({ ...NOTHING, steps })
      } catch (failure) {
        setState({ ...NOTHING, error: messageOf(failure) })
      }
    },
    pass: () => setState({ ...NOTHING, steps: PASSED }),
    clear: () => setState(NOTHING),
  }
}

const NOTHING = { steps: null, error: null, busy: false }

/** The address of an endpoint with the buttons that save and check it, and the steps of the check. */
export function EndpointField(props: {
  label: string
  placeholder: string
  hint: string
  value: string
  onValue: (value: string) => void
  field: EndpointKey
  saving: Saving
  check: EndpointCheck
}) {
  const { label, placeholder, hint, value, onValue, field, saving, check } = props
  const busy = saving.busy || check.busy
  const refused = saving.errorOf(field)
  return (
    <>
      <TextField
        label={label}
        value={value}
        onChange={({ target }) => {
          onValue(target.value)
          check.clear()
        }}
        placeholder={placeholder}
        hint={hint}
        error={refused ?? check.error ?? undefined}
      />
      {busy && value && (
        <p role="status">{t('Sending a PING with a valid signature and one with a wrong signature…')}</p>
      )}
      {!busy && check.steps && <Steps steps={check.steps} />}
      <div className={styles.buttons}>
        <Button type="submit" look="primary" busy={saving.busy}>
          {t('Save')}
        </Button>
        <Button busy={check.busy} disabled={value.trim() === ''} onClick={() => void check.run(value.trim())}>
          {t('Check without saving')}
        </Button>
      </div>
      {saving.saved && <StatusText>{t('Saved.')}</StatusText>}
      {saving.error && !refused && <ErrorText>{saving.error}</ErrorText>}
    </>
  )
}

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.steps} aria-label={t('Check of the address')}>
      {STEPS.map(({ name, text }) => {
        const step = steps.find((one) => one.name === name)
        return (
          <li key={name} className={styles.step} data-passed={step?.passed}>
            {step && (step.passed ? <Check {...ICON} /> : <X {...ICON} />)}
            <div>
              <p>
                {t(text)}: {step ? (step.passed ? t('passed') : t('failed')) : t('not tried')}
              </p>
              {step && !step.passed && <p className={styles.reason}>{step.detail}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

const ICON = { size: 16, 'aria-hidden': true } as const
