import type { BodyOf } from '@guildhall/client'
import { permissionsInGuild } from '@guildhall/client/questions'
import type { GuildRecord } from '@guildhall/client/records'
import { GUILD_DESCRIPTION_MAX, Permission } from '@guildhall/protocol'
import { useState } from 'react'
import { ChannelSelect } from '../../domain/channels/channel-select.tsx'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText, StatusText, TextArea } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { InstantSwitch } from '../../ui/instant-switch.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { FEATURES, withFeature } from './features.ts'

/** Community features: channels for rules and updates, discovery, and switches of the whole guild. */
export function CommunitySection({ guildId }: SectionProps) {
  const guild = useClientState(({ guilds }) => guilds.get(guildId)?.guild)
  if (!guild) return null
  return (
    <>
      <Community key={String(guild.features.includes('COMMUNITY'))} guild={guild} />
      <Switches guild={guild} />
    </>
  )
}

function Community({ guild }: { guild: GuildRecord }) {
  const client = useClient()
  const saving = useSave()
  const enabled = guild.features.includes('COMMUNITY')
  const mayEnable = useClientState((state) => (permissionsInGuild(state, guild.id) & Permission.ADMINISTRATOR) !== 0n)

  const changes = useChanges(
    {
      rules_channel_id: guild.rules_channel_id,
      public_updates_channel_id: guild.public_updates_channel_id,
      safety_alerts_channel_id: guild.safety_alerts_channel_id,
      description: guild.description,
    },
    { isNew: !enabled },
  )
  const submit = changes.onSubmit(saving, async (changed) => {
    const { rules_channel_id, public_updates_channel_id } = changes.values
    const features = withFeature(guild.features, 'COMMUNITY', true)
    const body = enabled ? changed : { ...changed, rules_channel_id, public_updates_channel_id, features }
    client.apply(
      'GUILD_UPDATE',
      await client.api.call('update_guild', { params: { guild_id: guild.id }, body: body as BodyOf<'update_guild'> }),
    )
  })

  return (
    <Section
      title={t('Community')}
      description={t(
        'A community has announcement channels, a welcome screen and discovery. It needs a channel for rules and one for updates of the platform.',
      )}
    >
      {!enabled && !mayEnable && <p>{t('Only administrators can enable the community features.')}</p>}
      <form className={form.form} onSubmit={submit}>
        <ChannelSelect
          guildId={guild.id}
          label={t('Rules channel')}
          {...changes.optional('rules_channel_id')}
          kind="text"
          none={t('Choose a channel')}
          required
          error={saving.errorOf('rules_channel_id')}
        />
        <ChannelSelect
          guildId={guild.id}
          label={t('Updates channel')}
          {...changes.optional('public_updates_channel_id')}
          kind="text"
          none={t('Choose a channel')}
          required
          hint={t('News for those who manage the guild')}
          error={saving.errorOf('public_updates_channel_id')}
        />
        <ChannelSelect
          guildId={guild.id}
          label={t('Safety alerts channel')}
          {...changes.optional('safety_alerts_channel_id')}
          kind="text"
          none={t('No alerts')}
          error={saving.errorOf('safety_alerts_channel_id')}
        />
        <TextArea
          label={t('Description')}
          {...changes.optional('description')}
          maxLength={GUILD_DESCRIPTION_MAX}
          error={saving.errorOf('description')}
        />
        {(enabled || mayEnable) && (
          <SaveBar saving={saving} changes={changes} label={enabled ? t('Save') : t('Enable community')} />
        )}
      </form>
      {enabled && mayEnable && <DisableCommunity guild={guild} />}
    </Section>
  )
}

function DisableCommunity({ guild }: { guild: GuildRecord }) {
  const client = useClient()
  const saving = useSave()
  const [asking, setAsking] = useState(false)
  const disable = async () =>
    client.apply(
      'GUILD_UPDATE',
      await client.api.call('update_guild', {
        params: { guild_id: guild.id },
        body: {
          features: withFeature(guild.features, 'COMMUNITY', false),
        },
      }),
    )
  return (
    <div>
      <Button onClick={() => setAsking(true)}>{t('Disable community')}</Button>
      {asking && (
        <ConfirmDialog
          title={t('Disable community?')}
          description={saving.error ?? t('The welcome screen and discovery end. Channels stay.')}
          action={t('Disable community')}
          danger
          busy={saving.busy}
          onConfirm={() => void saving.run(disable).then((done) => done && setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function Switches({ guild }: { guild: GuildRecord }) {
  const client = useClient()
  const saving = useSave()
  const permissions = useClientState((state) => permissionsInGuild(state, guild.id))
  const owner = useClientState(({ self }) => self?.id === guild.owner_id)
  const change = (feature: string, on: boolean) =>
    saving.run(async () => {
      // A switch that was pressed before may have changed the list meanwhile.
      const latest = client.state.guilds.get(guild.id)?.guild ?? guild
      const features = withFeature(latest.features, feature, on)
      client.apply(
        'GUILD_UPDATE',
        await client.api.call('update_guild', { params: { guild_id: guild.id }, body: { features } }),
      )
    })
  return (
    <Section title={t('Whole guild')}>
      <div className={form.form}>
        {FEATURES.map(({ feature, label, hint, needs }) => (
          <InstantSwitch
            key={feature}
            label={t(label)}
            hint={t(hint)}
            checked={guild.features.includes(feature)}
            disabled={needs === 'owner' ? !owner : (permissions & needs) === 0n}
            onSave={(on) => change(feature, on)}
          />
        ))}
      </div>
      {saving.saved && <StatusText>{t('Saved.')}</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </Section>
  )
}
