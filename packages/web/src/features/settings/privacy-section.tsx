import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { ErrorText, SelectField, SwitchField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

interface Settings {
  friend_source_flags?: { all?: boolean; mutual_friends?: boolean; mutual_guilds?: boolean } | null
  profile_visibility?: number
}

/** Settings of the person: who may send friend requests, and who sees the custom status. */
export function PrivacySection() {
  const client = useClient()
  const saving = useSave()
  const { data, error, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: () => client.api.get<Settings>('/users/@me/settings'),
    staleTime: 0,
  })
  const change = (changes: Settings) =>
    void saving.run(async () => {
      await client.api.patch('/users/@me/settings', changes)
      await refetch()
    })
  if (error) return <ErrorText>{messageOf(error)}</ErrorText>
  const sources = data?.friend_source_flags ?? {}
  return (
    <Section title="Privacy">
      {data && (
        <div className={form.form}>
          <SwitchField
            label="Everyone may send me friend requests"
            checked={sources.all ?? false}
            onChange={({ target }) => change({ friend_source_flags: { ...sources, all: target.checked } })}
          />
          <SwitchField
            label="Friends of friends may send me friend requests"
            checked={(sources.all || sources.mutual_friends) ?? false}
            disabled={sources.all}
            onChange={({ target }) => change({ friend_source_flags: { ...sources, mutual_friends: target.checked } })}
          />
          <SwitchField
            label="Members of my guilds may send me friend requests"
            checked={(sources.all || sources.mutual_guilds) ?? false}
            disabled={sources.all}
            onChange={({ target }) => change({ friend_source_flags: { ...sources, mutual_guilds: target.checked } })}
          />
          <SelectField
            label="My custom status is visible to"
            value={data.profile_visibility ?? 0}
            onChange={({ target }) => change({ profile_visibility: Number(target.value) })}
          >
            <option value={0}>Everyone</option>
            <option value={1}>Friends</option>
            <option value={2}>Friends and small guilds</option>
            <option value={3}>Friends and all guilds</option>
          </SelectField>
        </div>
      )}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </Section>
  )
}
