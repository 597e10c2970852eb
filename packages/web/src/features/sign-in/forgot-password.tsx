import { Link } from '@tanstack/react-router'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { anonymous } from './arrival.ts'
import styles from './sign-in.module.css'

/** The page on which people ask for a link: for a new password, or once more for that of a registration. */
export function ForgotPassword() {
  const changes = useChanges({ login: '' }, { isNew: true })
  const saving = useSave()
  const request = () => anonymous.call('forgot_password', { body: changes.values })
  return (
    <Page title={t('Forgot your password?')}>
      {saving.saved ? (
        <>
          <StatusText>{t('If this account has an address, a link is on its way to it.')}</StatusText>
          <p>{t('Without an address, the operator of this platform can give you a link.')}</p>
        </>
      ) : (
        <form className={styles.form} onSubmit={changes.onSubmit(saving, request)}>
          <TextField
            label={t('Username or e-mail')}
            autoComplete="username"
            required
            autoFocus
            error={saving.errorOf('login')}
            {...changes.text('login')}
          />
          {saving.error && <ErrorText>{saving.error}</ErrorText>}
          <Button type="submit" look="primary" busy={saving.busy}>
            {t('Send link')}
          </Button>
        </form>
      )}
      <Link to="/">{t('Sign in')}</Link>
    </Page>
  )
}
