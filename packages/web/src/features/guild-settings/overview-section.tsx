import type { GuildObject } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { ChannelSelect } from '../../domain/channels/channel-select.tsx'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { GuildIcon } from '../../ui/avatar.tsx'
import { SelectField, SwitchField, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { type ImageChange, ImageField } from '../../ui/image-field.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { GuildDanger } from './guild-danger.tsx'
import { guildPictures, type PictureName } from './guild-pictures.ts'
import styles from './guild-settings.module.css'
import { bodyOfOverview, SYSTEM_MESSAGES } from './overview-values.ts'
import {
  AFK_TIMEOUTS,
  CONTENT_FILTERS,
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
      <Section title="Overview">
        <OverviewForm guild={guild} />
      </Section>
      <GuildDanger guild={guild} />
    </>
  )
}

function OverviewForm({ guild }: { guild: GuildObject }) {
  const client = useClient()
  const saving = useSave()
  const [images, setImages] = useState<Images>({})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    void saving.run(async () => {
      const body = { ...bodyOfOverview(values, guild.system_channel_flags), ...images }
      client.apply('GUILD_UPDATE', await client.api.patch<GuildObject>(`/guilds/${guild.id}`, body))
      setImages({})
    })
  }

  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label="Name"
        name="name"
        defaultValue={guild.name}
        required
        minLength={2}
        maxLength={100}
        error={saving.errorOf('name')}
      />
      <TextArea
        label="Description"
        name="description"
        defaultValue={guild.description ?? ''}
        maxLength={300}
        error={saving.errorOf('description')}
      />
      <Pictures guild={guild} saving={saving} images={images} onChange={setImages} />
      <SystemChannel guild={guild} saving={saving} />
      <Rules guild={guild} saving={saving} />
      <SaveBar saving={saving} />
    </form>
  )
}

type Images = Partial<Record<PictureName, ImageChange>>

function Pictures(props: { guild: GuildObject; saving: Saving; images: Images; onChange: (images: Images) => void }) {
  const { guild, saving, images, onChange } = props
  return (
    <>
      <ImageField
        label="Icon"
        current={<GuildIcon guild={guild} size={80} />}
        removable={guild.icon !== null}
        value={images.icon}
        onChange={(icon) => onChange({ ...images, icon })}
        error={saving.errorOf('icon')}
      />
      {guildPictures(guild).map(({ name, label, url, missing }) => (
        <ImageField
          key={name}
          label={label}
          current={url && <img src={url} alt="" className={styles.picture} />}
          removable={url !== null}
          value={images[name]}
          onChange={(image) => onChange({ ...images, [name]: image })}
          error={saving.errorOf(name)}
          wide
          disabled={missing !== null}
          {...(missing ? { hint: `The guild needs the feature ${missing}.` } : {})}
        />
      ))}
    </>
  )
}

/** Settings for members who are away, and for new members. */
function Rules({ guild, saving }: { guild: GuildObject; saving: Saving }) {
  return (
    <>
      <ChannelSelect
        guildId={guild.id}
        label="AFK channel"
        name="afk_channel_id"
        kind="voice"
        chosen={guild.afk_channel_id}
        none="No AFK channel"
        error={saving.errorOf('afk_channel_id')}
      />
      <Choices label="AFK timeout" name="afk_timeout" value={guild.afk_timeout} choices={AFK_TIMEOUTS} />
      <Choices
        label="Default notifications"
        name="default_message_notifications"
        value={guild.default_message_notifications}
        choices={NOTIFICATIONS}
      />
      <Choices
        label="Verification level"
        name="verification_level"
        value={guild.verification_level}
        choices={VERIFICATION}
      />
      <Choices
        label="Explicit content filter"
        name="explicit_content_filter"
        value={guild.explicit_content_filter}
        choices={CONTENT_FILTERS}
      />
      <SelectField label="Language" name="preferred_locale" defaultValue={guild.preferred_locale}>
        {LOCALE_CHOICES.map((locale) => (
          <option key={locale} value={locale}>
            {localeName(locale)}
          </option>
        ))}
      </SelectField>
      <SwitchField
        label="Boost progress bar"
        name="premium_progress_bar_enabled"
        defaultChecked={guild.premium_progress_bar_enabled}
        hint="Members see how far the guild is from its next boost level."
      />
    </>
  )
}

function SystemChannel({ guild, saving }: { guild: GuildObject; saving: Saving }) {
  return (
    <>
      <ChannelSelect
        guildId={guild.id}
        label="System messages channel"
        name="system_channel_id"
        kind="text"
        chosen={guild.system_channel_id}
        none="No system messages"
        error={saving.errorOf('system_channel_id')}
      />
      <fieldset className={form.choices}>
        <legend className={form.legend}>System messages</legend>
        {SYSTEM_MESSAGES.map(({ flag, label }) => (
          <label key={flag} className={form.choice}>
            <input
              type="checkbox"
              name="system_message"
              value={flag}
              defaultChecked={(guild.system_channel_flags & flag) === 0}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </>
  )
}

function Choices(props: {
  label: string
  name: string
  value: number
  choices: readonly (readonly [value: number, text: string])[]
}) {
  return (
    <SelectField label={props.label} name={props.name} defaultValue={props.value}>
      {props.choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}
