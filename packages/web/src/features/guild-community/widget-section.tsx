import { ChannelType } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { useChannelChoices } from '../../domain/guilds/guild-choices.ts'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { ErrorText, SelectField, SwitchField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'

const TYPES: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_STAGE_VOICE,
  ChannelType.GUILD_FORUM,
]

const NOTHING: { enabled: boolean; channel_id: string | null } = { enabled: false, channel_id: null }

/** The widget that other web pages show: who is online, and an invite. */
export function WidgetSection({ guildId }: SectionProps) {
  const client = useClient()
  const saving = useSave()
  const channels = useChannelChoices(guildId, TYPES)
  const { data, error, refetch } = useQuery({
    queryKey: ['widget', guildId],
    queryFn: () => client.api.call('get_guild_widget_settings', { params: { guild_id: guildId } }),
    staleTime: 0,
  })

  const changes = useChanges(data ?? NOTHING)
  const submit = changes.onSubmit(saving, async (changed) => {
    await client.api.call('update_guild_widget_settings', { params: { guild_id: guildId }, body: changed })
    await refetch()
  })

  const address = `${location.origin}/api/v10/guilds/${guildId}`
  return (
    <Section
      title={t('Widget')}
      description={t(
        'Web pages can show how many members are online, the voice channels that everybody sees, and an invite.',
      )}
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && (
        <form className={form.form} onSubmit={submit}>
          <SwitchField label={t('Enable the widget')} {...changes.flag('enabled')} />
          <SelectField label={t('Invite to')} {...changes.optional('channel_id')} error={saving.errorOf('channel_id')}>
            <option value="">{t('No invite')}</option>
            {channels.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <SaveBar saving={saving} changes={changes} />
          {data.enabled && (
            <>
              <CopyField label={t('JSON address')} value={`${address}/widget.json`} />
              <CopyField label={t('Picture address')} value={`${address}/widget.png`} />
            </>
          )}
        </form>
      )}
    </Section>
  )
}
