import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { relativeTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText } from '../../ui/field.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { Table } from './table.tsx'

const LOOK_MS = 1_000
const MIB = 1024 * 1024

/** Backups that the platform keeps, and a button that makes one. */
export function Backups() {
  const { api } = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const [jobId, setJobId] = useState<string | null>(null)
  const backups = useQuery({
    queryKey: ['administration', 'backups'],
    queryFn: () => api.call('list_backups'),
    staleTime: 0,
  })
  const { data: job } = useQuery({
    queryKey: ['administration', 'jobs', jobId],
    enabled: jobId !== null,
    queryFn: async () => {
      const found = await api.call('get_operator_job', { params: { job_id: jobId ?? '' } })
      if (hasEnded(found)) await queries.invalidateQueries({ queryKey: ['administration', 'backups'] })
      return found
    },
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : LOOK_MS),
  })
  // The route needs the session of the person, which links do not send. Browsers keep large files on the disk.
  const download = async (name: string) => {
    const response = await api.openFile('download_backup', { params: { backup_name: name } })
    const address = URL.createObjectURL(await response.blob())
    Object.assign(document.createElement('a'), { href: address, download: name }).click()
    URL.revokeObjectURL(address)
  }
  const backUp = async () => setJobId((await api.call('create_backup')).job_id)
  return (
    <Section
      title={t('Backups')}
      description={t('A backup has everything of the platform. guildhall restore makes a platform out of it.')}
    >
      <div>
        <Button
          look="primary"
          busy={saving.busy || (job !== undefined && !hasEnded(job))}
          onClick={() => void saving.run(backUp)}
        >
          {t('Back up now')}
        </Button>
      </div>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {job?.state === 'failed' && <ErrorText>{job.error ?? t('The backup has failed.')}</ErrorText>}
      {job?.state === 'done' && <StatusText>{t('The backup is made.')}</StatusText>}
      <ListState query={backups} empty={t('There are no backups.')}>
        {(rows) => (
          <Table
            caption={t('Backups')}
            rows={rows}
            keyOf={({ name }) => name}
            columns={[
              [t('Name'), ({ name }) => name],
              [t('Size'), ({ bytes }) => t('{size} MiB', { size: (bytes / MIB).toFixed(1) })],
              [t('Created'), ({ created_at: at }) => relativeTime(Date.parse(at))],
              [t('Encrypted'), ({ encrypted }) => (encrypted ? t('Yes') : t('No'))],
              [
                t('Download'),
                ({ name }) => (
                  <Button busy={saving.busy} onClick={() => void saving.run(() => download(name))}>
                    {t('Download')}
                  </Button>
                ),
              ],
            ]}
          />
        )}
      </ListState>
    </Section>
  )
}

function hasEnded({ state }: { state: string }): boolean {
  return state === 'done' || state === 'failed'
}
