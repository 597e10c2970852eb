import { type ChannelObject, ChannelType } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** The id of a channel, and its deletion. */
export function ChannelEnd({ channel, guildId }: { channel: ChannelObject; guildId: string }) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const [open, setOpen] = useState(false)
  const isCategory = channel.type === ChannelType.GUILD_CATEGORY
  const action = isCategory ? t('Delete category') : t('Delete channel')

  async function remove() {
    if (!(await saving.run(() => client.api.call('delete_channel', { params: { channel_id: channel.id } })))) return
    await navigate({ to: '/channels/$guildId', params: { guildId } })
  }

  return (
    <Section title={t('More')}>
      <CopyField label={isCategory ? t('Category ID') : t('Channel ID')} value={channel.id} />
      <p>
        <Button look="danger" onClick={() => setOpen(true)}>
          {action}
        </Button>
      </p>
      {open && (
        <ConfirmDialog
          title={t('Delete {name}?', { name: `${isCategory ? '' : '#'}${channel.name}` })}
          description={
            saving.error ??
            (isCategory
              ? t('Its channels stay, without a category.')
              : t('All its messages are deleted. There is no way back.'))
          }
          action={action}
          danger
          busy={saving.busy}
          onConfirm={() => void remove()}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  )
}
