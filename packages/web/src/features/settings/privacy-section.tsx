import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { ErrorText, SelectField, StatusText } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { InstantSwitch } from '../../ui/instant-switch.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

const KEY = ['settings']

interface FriendSources {
  all?: boolean
  mutual_friends?: boolean
  mutual_guilds?: boolean
}

interface Settings {
  friend_source_flags?: FriendSources | null
  profile_visibility?: number
}

/** Settings of the person: who may send friend requests, and who sees the custom status. */
export function PrivacySection() {
  const client = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => client.api.call('get_my_settings'),
    staleTime: 0,
  })
  const change = (changesOf: (latest: Settings | undefined) => Settings) =>
    saving.run(async () => {
      await client.api.call('update_my_settings', { body: changesOf(queries.getQueryData<Settings>(KEY)) })
      await refetch()
    })
  const changeSource = (source: FriendSources) =>
    change((latest) => ({ friend_source_flags: { ...latest?.friend_source_flags, ...source } }))
  if (error) return <ErrorText>{messageOf(error)}</ErrorText>
  const sources = data?.friend_source_flags ?? {}
  return (
    <Section title={t('Privacy')}>
      {data && (
        <div className={form.form}>
          <InstantSwitch
            label={t('Everyone may send me friend requests')}
            checked={sources.all ?? false}
            onSave={(all) => changeSource({ all })}
          />
          <InstantSwitch
            label={t('Friends of friends may send me friend requests')}
            checked={(sources.all || sources.mutual_friends) ?? false}
            disabled={sources.all}
            onSave={(mutual_friends) => changeSource({ mutual_friends })}
          />
          <InstantSwitch
            label={t('Members of my guilds may send me friend requests')}
            checked={(sources.all || sources.mutual_guilds) ?? false}
            disabled={sources.all}
            onSave={(mutual_guilds) => changeSource({ mutual_guilds })}
          />
          <SelectField
            label={t('My custom status is visible to')}
            value={data.profile_visibility ?? 0}
            onChange={({ target }) => void change(() => ({ profile_visibility: Number(target.value) }))}
          >
            <option value={0}>{t('Everyone')}</option>
            <option value={1}>{t('Friends')}</option>
            <option value={2}>{t('Friends and small guilds')}</option>
            <option value={3}>{t('Friends and all guilds')}</option>
          </SelectField>
        </div>
      )}
      {saving.saved && <StatusText>{t('Saved.')}</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </Section>
  )
}
