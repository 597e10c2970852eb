import type { FormEvent } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { addAccount } from '../../session/accounts.ts'
import { TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { useMySignIn } from './use-my-sign-in.ts'

/** The person's password. A new one ends every other session. */
export function PasswordPart() {
  const client = useClient()
  const saving = useSave()
  const hasPassword = useMySignIn()?.password ?? true

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    void saving.run(async () => {
      const { token } = await client.api.call('update_my_user', {
        body: {
          ...(hasPassword ? { password: String(data.get('password')) } : {}),
          new_password: String(data.get('new_password')),
        },
      })
      if (token) addAccount({ ...client.account, token })
    })
  }

  return (
    <Section title={t('Account')} description={t('A new password ends all your other sessions.')}>
      <form className={form.form} onSubmit={submit}>
        {hasPassword && (
          <TextField
            label={t('Current password')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={saving.errorOf('password')}
          />
        )}
        <TextField
          label={t('New password')}
          name="new_password"
          type="password"
          autoComplete="new-password"
          minLength={8}
          required
          error={saving.errorOf('new_password')}
        />
        <SaveBar saving={saving} label={hasPassword ? t('Change password') : t('Set password')} />
      </form>
    </Section>
  )
}
