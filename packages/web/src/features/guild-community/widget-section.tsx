import { ChannelType, type WidgetSettingsObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messageOf } from '../../api/client.ts'
import { useChannelChoices } from '../../domain/guilds/guild-choices.ts'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient } from '../../gateway/react.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ErrorText, SelectField, SwitchField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

const TYPES: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_STAGE_VOICE,
  ChannelType.GUILD_FORUM,
]

/** The widget that other web pages show: who is online, and an invite. */
export function WidgetSection({ guildId }: SectionProps) {
  const client = useClient()
  const saving = useSave()
  const channels = useChannelChoices(guildId, TYPES)
  const path = `/guilds/${guildId}/widget`
  const { data, error, refetch } = useQuery({
    queryKey: ['widget', guildId],
    queryFn: () => client.api.get<WidgetSettingsObject>(path),
    staleTime: 0,
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const body = { enabled: values.has('enabled'), channel_id: String(values.get('channel_id')) || null }
    void saving.run(async () => {
      await client.api.patch(path, body)
      await refetch()
    })
  }

  const address = `${location.origin}/api/v10/guilds/${guildId}`
  return (
    <Section
      title="Widget"
      description="Web pages can show how many members are online, the voice channels that everybody sees, and an invite."
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && (
        <form className={form.form} onSubmit={submit}>
          <SwitchField label="Enable the widget" name="enabled" defaultChecked={data.enabled} />
          <SelectField
            label="Invite to"
            name="channel_id"
            defaultValue={data.channel_id ?? ''}
            error={saving.errorOf('channel_id')}
          >
            <option value="">No invite</option>
            {channels.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <SaveBar saving={saving} />
          {data.enabled && (
            <>
              <CopyField label="JSON address" value={`${address}/widget.json`} />
              <CopyField label="Picture address" value={`${address}/widget.png`} />
            </>
          )}
        </form>
      )}
    </Section>
  )
}
