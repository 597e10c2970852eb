import { type GuildObject, Permission } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { ChannelSelect } from '../../domain/channels/channel-select.tsx'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { permissionsInGuild } from '../../gateway/selectors.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText, StatusText, TextArea } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { InstantSwitch } from '../../ui/instant-switch.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
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

function Community({ guild }: { guild: GuildObject }) {
  const client = useClient()
  const saving = useSave()
  const enabled = guild.features.includes('COMMUNITY')
  const mayEnable = useClientState((state) => (permissionsInGuild(state, guild.id) & Permission.ADMINISTRATOR) !== 0n)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const channel = (name: string) => String(values.get(name) ?? '') || null
    void saving.run(async () => {
      const body = {
        features: withFeature(guild.features, 'COMMUNITY', true),
        rules_channel_id: channel('rules_channel_id'),
        public_updates_channel_id: channel('public_updates_channel_id'),
        safety_alerts_channel_id: channel('safety_alerts_channel_id'),
        description: String(values.get('description')).trim() || null,
      }
      client.apply('GUILD_UPDATE', await client.api.patch<GuildObject>(`/guilds/${guild.id}`, body))
    })
  }

  return (
    <Section
      title="Community"
      description="A community has announcement channels, a welcome screen and discovery. It needs a channel for rules and one for updates of the platform."
    >
      {!enabled && !mayEnable && <p>Only administrators can enable the community features.</p>}
      <form className={form.form} onSubmit={submit}>
        <ChannelSelect
          guildId={guild.id}
          label="Rules channel"
          name="rules_channel_id"
          kind="text"
          chosen={guild.rules_channel_id}
          none="Choose a channel"
          required
          error={saving.errorOf('rules_channel_id')}
        />
        <ChannelSelect
          guildId={guild.id}
          label="Updates channel"
          name="public_updates_channel_id"
          kind="text"
          chosen={guild.public_updates_channel_id}
          none="Choose a channel"
          required
          hint="News for those who manage the guild"
          error={saving.errorOf('public_updates_channel_id')}
        />
        <ChannelSelect
          guildId={guild.id}
          label="Safety alerts channel"
          name="safety_alerts_channel_id"
          kind="text"
          chosen={guild.safety_alerts_channel_id}
          none="No alerts"
          error={saving.errorOf('safety_alerts_channel_id')}
        />
        <TextArea
          label="Description"
          name="description"
          defaultValue={guild.description ?? ''}
          maxLength={300}
          error={saving.errorOf('description')}
        />
        {(enabled || mayEnable) && <SaveBar saving={saving} label={enabled ? 'Save' : 'Enable community'} />}
      </form>
      {enabled && mayEnable && <DisableCommunity guild={guild} />}
    </Section>
  )
}

function DisableCommunity({ guild }: { guild: GuildObject }) {
  const client = useClient()
  const saving = useSave()
  const [asking, setAsking] = useState(false)
  const disable = async () =>
    client.apply(
      'GUILD_UPDATE',
      await client.api.patch<GuildObject>(`/guilds/${guild.id}`, {
        features: withFeature(guild.features, 'COMMUNITY', false),
      }),
    )
  return (
    <div>
      <Button onClick={() => setAsking(true)}>Disable community</Button>
      {asking && (
        <ConfirmDialog
          title="Disable community?"
          description={saving.error ?? 'The welcome screen and discovery end. Channels stay.'}
          action="Disable community"
          danger
          busy={saving.busy}
          onConfirm={() => void saving.run(disable).then((done) => done && setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function Switches({ guild }: { guild: GuildObject }) {
  const client = useClient()
  const saving = useSave()
  const permissions = useClientState((state) => permissionsInGuild(state, guild.id))
  const owner = useClientState(({ self }) => self?.id === guild.owner_id)
  const change = (feature: string, on: boolean) =>
    saving.run(async () => {
      // A switch that was pressed before may have changed the list meanwhile.
      const latest = client.state.guilds.get(guild.id)?.guild ?? guild
      const features = withFeature(latest.features, feature, on)
      client.apply('GUILD_UPDATE', await client.api.patch<GuildObject>(`/guilds/${guild.id}`, { features }))
    })
  return (
    <Section title="Whole guild">
      <div className={form.form}>
        {FEATURES.map(({ feature, label, hint, needs }) => (
          <InstantSwitch
            key={feature}
            label={label}
            hint={hint}
            checked={guild.features.includes(feature)}
            disabled={needs === 'owner' ? !owner : (permissions & needs) === 0n}
            onSave={(on) => change(feature, on)}
          />
        ))}
      </div>
      {saving.saved && <StatusText>Saved.</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </Section>
  )
}
