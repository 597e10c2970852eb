import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { relativeTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

interface UserSession {
  id_hash: string
  approx_last_used_time: string
  client_info: { os: string | null; platform: string | null; location: string | null }
}

/** Devices and browsers that are signed in as the person. */
export function SessionsSection() {
  const client = useClient()
  const ownHash = useClientState(({ authSessionIdHash }) => authSessionIdHash)
  const saving = useSave()
  const [ended, setEnded] = useState<UserSession | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: () => client.api.call('list_sessions'),
    staleTime: 0,
  })

  async function end({ id_hash }: UserSession) {
    const request = () => client.api.call('end_sessions', { body: { session_id_hashes: [id_hash] } })
    if (await saving.run(request)) setEnded(null)
    await refetch()
  }

  return (
    <Section title={t('Sessions')} description={t('Devices and browsers that are signed in as you.')}>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && (
        <Rows>
          {data.user_sessions.map((session) => (
            <Row
              key={session.id_hash}
              title={titleOf(session, session.id_hash === ownHash)}
              detail={t('{location}, used {time}', {
                location: session.client_info.location ?? t('Unknown address'),
                time: relativeTime(Date.parse(session.approx_last_used_time)),
              })}
            >
              <Button size="small" onClick={() => setEnded(session)}>
                {t('Sign out')}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {ended && (
        <ConfirmDialog
          title={t('Sign out this session?')}
          description={saving.error ?? t('It has to sign in again.')}
          action={t('Sign out')}
          danger
          busy={saving.busy}
          onConfirm={() => void end(ended)}
          onClose={() => setEnded(null)}
        />
      )}
    </Section>
  )
}

function titleOf({ client_info: { os, platform } }: UserSession, isOwn: boolean): string {
  const browser = platform ?? t('Unknown client')
  const client = os === null ? browser : t('{browser} on {system}', { browser, system: os })
  return isOwn ? t('{client} (this browser)', { client }) : client
}
