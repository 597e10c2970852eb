import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { t } from '../../lib/language/text.ts'
import { ErrorText, StatusText } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { anonymous, arrive } from './arrival.ts'
import { type FactorTicket, verifyLogin } from './factor.ts'
import { SecondFactor } from './later-factor.ts'
import { useLinkToken, useOnce } from './use-link-token.ts'

/** The page of a mailed link that confirms an address. It acts on its own, and signs its person in. */
export function VerifyAddress() {
  const token = useLinkToken()
  const [state, setState] = useState<{ status: string } | { error: string } | FactorTicket>({
    status: t('Your address is being confirmed…'),
  })
  const navigate = useNavigate()

  async function enter(session: string) {
    await arrive(session)
    await navigate({ to: '/', replace: true })
  }

  useOnce(async () => {
    try {
      const verified = await anonymous.call('verify_address', { body: { token } })
      if ('mfa' in verified) return setState(verified)
      if (!('token' in verified))
        return setState({ status: t('Your address is confirmed. An operator will decide about your registration.') })
      await enter(verified.token)
    } catch (failure) {
      setState({ error: messageOf(failure) })
    }
  })

  return (
    <Page title={t('Confirm your address')}>
      {'mfa' in state ? (
        <SecondFactor
          ticket={state}
          onProof={async (kind, code) => enter(await verifyLogin(state.ticket, kind, code))}
        />
      ) : 'status' in state ? (
        <StatusText>{state.status}</StatusText>
      ) : (
        <>
          <ErrorText>{state.error}</ErrorText>
          <Link to="/forgot">{t('Ask for a new link')}</Link>
        </>
      )}
      <Link to="/">{t('Sign in')}</Link>
    </Page>
  )
}
