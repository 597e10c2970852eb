import { WEBHOOK_EVENTS } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  1: 'Off',
  2: 'On',
  3: 'Switched off by the platform, because the address did not answer. Saving it again switches it on.',
}

/** The address that receives webhook events, and the types that it receives. */
export function WebhooksSection({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const [url, setUrl] = useState(application.event_webhooks_url ?? '')
  const [types, setTypes] = useState<readonly string[]>(application.event_webhooks_types ?? [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const address = url.trim() || null
    void saving.run(() =>
      edit({
        event_webhooks_url: address,
        event_webhooks_types: types,
        event_webhooks_status: address ? 2 : 1,
      }),
    )
  }

  return (
    <Section title="Webhooks" description={`Status: ${STATUS_TEXTS[application.event_webhooks_status ?? 1]}`}>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label="Webhook events URL"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          placeholder="https://example.com/events"
          hint="When you save, the address must answer a signed PING with 204, and a forged signature with 401."
        />
        <fieldset className={form.choices}>
          <legend className={form.legend}>Events</legend>
          {WEBHOOK_EVENTS.map((type) => (
            <label key={type} className={form.choice}>
              <input
                type="checkbox"
                checked={types.includes(type)}
                onChange={({ target }) =>
                  setTypes(target.checked ? [...types, type] : types.filter((other) => other !== type))
                }
              />
              {type}
            </label>
          ))}
        </fieldset>
        <div>
          <Button type="submit" look="primary" busy={saving.busy}>
            Save
          </Button>
        </div>
        {saving.saved && <StatusText>Saved.</StatusText>}
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
      </form>
    </Section>
  )
}
