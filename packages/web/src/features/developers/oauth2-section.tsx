import { ApplicationFlag } from '@guildhall/protocol'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText, StatusText } from '../../ui/field.tsx'
import { InstantSwitch } from '../../ui/instant-switch.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { useEditApplication } from './queries.ts'
import { RedirectsPart } from './redirects-part.tsx'
import type { SectionProps } from './section-props.ts'
import { SignInLink } from './sign-in-link.tsx'

/** The client of an application: its id, its secret, the addresses to which people return, and links to sign in. */
export function OAuth2Section({ application }: SectionProps) {
  return (
    <>
      <SecretPart application={application} />
      <RedirectsPart application={application} />
      <SignInLink application={application} />
    </>
  )
}

function SecretPart({ application }: SectionProps) {
  const client = useClient()
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const switching = useSave()
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const isPublic = (BigInt(application.flags_new ?? 0) & ApplicationFlag.PUBLIC_OAUTH2_CLIENT) !== 0n

  async function reset() {
    const done = await saving.run(async () => {
      const response = await client.api.call('reset_client_secret', { params: { application_id: application.id } })
      setSecret(response.secret)
    })
    if (done) setAsking(false)
  }

  return (
    <Section title={t('OAuth2')}>
      <CopyField label={t('Client ID')} value={application.id} />
      {secret && (
        <CopyField
          label={t('Client secret')}
          value={secret}
          hint={t('Keep it on your server. It is not shown again.')}
        />
      )}
      <div>
        <Button onClick={() => setAsking(true)}>{t('Reset secret')}</Button>
      </div>
      <InstantSwitch
        label={t('Public client')}
        hint={t(
          'For games and apps that run on people’s devices: they sign people in with PKCE, and have no secret to keep.',
        )}
        checked={isPublic}
        disabled={switching.busy}
        onSave={(on) => switching.run(() => edit({ public_client: on }))}
      />
      {switching.saved && <StatusText>{t('Saved.')}</StatusText>}
      {switching.error && <ErrorText>{switching.error}</ErrorText>}
      {asking && (
        <ConfirmDialog
          title={t('Reset the client secret?')}
          description={saving.error ?? t('The former secret ends at once.')}
          action={t('Reset secret')}
          danger
          busy={saving.busy}
          onConfirm={() => void reset()}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
