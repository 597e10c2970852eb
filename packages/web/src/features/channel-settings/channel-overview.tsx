import type { BodyOf } from '@guildhall/client'
import { byPosition } from '@guildhall/client/questions'
import {
  BITRATE_MAX_BY_TIER,
  CHANNEL_NAME_MAX,
  CHANNEL_TOPIC_MAX,
  type ChannelObject,
  ChannelType,
  FORUM_TOPIC_MAX,
  STAGE_BITRATE_MAX,
} from '@guildhall/protocol'
import {
  ARCHIVE_AFTER,
  bodyOfChannel,
  type ChannelValues,
  channelValuesOf,
  SLOWMODES,
  traitsOf,
} from '../../domain/channels/channel-values.ts'
import { useClient, useClientState, useShallowState } from '../../gateway/react.tsx'
import { msg, t } from '../../lib/language/text.ts'
import { mergeFlags } from '../../ui/changes.ts'
import { SelectField, SwitchField, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { type Changes, useChanges } from '../../ui/use-changes.ts'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { ChannelEnd } from './channel-end.tsx'
import { ChannelPlace } from './channel-place.tsx'
import { Choices } from './choices-field.tsx'
import { ForumFields } from './forum-fields.tsx'
import type { ChannelSectionProps } from './section.ts'
import { VoiceFields, VoiceStatus } from './voice-fields.tsx'

/** Name, texts and limits of a channel. */
export function ChannelOverview({ channel, guildId }: ChannelSectionProps) {
  return (
    <>
      <Section title={t('Overview')}>
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
  const changes = useChanges(channelValuesOf(channel), { merges: { flags: mergeFlags } })
  const submit = changes.onSubmit(saving, async (changed) =>
    client.apply(
      'CHANNEL_UPDATE',
      await client.api.call('update_channel', {
        params: { channel_id: channel.id },
        body: bodyOfChannel(changed) as BodyOf<'update_channel'>,
      }),
    ),
  )

  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label={t('Name')}
        {...changes.text('name')}
        required
        maxLength={CHANNEL_NAME_MAX}
        error={saving.errorOf('name')}
      />
      {traits.text && <NewsSwitch guildId={guildId} changes={changes} />}
      {!traits.category && <CategoryField guildId={guildId} changes={changes} saving={saving} />}
      {(traits.text || traits.forum) && (
        <TextArea
          label={traits.forum ? t('Guidelines') : t('Topic')}
          {...changes.optional('topic')}
          maxLength={traits.forum ? FORUM_TOPIC_MAX : CHANNEL_TOPIC_MAX}
          error={saving.errorOf('topic')}
        />
      )}
      {traits.voice && <VoiceFields type={channel.type} bitrateMax={bitrateMax} changes={changes} saving={saving} />}
      {traits.messages && (
        <Choices
          label={t('Slowmode')}
          {...changes.number('rate_limit_per_user')}
          choices={SLOWMODES}
          hint={t('Time that a member waits between two messages.')}
        />
      )}
      {traits.threads && <ThreadFields changes={changes} isForum={traits.forum} />}
      {traits.forum && <ForumFields type={channel.type} guildId={guildId} changes={changes} saving={saving} />}
      {traits.messages && <SwitchField label={t('Age-restricted')} {...changes.flag('nsfw')} />}
      <SaveBar saving={saving} changes={changes} />
    </form>
  )
}

/** Settings of the threads of a channel, or of the posts of a forum. */
function ThreadFields({ changes, isForum }: { changes: Changes<ChannelValues>; isForum: boolean }) {
  return (
    <>
      <Choices
        label={isForum ? t('Slowmode in posts') : t('Slowmode in new threads')}
        {...changes.number('default_thread_rate_limit_per_user')}
        choices={SLOWMODES}
      />
      <Choices
        label={isForum ? t('Archive posts after') : t('Archive threads after')}
        {...changes.number('default_auto_archive_duration')}
        choices={ARCHIVE_AFTER}
        hint={t('Time without a message.')}
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
function NewsSwitch({ guildId, changes }: { guildId: string; changes: Changes<ChannelValues> }) {
  const allowed = useClientState(({ guilds }) => guilds.get(guildId)?.guild.features.includes('NEWS') ?? false)
  if (!allowed) return null
  return (
    <Choices
      label={t('Type')}
      {...changes.number('type')}
      choices={[
        [ChannelType.GUILD_TEXT, msg('Text')],
        [ChannelType.GUILD_ANNOUNCEMENT, msg('Announcement')],
      ]}
    />
  )
}

function CategoryField(props: { guildId: string; changes: Changes<ChannelValues>; saving: Saving }) {
  const { guildId, changes, saving } = props
  const categories = useShallowState(({ channels }) =>
    [...channels.values()]
      .filter(({ guild_id, type }) => guild_id === guildId && type === ChannelType.GUILD_CATEGORY)
      .sort(byPosition),
  )
  return (
    <SelectField label={t('Category')} {...changes.optional('parent_id')} error={saving.errorOf('parent_id')}>
      <option value="">{t('category|None')}</option>
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
