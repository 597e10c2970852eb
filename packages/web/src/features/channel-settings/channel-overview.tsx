import { BITRATE_MAX_BY_TIER, type ChannelObject, ChannelType, STAGE_BITRATE_MAX } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import {
  ARCHIVE_AFTER,
  bodyOfChannel,
  type DefaultReaction,
  SLOWMODES,
  traitsOf,
} from '../../domain/channels/channel-values.ts'
import { useClient, useClientState, useShallowState } from '../../gateway/react.tsx'
import { byPosition } from '../../lib/channel-order.ts'
import { SelectField, SwitchField, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { ChannelEnd } from './channel-end.tsx'
import { ChannelPlace } from './channel-place.tsx'
import { Choices } from './choices-field.tsx'
import { ForumFields } from './forum-fields.tsx'
import type { ForumTag } from './forum-tags.tsx'
import type { ChannelSectionProps } from './section.ts'
import { VoiceFields, VoiceStatus } from './voice-fields.tsx'

/** Name, texts and limits of a channel. */
export function ChannelOverview({ channel, guildId }: ChannelSectionProps) {
  return (
    <>
      <Section title="Overview">
        <ChannelForm channel={channel} guildId={guildId} />
      </Section>
      {channel.type === ChannelType.GUILD_VOICE && <VoiceStatus channel={channel} />}
      <ChannelPlace channel={channel} guildId={guildId} />
      <ChannelEnd channel={channel} guildId={guildId} />
    </>
  )
}

function ChannelForm({ channel, guildId }: { channel: ChannelObject; guildId: string }) {
  const client = useClient()
  const saving = useSave()
  const traits = traitsOf(channel.type)
  const bitrateMax = useBitrateMax(channel, guildId)
  const [tags, setTags] = useState<readonly ForumTag[]>(channel.available_tags ?? [])
  const [reaction, setReaction] = useState<DefaultReaction | null>(channel.default_reaction_emoji ?? null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const forum = traits.forum ? { available_tags: tags, default_reaction_emoji: reaction } : {}
    void saving.run(async () => {
      const saved = await client.api.patch<ChannelObject>(`/channels/${channel.id}`, {
        ...bodyOfChannel(values, channel),
        ...forum,
      })
      client.apply('CHANNEL_UPDATE', saved)
      // New tags have ids now.
      setTags(saved.available_tags ?? [])
    })
  }

  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label="Name"
        name="name"
        defaultValue={channel.name ?? ''}
        required
        maxLength={100}
        error={saving.errorOf('name')}
      />
      {traits.text && <NewsSwitch channel={channel} guildId={guildId} />}
      {!traits.category && <CategoryField channel={channel} guildId={guildId} saving={saving} />}
      {(traits.text || traits.forum) && (
        <TextArea
          label={traits.forum ? 'Guidelines' : 'Topic'}
          name="topic"
          defaultValue={channel.topic ?? ''}
          maxLength={traits.forum ? 4_096 : 1_024}
          error={saving.errorOf('topic')}
        />
      )}
      {traits.voice && <VoiceFields channel={channel} bitrateMax={bitrateMax} saving={saving} />}
      {traits.messages && (
        <Choices
          label="Slowmode"
          name="rate_limit_per_user"
          value={channel.rate_limit_per_user ?? 0}
          choices={SLOWMODES}
          hint="Time that a member waits between two messages."
        />
      )}
      {traits.threads && <ThreadFields channel={channel} isForum={traits.forum} />}
      {traits.forum && (
        <ForumFields
          channel={channel}
          guildId={guildId}
          tags={tags}
          onTags={setTags}
          reaction={reaction}
          onReaction={setReaction}
          saving={saving}
        />
      )}
      {traits.messages && <SwitchField label="Age-restricted" name="nsfw" defaultChecked={channel.nsfw ?? false} />}
      <SaveBar saving={saving} />
    </form>
  )
}

/** Settings of the threads of a channel, or of the posts of a forum. */
function ThreadFields({ channel, isForum }: { channel: ChannelObject; isForum: boolean }) {
  return (
    <>
      <Choices
        label={isForum ? 'Slowmode in posts' : 'Slowmode in new threads'}
        name="default_thread_rate_limit_per_user"
        value={channel.default_thread_rate_limit_per_user ?? 0}
        choices={SLOWMODES}
      />
      <Choices
        label={isForum ? 'Archive posts after' : 'Archive threads after'}
        name="default_auto_archive_duration"
        value={channel.default_auto_archive_duration ?? 4_320}
        choices={ARCHIVE_AFTER}
        hint="Time without a message."
      />
    </>
  )
}

function useBitrateMax({ type }: ChannelObject, guildId: string): number {
  const guild = useClientState(({ guilds }) => guilds.get(guildId)?.guild)
  if (type === ChannelType.GUILD_STAGE_VOICE) return STAGE_BITRATE_MAX
  const tier = guild?.features.includes('VIP_REGIONS') ? 3 : (guild?.premium_tier ?? 0)
  return BITRATE_MAX_BY_TIER[tier] ?? 96_000
}

/** Turns a text channel into one for announcements, in guilds that have both. */
function NewsSwitch({ channel, guildId }: { channel: ChannelObject; guildId: string }) {
  const allowed = useClientState(({ guilds }) => guilds.get(guildId)?.guild.features.includes('NEWS') ?? false)
  if (!allowed) return null
  return (
    <Choices
      label="Type"
      name="type"
      value={channel.type}
      choices={[
        [ChannelType.GUILD_TEXT, 'Text'],
        [ChannelType.GUILD_ANNOUNCEMENT, 'Announcement'],
      ]}
    />
  )
}

function CategoryField(props: { channel: ChannelObject; guildId: string; saving: Saving }) {
  const { channel, guildId, saving } = props
  const categories = useShallowState(({ channels }) =>
    [...channels.values()]
      .filter(({ guild_id, type }) => guild_id === guildId && type === ChannelType.GUILD_CATEGORY)
      .sort(byPosition),
  )
  return (
    <SelectField
      label="Category"
      name="parent_id"
      // Another person, or a drag, may have moved the channel.
      key={channel.parent_id ?? ''}
      defaultValue={channel.parent_id ?? ''}
      error={saving.errorOf('parent_id')}
    >
      <option value="">None</option>
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
