import { EventWebhooksStatus } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { messageTime, relativeTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { EndpointField, useEndpointCheck } from './endpoint-field.tsx'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'
import { WEBHOOK_EVENT_GROUPS } from './webhook-events.ts'

const STATUS_TEXTS: Readonly<Record<number, Message>> = {
  [EventWebhooksStatus.DISABLED]: msg('Off'),
  [EventWebhooksStatus.ENABLED]: msg('On'),
  [EventWebhooksStatus.DISABLED_BY_PLATFORM]: msg(
    'Switched off by the platform, because the address refused one event for ten minutes. Saving switches it on again.',
  ),
}

/** The address that receives webhook events, the types that it receives, and deliveries that failed. */
export function WebhooksSection({ application }: SectionProps) {
  return (
    <>
      <Section
        title={t('Webhooks')}
        description={t('Status: {status}', {
          status: t(STATUS_TEXTS[application.event_webhooks_status ?? 1] ?? msg('Off')),
        })}
      >
        <WebhooksForm application={application} />
      </Section>
      <Deliveries application={application} />
    </>
  )
}

function WebhooksForm({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const check = useEndpointCheck(application.id, 'event_webhooks_url')
  const [url, setUrl] = useState(application.event_webhooks_url ?? '')
  const [types, setTypes] = useState<readonly string[]>(application.event_webhooks_types ?? [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    check.clear()
    const address = url.trim() || null
    const saved = await saving.run(() =>
      edit({ event_webhooks_url: address, event_webhooks_types: types, event_webhooks_status: address ? 2 : 1 }),
    )
    if (!address) return
    if (saved) check.pass()
    else await check.run(address)
  }

  return (
    <form className={form.form} onSubmit={(event) => void submit(event)}>
      {WEBHOOK_EVENT_GROUPS.map(({ title, events }) => (
        <fieldset key={t(title)} className={form.choices}>
          <legend className={form.legend}>{t(title)}</legend>
          {events.map(({ type, text }) => (
            <div key={type}>
              <label className={form.choice}>
                <input
                  type="checkbox"
                  aria-describedby={`event-${type}`}
                  checked={types.includes(type)}
                  onChange={({ target }) =>
                    setTypes(target.checked ? [...types, type] : types.filter((other) => other !== type))
                  }
                />
                <code>{type}</code>
              </label>
              <p id={`event-${type}`} className={form.note}>
                {t(text)}
              </p>
            </div>
          ))}
        </fieldset>
      ))}
      <EndpointField
        label={t('Webhook events URL')}
        placeholder="https://example.com/events"
        hint={t('When you save, the address must answer a signed PING with 204, and a wrong signature with 401.')}
        value={url}
        onValue={setUrl}
        field="event_webhooks_url"
        saving={saving}
        check={check}
      />
    </form>
  )
}

function Deliveries({ application }: SectionProps) {
  const client = useClient()
  const { data, refetch, isFetching } = useQuery({
    queryKey: ['webhook-event-state', application.id],
    queryFn: () => client.api.call('get_webhook_event_state', { params: { application_id: application.id } }),
    staleTime: 0,
  })
  if (!data || (data.waiting === 0 && !application.event_webhooks_url)) return null
  return (
    <Section
      title={t('Deliveries')}
      description={
        data.failing.length === 0
          ? t('No delivery has failed. {count, plural, one {# event waits} other {# events wait}}.', {
              count: data.waiting,
            })
          : t('{count, plural, one {# event waits} other {# events wait}}. These were refused and are tried again:', {
              count: data.waiting,
            })
      }
    >
      {data.disabled && application.event_webhooks_status === EventWebhooksStatus.DISABLED_BY_PLATFORM && (
        <ErrorText>
          {t('Switched off {time}. The last attempt: {reason}.', {
            time: messageTime(data.disabled.at),
            reason: data.disabled.reason,
          })}
        </ErrorText>
      )}
      {data.failing.length > 0 && (
        <Rows>
          {data.failing.map(({ type, created_at, attempts, failing_since, next_attempt_at }) => (
            <Row
              key={`${type} ${created_at} ${failing_since}`}
              title={type}
              detail={t(
                'From {time}. {attempts, plural, one {# failed attempt} other {# failed attempts}} since {since}, the next {next}.',
                {
                  time: messageTime(created_at),
                  attempts,
                  since: messageTime(failing_since),
                  next: relativeTime(Date.parse(next_attempt_at)),
                },
              )}
            />
          ))}
        </Rows>
      )}
      <div>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('Refresh')}
        </Button>
      </div>
    </Section>
  )
}
