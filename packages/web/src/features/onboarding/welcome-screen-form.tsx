import {
  WELCOME_CHANNEL_DESCRIPTION_MAX,
  WELCOME_CHANNELS_MAX,
  WELCOME_DESCRIPTION_MAX,
  type WelcomeScreenObject,
} from '@guildhall/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiFailure, messageOf } from '../../api/client.ts'
import { EmojiField } from '../../domain/emoji/emoji-field.tsx'
import { useChannelChoices } from '../../domain/guilds/guild-choices.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, SelectField, SwitchField, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import styles from './onboarding.module.css'

type WelcomeChannel = WelcomeScreenObject['welcome_channels'][number]

const NOTHING: WelcomeScreenObject = { description: null, welcome_channels: [] }
const NOT_FOUND = 404

/** The welcome screen of a community: a text and up to five channels. */
export function WelcomeScreenForm({ guildId }: { guildId: string }) {
  const client = useClient()
  const features = useClientState(({ guilds }) => guilds.get(guildId)?.guild.features ?? [])
  const community = features.includes('COMMUNITY')
  const { data, error } = useQuery({
    queryKey: ['welcome-screen', guildId],
    enabled: community,
    queryFn: async () => {
      try {
        return await client.api.call('get_guild_welcome_screen', { params: { guild_id: guildId } })
      } catch (failure) {
        if (failure instanceof ApiFailure && failure.status === NOT_FOUND) return NOTHING
        throw failure
      }
    },
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Section title={t('Welcome screen')} description={t('It shows newcomers where to begin.')}>
      {!community && <p>{t('The guild needs the community features.')}</p>}
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && <Editor guildId={guildId} screen={data} enabled={features.includes('WELCOME_SCREEN_ENABLED')} />}
    </Section>
  )
}

function Editor({ guildId, screen, enabled }: { guildId: string; screen: WelcomeScreenObject; enabled: boolean }) {
  const client = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const choices = useChannelChoices(guildId)
  const changes = useChanges({ enabled, description: screen.description, welcome_channels: screen.welcome_channels })
  const channels = changes.values.welcome_channels
  const setChannels = (welcome_channels: WelcomeChannel[]) => changes.set({ welcome_channels })
  const free = choices.filter(({ value }) => !channels.some(({ channel_id }) => channel_id === value))

  const submit = changes.onSubmit(saving, async (changed) => {
    queries.setQueryData(
      ['welcome-screen', guildId],
      await client.api.call('update_guild_welcome_screen', { params: { guild_id: guildId }, body: changed }),
    )
  })

  return (
    <form className={form.form} onSubmit={submit}>
      <SwitchField label={t('Enable the welcome screen')} {...changes.flag('enabled')} />
      <TextArea
        label={t('Welcome text')}
        {...changes.optional('description')}
        maxLength={WELCOME_DESCRIPTION_MAX}
        error={saving.errorOf('description')}
      />
      {channels.map((channel, index) => (
        <ChannelFields
          key={channel.channel_id}
          guildId={guildId}
          channel={channel}
          name={choices.find(({ value }) => value === channel.channel_id)?.label ?? t('channel|unknown')}
          error={saving.errorOf('welcome_channels', String(index))}
          onChange={(next) => setChannels(channels.with(index, next))}
          onRemove={() => setChannels(channels.toSpliced(index, 1))}
        />
      ))}
      {channels.length < WELCOME_CHANNELS_MAX && free.length > 0 && (
        <SelectField
          label={t('Add a channel')}
          value=""
          onChange={({ target }) =>
            target.value &&
            setChannels([...channels, { channel_id: target.value, description: '', emoji_id: null, emoji_name: null }])
          }
        >
          <option value="">{t('Choose a channel')}</option>
          {free.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <SaveBar saving={saving} changes={changes} />
    </form>
  )
}

function ChannelFields(props: {
  guildId: string
  channel: WelcomeChannel
  name: string
  error: string | undefined
  onChange: (channel: WelcomeChannel) => void
  onRemove: () => void
}) {
  const { guildId, channel, name, error, onChange, onRemove } = props
  return (
    <fieldset className={styles.option}>
      <legend className={form.legend}>{name}</legend>
      <TextField
        label={t('Description of {name}', { name })}
        required
        maxLength={WELCOME_CHANNEL_DESCRIPTION_MAX}
        value={channel.description}
        onChange={({ target }) => onChange({ ...channel, description: target.value })}
        error={error}
      />
      <div className={styles.buttons}>
        <EmojiField
          label={t('Emoji')}
          guildId={guildId}
          value={{ id: channel.emoji_id, name: channel.emoji_name }}
          onChange={({ id, name }) => onChange({ ...channel, emoji_id: id, emoji_name: name })}
        />
        <Button size="small" look="quiet" onClick={onRemove}>
          {t('Remove {name}', { name })}
        </Button>
      </div>
    </fieldset>
  )
}
