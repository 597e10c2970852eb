import type { ScheduledEventObject } from '@guildhall/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './events.module.css'
import { useInterested } from './queries.ts'

/** The number of interested people, and the button with which the person joins or leaves them. */
export function InterestButton({ event }: { event: ScheduledEventObject }) {
  const client = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const { data: people } = useInterested(event)
  const interested = people?.some(({ user_id }) => user_id === client.account.userId) ?? false
  const count = event.user_count ?? 0
  const change = () =>
    void saving.run(async () => {
      await (interested
        ? client.api.call('unsubscribe_scheduled_event', {
            params: { guild_id: event.guild_id, guild_scheduled_event_id: event.id },
          })
        : client.api.call('subscribe_scheduled_event', {
            params: { guild_id: event.guild_id, guild_scheduled_event_id: event.id },
          }))
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['events', event.guild_id] }),
        queries.invalidateQueries({ queryKey: ['interested', event.id] }),
      ])
    })
  return (
    <div className={styles.interest}>
      <Button size="small" aria-pressed={interested} busy={saving.busy} onClick={change}>
        <Bell size={16} aria-hidden />
        {t('Interested')}
      </Button>
      <span className={styles.muted}>
        {t('{count, plural, one {# person is} other {# people are}} interested', { count })}
      </span>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </div>
  )
}
