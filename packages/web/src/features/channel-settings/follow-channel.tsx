import { type ChannelObject, ChannelType, Permission } from '@guildhall/protocol'
import type { FormEvent } from 'react'
import { useClient, useShallowState } from '../../gateway/react.tsx'
import { permissionsIn } from '../../gateway/selectors.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, StatusText } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** Copies what is published in an announcement channel to a channel of any guild where the person manages webhooks. */
export function FollowChannel({ channel }: { channel: ChannelObject }) {
  const client = useClient()
  const saving = useSave()
  const targets = useShallowState((state) =>
    [...state.channels.values()].filter(
      (other) =>
        other.id !== channel.id &&
        other.guild_id !== undefined &&
        (other.type === ChannelType.GUILD_TEXT || other.type === ChannelType.GUILD_ANNOUNCEMENT) &&
        (permissionsIn(state, other) & Permission.MANAGE_WEBHOOKS) !== 0n,
    ),
  )
  const guilds = useShallowState((state) => targets.map(({ guild_id }) => state.guilds.get(guild_id ?? '')?.guild.name))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const target = String(new FormData(event.currentTarget).get('target'))
    void saving.run(() => client.api.post(`/channels/${channel.id}/followers`, { webhook_channel_id: target }))
  }

  return (
    <Section title="Follow" description="Messages that are published here are copied to the channel that you choose.">
      {targets.length === 0 ? (
        <p>You need the permission Manage Webhooks in a text channel of one of your guilds.</p>
      ) : (
        <form className={form.form} onSubmit={submit}>
          <SelectField label="Channel that receives messages" name="target" error={saving.error ?? undefined}>
            {targets.map(({ id, name }, index) => (
              <option key={id} value={id}>
                {name} ({guilds[index]})
              </option>
            ))}
          </SelectField>
          <p>
            <Button type="submit" busy={saving.busy}>
              Follow
            </Button>
          </p>
          {saving.saved && <StatusText>Saved. The channel now receives what is published here.</StatusText>}
        </form>
      )}
    </Section>
  )
}
