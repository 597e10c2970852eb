import type { BodyOf } from '@guildhall/client'
import type { GuildRecord } from '@guildhall/client/records'
import { GUILD_DESCRIPTION_MAX, GUILD_NAME_MAX } from '@guildhall/protocol'
import type { ComponentProps } from 'react'
import { ChannelSelect } from '../../domain/channels/channel-select.tsx'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { GuildIcon } from '../../ui/avatar.tsx'
import { mergeFlags } from '../../ui/changes.ts'
import { SelectField, SwitchField, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { ImageField } from '../../ui/image-field.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { type Changes, useChanges } from '../../ui/use-changes.ts'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { GuildDanger } from './guild-danger.tsx'
import { guildPictures } from './guild-pictures.ts'
import styles from './guild-settings.module.css'
import { type Overview, overviewOf, SYSTEM_MESSAGES } from './overview-values.ts'
import {
  AFK_TIMEOUTS,
  CONTENT_FILTERS,
  choicesOf,
  durationText,
  LOCALE_CHOICES,
  localeName,
  NOTIFICATIONS,
  VERIFICATION,
} from './overview-words.ts'

/** Name, pictures, channels of the platform's messages and rules for new members. */
export function OverviewSection({ guildId }: SectionProps) {
  const guild = useClientState(({ guilds }) => guilds.get(guildId)?.guild)
  if (!guild) return null
  return (
    <>
      <Section title={t('Overview')}>
        <OverviewForm guild={guild} />
      </Section>
      <GuildDanger guild={guild} />
    </>
  )
}

function OverviewForm({ guild }: { guild: GuildRecord }) {
  const client = useClient()
  const saving = useSave()
  const changes = useChanges(overviewOf(guild), { merges: { system_channel_flags: mergeFlags } })
  const submit = changes.onSubmit(saving, async (changed) =>
    client.apply(
      'GUILD_UPDATE',
      await client.api.call('update_guild', {
        params: { guild_id: guild.id },
        body: changed as BodyOf<'update_guild'>,
      }),
    ),
  )

  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label={t('Name')}
        {...changes.text('name')}
        required
        minLength={2}
        maxLength={GUILD_NAME_MAX}
        error={saving.errorOf('name')}
      />
      <TextArea
        label={t('Description')}
        {...changes.optional('description')}
        maxLength={GUILD_DESCRIPTION_MAX}
        error={saving.errorOf('description')}
      />
      <Pictures guild={guild} saving={saving} changes={changes} />
      <SystemChannel guild={guild} saving={saving} changes={changes} />
      <Rules guild={guild} saving={saving} changes={changes} />
      <SaveBar saving={saving} changes={changes} />
    </form>
  )
}

interface Parts {
  guild: GuildRecord
  saving: Saving
  changes: Changes<Overview>
}

function Pictures({ guild, saving, changes }: Parts) {
  return (
    <>
      <ImageField
        label={t('Icon')}
        current={<GuildIcon guild={guild} size={80} />}
        removable={guild.icon !== null}
        value={changes.values.icon}
        onChange={(icon) => changes.set({ icon })}
        error={saving.errorOf('icon')}
      />
      {guildPictures(guild).map(({ name, label, url, missing }) => (
        <ImageField
          key={name}
          label={label}
          current={url && <img src={url} alt="" className={styles.picture} />}
          removable={url !== null}
          value={changes.values[name]}
          onChange={(image) => changes.set({ [name]: image })}
          error={saving.errorOf(name)}
          wide
          disabled={missing !== null}
          {...(missing ? { hint: t('The guild needs the feature {missing}.', { missing }) } : {})}
        />
      ))}
    </>
  )
}

/** Settings for members who are away, and for new members. */
function Rules({ guild, saving, changes }: Parts) {
  return (
    <>
      <ChannelSelect
        guildId={guild.id}
        label={t('AFK channel')}
        {...changes.optional('afk_channel_id')}
        kind="voice"
        none={t('No AFK channel')}
        error={saving.errorOf('afk_channel_id')}
      />
      <Choices
        label={t('AFK timeout')}
        {...changes.number('afk_timeout')}
        choices={AFK_TIMEOUTS.map((seconds) => [seconds, durationText(seconds)])}
      />
      <Choices
        label={t('Default notifications')}
        {...changes.number('default_message_notifications')}
        choices={choicesOf(NOTIFICATIONS)}
      />
      <Choices
        label={t('Verification level')}
        {...changes.number('verification_level')}
        choices={choicesOf(VERIFICATION)}
      />
      <Choices
        label={t('Explicit content filter')}
        {...changes.number('explicit_content_filter')}
        choices={choicesOf(CONTENT_FILTERS)}
      />
      <SelectField label={t('Language')} {...changes.text('preferred_locale')}>
        {LOCALE_CHOICES.map((locale) => (
          <option key={locale} value={locale}>
            {localeName(locale)}
          </option>
        ))}
      </SelectField>
      <SwitchField
        label={t('Boost progress bar')}
        {...changes.flag('premium_progress_bar_enabled')}
        hint={t('Members see how far the guild is from its next boost level.')}
      />
    </>
  )
}

function SystemChannel({ guild, saving, changes }: Parts) {
  const flags = changes.values.system_channel_flags
  return (
    <>
      <ChannelSelect
        guildId={guild.id}
        label={t('System messages channel')}
        {...changes.optional('system_channel_id')}
        kind="text"
        none={t('No system messages')}
        error={saving.errorOf('system_channel_id')}
      />
      <fieldset className={form.choices}>
        <legend className={form.legend}>{t('System messages')}</legend>
        {SYSTEM_MESSAGES.map(({ flag, label }) => (
          <label key={flag} className={form.choice}>
            <input
              type="checkbox"
              checked={(flags & flag) === 0}
              // A set flag turns the message off.
              onChange={({ target }) =>
                changes.set({ system_channel_flags: target.checked ? flags & ~flag : flags | flag })
              }
            />
            {t(label)}
          </label>
        ))}
      </fieldset>
    </>
  )
}

function Choices(
  props: ComponentProps<'select'> & {
    label: string
    choices: readonly (readonly [value: number, text: string])[]
  },
) {
  const { choices, ...field } = props
  return (
    <SelectField {...field}>
      {choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}
