import { permissionsIn } from '@guildhall/client/questions'
import { type ChannelObject, ChannelType, Permission } from '@guildhall/protocol'
import type { FormEvent } from 'react'
import { useClient, useShallowState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { permissionInWords } from '../../lib/permission-words.ts'
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
    void saving.run(() =>
      client.api.call('follow_channel', { params: { channel_id: channel.id }, body: { webhook_channel_id: target } }),
    )
  }

  return (
    <Section
      title={t('Follow')}
      description={t('Messages that are published here are copied to the channel that you choose.')}
    >
      {targets.length === 0 ? (
        <p>
          {t('You need the permission {permission} in a text channel of one of your guilds.', {
            permission: permissionInWords('MANAGE_WEBHOOKS'),
          })}
        </p>
      ) : (
        <form className={form.form} onSubmit={submit}>
          <SelectField label={t('Channel that receives messages')} name="target" error={saving.error ?? undefined}>
            {targets.map(({ id, name }, index) => (
              <option key={id} value={id}>
                {name} ({guilds[index]})
              </option>
            ))}
          </SelectField>
          <p>
            <Button type="submit" busy={saving.busy}>
              {t('Follow')}
            </Button>
          </p>
          {saving.saved && <StatusText>{t('Saved. The channel now receives what is published here.')}</StatusText>}
        </form>
      )}
    </Section>
  )
}
