import { type FormEvent, useState } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { useMySignIn } from './use-my-sign-in.ts'

/** The person's address of mail. Another one takes effect when its owner opens the link that is mailed to it. */
export function AddressPart() {
  const { api } = useClient()
  const email = useClientState(({ self }) => self?.email ?? null)
  const verified = useClientState(({ self }) => self?.verified ?? false)
  const signIn = useMySignIn()
  const saving = useSave()
  const [asked, setAsked] = useState<string | null>(null)
  if (!signIn?.mail) return null

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const data = new FormData(element)
    const wanted = String(data.get('email'))
    const password = signIn?.password ? { password: String(data.get('password')) } : {}
    void saving.run(async () => {
      await api.call('update_my_user', { body: { email: wanted, ...password } })
      setAsked(wanted)
      element.reset()
    })
  }

  return (
    <Section
      title={t('E-mail')}
      description={email === null ? t('You have no address. With one you can get a new password by mail.') : email}
    >
      {email !== null && !verified && <Unconfirmed />}
      <form className={form.form} onSubmit={submit}>
        <TextField
          label={t('New e-mail address')}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={saving.errorOf('email')}
        />
        {signIn.password && (
          <TextField
            label={t('Password')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={saving.errorOf('password')}
          />
        )}
        <div className={form.inline}>
          <Button type="submit" look="primary" busy={saving.busy}>
            {t('Change address')}
          </Button>
        </div>
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        {asked !== null && (
          <StatusText>{t('Open the link that was sent to {address} to confirm it.', { address: asked })}</StatusText>
        )}
      </form>
    </Section>
  )
}

/** Asks for the link once more that confirms the person's address. */
function Unconfirmed() {
  const { api } = useClient()
  const saving = useSave()
  return (
    <>
      <p>{t('This address is not confirmed.')}</p>
      <div className={form.inline}>
        <Button busy={saving.busy} onClick={() => void saving.run(() => api.call('resend_verification'))}>
          {t('Resend')}
        </Button>
        {saving.saved && <StatusText>{t('Check your e-mail: a link in it confirms your address.')}</StatusText>}
      </div>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </>
  )
}
