import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { CopyField } from './copy-field.tsx'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

/** The address that receives interactions over HTTP, in place of the gateway. */
export function InteractionsSection({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const [url, setUrl] = useState(application.interactions_endpoint_url ?? '')

  function submit(event: FormEvent) {
    event.preventDefault()
    void saving.run(() => edit({ interactions_endpoint_url: url.trim() || null }))
  }

  return (
    <Section title="Interactions" description="Without an address the bot receives interactions over the gateway.">
      <form className={form.form} onSubmit={submit}>
        <TextField
          label="Interactions endpoint URL"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          placeholder="https://example.com/interactions"
          hint="When you save, the address must answer a signed PING with a PONG, and a forged signature with 401."
        />
        <div>
          <Button type="submit" look="primary" busy={saving.busy}>
            Save
          </Button>
        </div>
        {saving.busy && url && <p role="status">Sending a PING with a valid and one with a forged signature…</p>}
        {saving.saved && (
          <StatusText>{url ? 'Saved. The address answered the PING and refused the forgery.' : 'Saved.'}</StatusText>
        )}
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
      </form>
      <CopyField label="Public key" value={application.verify_key} hint="Check signatures of requests with it." />
    </Section>
  )
}
