import { type ChannelObject, ChannelType, GatewayOp, VOICE_STATUS_MAX } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ChannelValues, VIDEO_QUALITIES } from '../../domain/channels/channel-values.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { type Changes, useChanges } from '../../ui/use-changes.ts'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { Choices } from './choices-field.tsx'

/** Limits of a voice or stage channel. */
export function VoiceFields(props: {
  type: number
  bitrateMax: number
  changes: Changes<ChannelValues>
  saving: Saving
}) {
  const { type, bitrateMax, changes, saving } = props
  const client = useClient()
  const { data: regions = [] } = useQuery({
    queryKey: ['voice-regions'],
    queryFn: () => client.api.call('list_voice_regions'),
  })
  return (
    <>
      <TextField
        label={t('Bitrate in kbit/s')}
        {...changes.text('bitrate')}
        type="number"
        min={8}
        max={bitrateMax / 1000}
        required
        error={saving.errorOf('bitrate')}
      />
      <TextField
        label={t('User limit')}
        {...changes.text('user_limit')}
        type="number"
        min={0}
        max={type === ChannelType.GUILD_STAGE_VOICE ? 10_000 : 99}
        required
        hint={t('0 for no limit')}
        error={saving.errorOf('user_limit')}
      />
      <SelectField label={t('Region')} {...changes.optional('rtc_region')} error={saving.errorOf('rtc_region')}>
        <option value="">{t('Automatic')}</option>
        {regions.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Choices label={t('Video quality')} {...changes.number('video_quality_mode')} choices={VIDEO_QUALITIES} />
    </>
  )
}

/** The text below the name of a voice channel, which its members see before they join. */
export function VoiceStatus({ channel }: { channel: ChannelObject }) {
  const client = useClient()
  const saving = useSave()
  const guildId = channel.guild_id ?? ''
  const status = useClientState(({ guilds }) => guilds.get(guildId)?.voiceChannels.get(channel.id)?.status ?? null)
  useEffect(() => {
    client.send(GatewayOp.REQUEST_CHANNEL_INFO, { guild_id: guildId, fields: ['status', 'voice_start_time'] })
  }, [client, guildId])
  const changes = useChanges({ status })
  const submit = changes.onSubmit(saving, async ({ status = null }) => {
    await client.api.call('update_voice_channel_status', { params: { channel_id: channel.id }, body: { status } })
    client.apply('VOICE_CHANNEL_STATUS_UPDATE', { guild_id: guildId, id: channel.id, status })
  })
  return (
    <Section
      title={t('Status')}
      description={t('A short text about what is going on in the channel. An empty one removes it.')}
    >
      <form className={form.form} onSubmit={submit}>
        <TextField
          label={t('Status')}
          {...changes.optional('status')}
          maxLength={VOICE_STATUS_MAX}
          error={saving.errorOf('status')}
        />
        <SaveBar saving={saving} changes={changes} label={t('Set status')} />
      </form>
    </Section>
  )
}
