import { type ChannelObject, ChannelType, GROUP_DM_RECIPIENTS_MAX } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { DIRECT } from '../../domain/places/places.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import type { Choice } from '../../ui/choices.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'
import { PeopleBox } from './people-box.tsx'

/**
 * A dialog that adds friends to a group, or makes a new group: of nobody yet, or of the user of a direct message. With
 * one friend alone it opens the direct message.
 */
export default function PeopleDialog({ channel, onClose }: { channel?: ChannelObject; onClose: () => void }) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const [fault, setFault] = useState<string | undefined>()
  const present = useMemo(() => (channel?.recipients ?? []).map(({ id }) => id), [channel])
  const group = channel?.type === ChannelType.GROUP_DM ? channel : undefined

  async function add() {
    const added = chosen.map(({ value }) => value)
    if (group) {
      for (const id of added)
        await client.api.call('add_group_dm_user', { params: { channel_id: group.id, user_id: id } })
      return onClose()
    }
    const recipients = [...present, ...added]
    const [first] = recipients
    const body = first && recipients.length === 1 ? { recipient_id: first } : { recipients }
    const created = await client.api.call('create_dm', { body })
    client.apply('CHANNEL_CREATE', created)
    onClose()
    await navigate({ to: '/channels/$guildId/$channelId', params: { guildId: DIRECT, channelId: created.id } })
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (chosen.length === 0) return setFault(t('Choose at least one friend.'))
    void saving.run(add)
  }

  return (
    <Dialog title={group ? t('Add people') : t('New group')} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <PeopleBox
          except={present}
          // The person is one of them.
          max={Math.max(1, GROUP_DM_RECIPIENTS_MAX - 1 - present.length)}
          chosen={chosen}
          error={fault ?? saving.error ?? undefined}
          onChange={(next) => {
            setChosen(next)
            setFault(undefined)
          }}
        />
        <DialogButtons action={group ? t('Add') : t('Create')} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
