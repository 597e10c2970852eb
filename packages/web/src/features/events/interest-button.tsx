import type { ScheduledEventObject } from '@guildhall/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useClient } from '../../gateway/react.tsx'
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
  const path = `/guilds/${event.guild_id}/scheduled-events/${event.id}/users/@me`
  const change = () =>
    void saving.run(async () => {
      await (interested ? client.api.delete(path) : client.api.put(path))
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['events', event.guild_id] }),
        queries.invalidateQueries({ queryKey: ['interested', event.id] }),
      ])
    })
  return (
    <div className={styles.interest}>
      <Button size="small" aria-pressed={interested} busy={saving.busy} onClick={change}>
        <Bell size={16} strokeWidth={1.5} aria-hidden />
        Interested
      </Button>
      <span className={styles.muted}>{count === 1 ? '1 person is interested' : `${count} people are interested`}</span>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </div>
  )
}
