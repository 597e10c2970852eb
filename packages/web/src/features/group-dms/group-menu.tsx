import { type ChannelObject, ChannelType } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, UserPlus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Suspense, useState } from 'react'
import { DIRECT } from '../../domain/places/places.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { lazy } from '../../ui/lazy.tsx'
import menu from '../../ui/menu.module.css'
import { useSave } from '../../ui/use-save.ts'

const PeopleDialog = lazy(() => import('./people-dialog.tsx'))
const EditGroup = lazy(() => import('./edit-group.tsx'))
const ICON = { size: 20, 'aria-hidden': true } as const

/** Buttons of a direct message: adding people, and for a group its name, icon and leaving it. */
export function GroupMenu({ channel, label }: { channel: ChannelObject; label: string }) {
  const client = useClient()
  const navigate = useNavigate()
  const leaving = useSave()
  const [open, setOpen] = useState<'people' | 'edit' | 'leave' | null>(null)
  const close = () => setOpen(null)

  async function leave() {
    const done = await leaving.run(() =>
      client.api.call('delete_group_dm_user', { params: { channel_id: channel.id, user_id: client.account.userId } }),
    )
    if (done) await navigate({ to: '/channels/$guildId', params: { guildId: DIRECT } })
  }

  return (
    <>
      <IconButton label={t('Add people')} onClick={() => setOpen('people')}>
        <UserPlus {...ICON} />
      </IconButton>
      {channel.type === ChannelType.GROUP_DM && (
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger asChild>
            <IconButton label={t('Group menu')}>
              <Ellipsis {...ICON} />
            </IconButton>
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content className={menu.menu} align="end">
              <DropdownMenu.Item className={menu.item} onSelect={() => setOpen('edit')}>
                {t('Edit group')}
              </DropdownMenu.Item>
              <DropdownMenu.Item className={`${menu.item} ${menu.danger}`} onSelect={() => setOpen('leave')}>
                {t('Leave group')}
              </DropdownMenu.Item>
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      )}
      <Suspense>
        {open === 'people' && <PeopleDialog channel={channel} onClose={close} />}
        {open === 'edit' && <EditGroup channel={channel} onClose={close} />}
      </Suspense>
      {open === 'leave' && (
        <ConfirmDialog
          title={t('Leave {name}?', { name: label })}
          description={leaving.error ?? t('You see the group again only if someone in it adds you.')}
          action={t('Leave')}
          danger
          busy={leaving.busy}
          onConfirm={() => void leave()}
          onClose={close}
        />
      )}
    </>
  )
}
