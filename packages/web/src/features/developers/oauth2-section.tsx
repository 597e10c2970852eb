import { ApplicationFlag } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { CopyField } from './copy-field.tsx'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

/** The client of an application: its id, its secret and the addresses to which people return. */
export function OAuth2Section({ application }: SectionProps) {
  return (
    <>
      <SecretPart application={application} />
      <RedirectsPart application={application} />
    </>
  )
}

function SecretPart({ application }: SectionProps) {
  const client = useClient()
  const saving = useSave()
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const isPublic = (BigInt(application.flags_new ?? 0) & ApplicationFlag.PUBLIC_OAUTH2_CLIENT) !== 0n

  async function reset() {
    const done = await saving.run(async () => {
      const path = `/applications/${application.id}/reset`
      const response = await client.api.post<{ secret?: string; client_secret?: string }>(path)
      setSecret(response.secret ?? response.client_secret ?? null)
    })
    if (done) setAsking(false)
  }

  return (
    <Section
      title="OAuth2"
      description={isPublic ? 'A public client: it signs people in with PKCE and has no secret.' : undefined}
    >
      <CopyField label="Client ID" value={application.id} />
      {secret && <CopyField label="Client secret" value={secret} hint="It is shown once." />}
      <div>
        <Button onClick={() => setAsking(true)}>Reset secret</Button>
      </div>
      {asking && (
        <ConfirmDialog
          title="Reset the client secret?"
          description={saving.error ?? 'The former secret ends at once.'}
          action="Reset secret"
          danger
          busy={saving.busy}
          onConfirm={() => void reset()}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}

function RedirectsPart({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const uris = application.redirect_uris ?? []

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const uri = String(new FormData(element).get('uri'))
    void saving.run(() => edit({ redirect_uris: [...uris, uri] })).then((done) => done && element.reset())
  }

  return (
    <Section title="Redirects" description="After a decision people return to one of these addresses only.">
      {uris.length > 0 && (
        <Rows>
          {uris.map((uri) => (
            <Row key={uri} title={uri}>
              <Button
                size="small"
                aria-label={`Remove ${uri}`}
                onClick={() => void saving.run(() => edit({ redirect_uris: uris.filter((other) => other !== uri) }))}
              >
                Remove
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      <form className={form.form} onSubmit={add}>
        <TextField label="Redirect URI" name="uri" required placeholder="https://example.com/callback" />
        <SaveBar saving={{ ...saving, error: null }} label="Add redirect" />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
      </form>
    </Section>
  )
}
