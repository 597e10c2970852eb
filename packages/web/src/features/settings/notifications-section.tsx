import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { startPush, stopPush } from '../../gateway/push-device.ts'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { type PushState, pushState } from '../../lib/push.ts'
import { wantsPush } from '../../session/push-wish.ts'
import { ErrorText } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { InstantSwitch } from '../../ui/instant-switch.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** Reasons for which this browser cannot be switched on. */
const HINDRANCES: Partial<Readonly<Record<PushState, Message>>> = {
  insecure: msg('Notifications need HTTPS. Open this platform at an address that begins with https://.'),
  unsupported: msg('This browser cannot receive notifications.'),
  denied: msg('This browser blocks notifications of this page. Allow them in the settings of the browser.'),
}

/** Notifications on this device, and what they contain on all devices of the person. */
export function NotificationsSection() {
  return (
    <Section
      title={t('Notifications')}
      description={t('Direct messages, mentions, replies and calls notify you while you use no window of this app.')}
    >
      <div className={form.form}>
        <DeviceSwitch />
        <TextSwitch />
      </div>
    </Section>
  )
}

function DeviceSwitch() {
  const client = useClient()
  const saving = useSave()
  const { data: state, refetch } = useQuery({ queryKey: ['push'], queryFn: pushState, staleTime: 0 })
  const hindrance = state && HINDRANCES[state]
  const change = (on: boolean) =>
    saving.run(async () => {
      try {
        if (on) await startPush(client)
        else await stopPush(client)
      } catch (error) {
        throw error instanceof DOMException ? new Error(t('This browser could not reach its push service.')) : error
      } finally {
        await refetch()
      }
    })
  return (
    <>
      <InstantSwitch
        label={t('Notify me on this device')}
        hint={t(hindrance ?? msg('The last person who switches this on in a browser is notified there.'))}
        checked={state === 'on' && wantsPush(client.account.userId)}
        disabled={state === undefined || hindrance !== undefined}
        onSave={change}
      />
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </>
  )
}

function TextSwitch() {
  const client = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const { data, error } = useQuery({
    queryKey: ['settings'],
    queryFn: () => client.api.call('get_my_settings'),
    staleTime: 0,
  })
  const change = (push_content: boolean) =>
    saving.run(async () => {
      queries.setQueryData(['settings'], await client.api.call('update_my_settings', { body: { push_content } }))
    })
  if (error) return <ErrorText>{messageOf(error)}</ErrorText>
  if (!data) return null
  return (
    <>
      <InstantSwitch
        label={t('Show the text of messages')}
        hint={t('On all of your devices. Without it, notifications only say who wrote and where.')}
        checked={data.push_content}
        onSave={change}
      />
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </>
  )
}
