import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { forgetLinking, keepCode } from '../../lib/linked-provider.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { anonymous, arrive, isLeaving } from './arrival.ts'
import { type FactorTicket, verifyLogin } from './factor.ts'
import { SecondFactor } from './later-factor.ts'
import { useOnce } from './use-link-token.ts'

/** Words about a sign-in at a provider that came to no end. */
const FAULTS: Readonly<Record<string, Message>> = {
  unreachable: msg('The provider does not answer. Try again later.'),
  denied: msg('The provider did not let you in.'),
  faulty: msg('The answer of the provider is faulty. Tell an operator of this platform.'),
  expired: msg('This sign-in took too long, or began in another browser. Try again.'),
  unknown_provider: msg('This platform has no such provider.'),
}

type Step =
  | { kind: 'working' }
  | { kind: 'pending' }
  | { kind: 'factor'; ticket: FactorTicket }
  | { kind: 'leaving'; error: string; code: string }
  | { kind: 'failed'; error: string }

/** The page to which the browser comes back from an identity provider. */
export function ProviderReturn({ given }: { given: URLSearchParams }) {
  const router = useRouter()
  const [step, setStep] = useState<Step>({ kind: 'working' })
  // The code does not stay in the address, nor in the history.
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])

  const leave = () => router.navigate({ href: given.get('redirect') ?? '/', replace: true })
  async function enter(session: string) {
    await arrive(session)
    await leave()
  }

  async function finish(code: string, undelete = false) {
    try {
      const response = await anonymous.call('finish_sso', { body: { code, undelete } })
      if ('mfa' in response) setStep({ kind: 'factor', ticket: response })
      else if ('token' in response) await enter(response.token)
      else setStep({ kind: 'pending' })
    } catch (failure) {
      const error = messageOf(failure)
      // The code of a refused sign-in stays good for its minute.
      setStep(isLeaving(failure) ? { kind: 'leaving', error, code } : { kind: 'failed', error })
    }
  }

  useOnce(async () => {
    const [code, fault] = [given.get('code'), given.get('error') ?? '']
    if (code === null) {
      forgetLinking()
      return setStep({ kind: 'failed', error: t(FAULTS[fault] ?? msg('The sign-in has failed.')) })
    }
    await (keepCode(code) ? leave() : finish(code))
  })

  return (
    <Page title={t('Sign in to Guildhall')}>
      {step.kind === 'factor' && (
        <SecondFactor
          ticket={step.ticket}
          onProof={async (kind, code) => enter(await verifyLogin(step.ticket.ticket, kind, code))}
        />
      )}
      {step.kind === 'working' && <p role="status">{t('You are being signed in…')}</p>}
      {step.kind === 'pending' && <p role="status">{t('An operator will decide')}</p>}
      {(step.kind === 'failed' || step.kind === 'leaving') && <ErrorText>{step.error}</ErrorText>}
      {step.kind === 'leaving' && (
        <Button look="primary" onClick={() => void finish(step.code, true)}>
          {t('Keep my account')}
        </Button>
      )}
      {step.kind !== 'factor' && step.kind !== 'working' && <a href="/">{t('Sign in')}</a>}
    </Page>
  )
}
