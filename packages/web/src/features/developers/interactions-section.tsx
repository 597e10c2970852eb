import { type FormEvent, useState } from 'react'
import { t } from '../../lib/language/text.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { EndpointField, useEndpointCheck } from './endpoint-field.tsx'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

/** The address that receives interactions over HTTP, in place of the gateway. */
export function InteractionsSection({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const check = useEndpointCheck(application.id, 'interactions_endpoint_url')
  const [url, setUrl] = useState(application.interactions_endpoint_url ?? '')

  async function submit(event: FormEvent) {
    event.preventDefault()
    check.clear()
    const address = url.trim() || null
    const saved = await saving.run(() => edit({ interactions_endpoint_url: address }))
    if (!address) return
    if (saved) check.pass()
    else await check.run(address)
  }

  return (
    <Section
      title={t('Interactions')}
      description={t('Without an address the bot receives interactions over the gateway.')}
    >
      <form className={form.form} onSubmit={(event) => void submit(event)}>
        <EndpointField
          label={t('Interactions endpoint URL')}
          placeholder="https://example.com/interactions"
          hint={t('When you save, the address must answer a signed PING with a PONG, and a wrong signature with 401.')}
          value={url}
          onValue={setUrl}
          field="interactions_endpoint_url"
          saving={saving}
          check={check}
        />
      </form>
      <CopyField
        label={t('Public key')}
        value={application.verify_key}
        hint={t('Check signatures of requests with it.')}
      />
    </Section>
  )
}
