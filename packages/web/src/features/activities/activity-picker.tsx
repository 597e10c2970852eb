import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { launchActivity } from '../../domain/activities/launch.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { AppIcon } from '../../ui/app-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/field.tsx'
import styles from './activity-picker.module.css'

/** The shelf: activities that the person can start in a channel. */
export default function ActivityPicker({ channelId, onClose }: { channelId: string; onClose: () => void }) {
  const client = useClient()
  const [error, setError] = useState<string | null>(null)
  const shelf = useQuery({
    queryKey: ['activity-shelf'],
    queryFn: () => client.api.call('list_activity_shelf'),
    staleTime: 0,
  })
  const start = (applicationId: string) =>
    launchActivity(client, { applicationId, channelId }).then(onClose, (failure) => setError(messageOf(failure)))
  const fault = error ?? (shelf.error ? messageOf(shelf.error) : null)
  const applications = shelf.data?.applications ?? []
  return (
    <Dialog
      title={t('Activities')}
      description={t('Pages that people in this channel use together.')}
      onClose={onClose}
      width="medium"
    >
      {fault && <ErrorText>{fault}</ErrorText>}
      {shelf.data && applications.length === 0 && (
        <p className={styles.note}>
          {t('There is no activity yet. Developers add one in the portal, under Activities.')}
        </p>
      )}
      <ul className={styles.list} aria-label={t('Activities')}>
        {applications.map((application) => (
          <li key={application.id} className={styles.row}>
            <AppIcon application={application} size={32} />
            <span className={styles.text}>
              <span className={styles.name}>{application.name}</span>
              {application.description && <span className={styles.note}>{application.description}</span>}
            </span>
            <Button
              look="primary"
              aria-label={t('Start {name}', { name: application.name })}
              onClick={() => void start(application.id)}
            >
              {t('Start')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
