import type { PublicApplicationObject } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import styles from '../../domain/consent/consent.module.css'
import { RequestedBy, ScopeList } from '../../domain/consent/consent-parts.tsx'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'

interface DeviceRequest {
  readonly userCode: string
  readonly application: PublicApplicationObject
  readonly scopes: readonly string[]
}

/** The page on which a person enters the code that a device shows, and decides about its request. */
export function Activate() {
  const client = useClient()
  const [request, setRequest] = useState<DeviceRequest | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function run(task: () => Promise<void>) {
    setBusy(true)
    setError(null)
    try {
      await task()
    } catch (failure) {
      setError(messageOf(failure))
    }
    setBusy(false)
  }

  function verify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const userCode = String(new FormData(event.currentTarget).get('code')).trim()
    void run(async () => {
      const found = await client.api.call('oauth2_device_verify', {
        body: {
          user_code: userCode,
        },
      })
      setRequest({ ...found, userCode })
    })
  }

  function finish(result: 'granted' | 'denied') {
    void run(async () => {
      await client.api.call('oauth2_device_finish', { body: { user_code: request?.userCode ?? '', result } })
      setDone(result === 'granted' ? t('Authorized. Go on at your device.') : t('The request was denied.'))
    })
  }

  if (done) {
    return (
      <Page title={t('Activate a device')}>
        <StatusText>{done}</StatusText>
      </Page>
    )
  }
  if (request) {
    return (
      <Page title={t('Authorize {name}', { name: request.application.name })}>
        <RequestedBy application={request.application} redirect={null} />
        <ScopeList applicationName={request.application.name} scopes={request.scopes} />
        {error && <ErrorText>{error}</ErrorText>}
        <div className={styles.actions}>
          <Button disabled={busy} onClick={() => finish('denied')}>
            {t('Cancel')}
          </Button>
          <Button look="primary" busy={busy} onClick={() => finish('granted')}>
            {t('Authorize')}
          </Button>
        </div>
      </Page>
    )
  }
  return (
    <Page title={t('Activate a device')}>
      <p className={styles.hint}>
        {t('Enter the code that your device or game shows. Never enter a code that someone sent you.')}
      </p>
      <form className={styles.parties} onSubmit={verify}>
        <TextField
          label={t('Code')}
          name="code"
          required
          autoFocus
          autoComplete="one-time-code"
          defaultValue={new URLSearchParams(location.search).get('user_code') ?? ''}
        />
        {error && <ErrorText>{error}</ErrorText>}
        <Button type="submit" look="primary" busy={busy}>
          {t('Continue')}
        </Button>
      </form>
    </Page>
  )
}
