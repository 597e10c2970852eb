import { type ChannelObject, ChannelType } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, UserPlus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { lazy, Suspense, useState } from 'react'
import { DIRECT } from '../../domain/places/places.ts'
import { useClient } from '../../gateway/react.tsx'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import menu from '../../ui/menu.module.css'
import { useSave } from '../../ui/use-save.ts'

const PeopleDialog = lazy(() => import('./people-dialog.tsx'))
const EditGroup = lazy(() => import('./edit-group.tsx'))
const ICON = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Buttons of a direct message: adding people, and for a group its name, icon and leaving it. */
export function GroupMenu({ channel, label }: { channel: ChannelObject; label: string }) {
  const client = useClient()
  const navigate = useNavigate()
  const leaving = useSave()
  const [open, setOpen] = useState<'people' | 'edit' | 'leave' | null>(null)
  const close = () => setOpen(null)

  async function leave() {
    const done = await leaving.run(() =>
      client.api.delete(`/channels/${channel.id}/recipients/${client.account.userId}`),
    )
    if (done) await navigate({ to: '/channels/$guildId', params: { guildId: DIRECT } })
  }

  return (
    <>
      <IconButton label="Add people" onClick={() => setOpen('people')}>
        <UserPlus {...ICON} />
      </IconButton>
      {channel.type === ChannelType.GROUP_DM && (
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger asChild>
            <IconButton label="Group menu">
              <Ellipsis {...ICON} />
            </IconButton>
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content className={menu.menu} align="end">
              <DropdownMenu.Item className={menu.item} onSelect={() => setOpen('edit')}>
                Edit group
              </DropdownMenu.Item>
              <DropdownMenu.Item className={`${menu.item} ${menu.danger}`} onSelect={() => setOpen('leave')}>
                Leave group
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
          title={`Leave ${label}?`}
          description={leaving.error ?? 'You see the group again only if someone in it adds you.'}
          action="Leave"
          danger
          busy={leaving.busy}
          onConfirm={() => void leave()}
          onClose={close}
        />
      )}
    </>
  )
}
