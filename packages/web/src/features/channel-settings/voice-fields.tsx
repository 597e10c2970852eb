import { type ChannelObject, ChannelType, type VoiceRegionObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { VIDEO_QUALITIES } from '../../domain/channels/channel-values.ts'
import { useClient } from '../../gateway/react.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { Choices } from './choices-field.tsx'

/** Limits of a voice or stage channel. */
export function VoiceFields(props: { channel: ChannelObject; bitrateMax: number; saving: Saving }) {
  const { channel, bitrateMax, saving } = props
  const client = useClient()
  const { data: regions = [] } = useQuery({
    queryKey: ['voice-regions'],
    queryFn: () => client.api.get<VoiceRegionObject[]>('/voice/regions'),
  })
  return (
    <>
      <TextField
        label="Bitrate in kbit/s"
        name="bitrate"
        type="number"
        min={8}
        max={bitrateMax / 1000}
        required
        defaultValue={Math.round((channel.bitrate ?? 64_000) / 1000)}
        error={saving.errorOf('bitrate')}
      />
      <TextField
        label="User limit"
        name="user_limit"
        type="number"
        min={0}
        max={channel.type === ChannelType.GUILD_STAGE_VOICE ? 10_000 : 99}
        required
        defaultValue={channel.user_limit ?? 0}
        hint="0 for no limit"
        error={saving.errorOf('user_limit')}
      />
      <SelectField
        label="Region"
        name="rtc_region"
        key={regions.length}
        defaultValue={channel.rtc_region ?? ''}
        error={saving.errorOf('rtc_region')}
      >
        <option value="">Automatic</option>
        {regions.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Choices
        label="Video quality"
        name="video_quality_mode"
        value={channel.video_quality_mode ?? 1}
        choices={VIDEO_QUALITIES}
      />
    </>
  )
}

/** The text below the name of a voice channel, which its members see before they join. */
export function VoiceStatus({ channel }: { channel: ChannelObject }) {
  const client = useClient()
  const saving = useSave()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const status = String(new FormData(event.currentTarget).get('status')) || null
    void saving.run(() => client.api.put(`/channels/${channel.id}/voice-status`, { status }))
  }
  return (
    <Section title="Status" description="A short text about what is going on in the channel. An empty one removes it.">
      <form className={form.form} onSubmit={submit}>
        <TextField label="Status" name="status" maxLength={500} error={saving.errorOf('status')} />
        <SaveBar saving={saving} label="Set status" />
      </form>
    </Section>
  )
}
