import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { fullTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import styles from './administration.module.css'

const MINUTES = 60

/** Returns the numbers of the platform, and whether raid mode is on. */
export function useOverview() {
  const { api } = useClient()
  return useQuery({
    queryKey: ['administration', 'overview'],
    queryFn: () => api.call('get_overview'),
    staleTime: 0,
  })
}

/** Stands on each page while raid mode is on. */
export function RaidBar() {
  const { api } = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const until = useOverview().data?.raid?.until
  const end = async () => {
    await api.call('update_raid_mode', { body: { active: false } })
    await queries.invalidateQueries({ queryKey: ['administration', 'overview'] })
  }
  return (
    <div role="status">
      {until !== undefined && (
        <div className={styles.raid}>
          <p>{t('Raid mode is on until {time}.', { time: fullTime(until) })}</p>
          <Button size="small" busy={saving.busy} onClick={() => void saving.run(end)}>
            {t('Turn off')}
          </Button>
          {saving.error && <ErrorText>{saving.error}</ErrorText>}
        </div>
      )}
    </div>
  )
}

/** Turns raid mode on. */
export function RaidButton() {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button look="danger" onClick={() => setOpen(true)}>
        {t('Raid mode')}
      </Button>
      {isOpen && (
        <RaidDialog
          onClose={() => {
            setOpen(false)
            void queries.invalidateQueries({ queryKey: ['administration', 'overview'] })
          }}
        />
      )}
    </div>
  )
}

function RaidDialog({ onClose }: { onClose: () => void }) {
  const { api } = useClient()
  const saving = useSave()
  const changes = useChanges({ minutes: MINUTES }, { isNew: true })
  const begin = () => api.call('update_raid_mode', { body: { active: true, minutes: changes.values.minutes } })
  return (
    <Dialog
      title={t('Raid mode')}
      description={t(
        'Registration closes, and invites pause. Accounts of the last day send one message in ten seconds, and no files, links, mentions of everyone or first direct messages.',
      )}
      onClose={onClose}
    >
      <form className={form.form} onSubmit={changes.onSubmit(saving, begin, onClose)}>
        <TextField
          label={t('Minutes')}
          type="number"
          min={1}
          required
          error={saving.errorOf('minutes')}
          {...changes.number('minutes')}
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Raid mode')} danger busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
