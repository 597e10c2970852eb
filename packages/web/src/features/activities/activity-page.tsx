import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { launchActivity } from '../../domain/activities/launch.ts'
import { linkContext } from '../../domain/activities/link-context.ts'
import { mayLaunchIn } from '../../domain/activities/may-launch.ts'
import { DIRECT, lastChannel, lastPlace } from '../../domain/places/places.ts'
import { channelPlaces } from '../../domain/places/quick-choices.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, SelectField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Page } from '../../ui/page.tsx'

/** The page of a link to an activity: the person chooses the channel in which it starts. */
export function ActivityPage() {
  const { applicationId } = useParams({ from: '/activities/$applicationId' })
  const client = useClient()
  const ready = useClientState(({ status, guilds }) => status === 'ready' && guilds.size > 0)
  const application = useQuery({
    queryKey: ['rpc-application', applicationId],
    queryFn: () => client.api.call('get_rpc_application', { params: { application_id: applicationId } }),
    retry: false,
  })
  if (application.error) {
    return (
      <Page title={t('This activity is not here')}>
        <ErrorText>{messageOf(application.error)}</ErrorText>
      </Page>
    )
  }
  if (!application.data) return <Page title={t('Activity')}>{null}</Page>
  return (
    <Page title={t('Play {name}', { name: application.data.name })}>
      {application.data.description && <p>{application.data.description}</p>}
      <PlaceForm key={String(ready)} applicationId={applicationId} />
    </Page>
  )
}

function PlaceForm({ applicationId }: { applicationId: string }) {
  const client = useClient()
  const navigate = useNavigate()
  const places = useMemo(() => {
    const last = lastChannel(lastPlace().guildId)
    return channelPlaces(client.state)
      .filter(({ id }) => mayLaunchIn(client.state, id))
      .toSorted((one, other) => Number(other.id === last) - Number(one.id === last))
  }, [client])
  const [channelId, setChannelId] = useState(places[0]?.id ?? '')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function start(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      const context = await linkContext(client.api, applicationId, location.search)
      await launchActivity(client, { applicationId, channelId, context })
      const guildId = client.state.channels.get(channelId)?.guild_id ?? DIRECT
      await navigate({ to: '/channels/$guildId/$channelId', params: { guildId, channelId } })
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }

  return (
    <form className={form.form} onSubmit={(event) => void start(event)}>
      <SelectField label={t('Channel')} value={channelId} onChange={({ target }) => setChannelId(target.value)}>
        {places.map(({ id, label, detail }) => (
          <option key={id} value={id}>
            {label}
            {detail ? ` (${detail})` : ''}
          </option>
        ))}
      </SelectField>
      {error && <ErrorText>{error}</ErrorText>}
      <Button type="submit" look="primary" busy={busy} disabled={channelId === ''}>
        {t('Start activity')}
      </Button>
    </form>
  )
}
