import { type ChannelObject, Permission } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Suspense, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { lazy } from '../../ui/lazy.tsx'
import menu from '../../ui/menu.module.css'
import { useSave } from '../../ui/use-save.ts'
import { threadActions } from './thread-actions.ts'

const EditThread = lazy(() => import('./edit-thread.tsx'))

/** The menu of an open thread: membership, name, archive, lock. */
export function ThreadMenu({ thread, permissions }: { thread: ChannelObject; permissions: bigint }) {
  const client = useClient()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const actions = threadActions(thread, { userId: client.account.userId, permissions })
  const run = (request: Promise<unknown>) => request.catch((failure) => setFault(messageOf(failure)))
  const change = (body: object) =>
    void run(client.api.call('update_channel', { params: { channel_id: thread.id }, body }))
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton label={t('Thread menu')}>
            <Ellipsis size={20} aria-hidden />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className={menu.menu} align="end">
            {actions.join && (
              <Item onSelect={() => void run(client.api.call('join_thread', { params: { channel_id: thread.id } }))}>
                {t('Join thread')}
              </Item>
            )}
            {actions.leave && (
              <Item onSelect={() => void run(client.api.call('leave_thread', { params: { channel_id: thread.id } }))}>
                {t('Leave thread')}
              </Item>
            )}
            {actions.edit && <Item onSelect={() => setOpen('edit')}>{t('Edit thread')}</Item>}
            {actions.archive && <Item onSelect={() => change({ archived: true })}>{t('Archive thread')}</Item>}
            {actions.reopen && <Item onSelect={() => change({ archived: false })}>{t('Reopen thread')}</Item>}
            {actions.lock && <Item onSelect={() => change({ archived: false, locked: true })}>{t('Lock thread')}</Item>}
            {actions.unlock && (
              <Item onSelect={() => change({ archived: false, locked: false })}>{t('Unlock thread')}</Item>
            )}
            <Item onSelect={() => void navigator.clipboard?.writeText(location.href)}>{t('Copy link')}</Item>
            {actions.delete && <Item onSelect={() => setOpen('delete')}>{t('Delete thread')}</Item>}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {open === 'edit' && (
        <Suspense>
          <EditThread
            thread={thread}
            moderates={(permissions & Permission.MANAGE_THREADS) !== 0n}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
      {open === 'delete' && <DeleteThread thread={thread} onClose={() => setOpen(null)} />}
      {fault && (
        <Dialog title={t('The thread was not changed')} onClose={() => setFault(null)}>
          <ErrorText>{fault}</ErrorText>
          <DialogActions>
            <Button onClick={() => setFault(null)}>{t('Close')}</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

function Item({ onSelect, children }: { onSelect: () => void; children: string }) {
  return (
    <DropdownMenu.Item className={menu.item} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  )
}

function DeleteThread({ thread, onClose }: { thread: ChannelObject; onClose: () => void }) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  async function remove() {
    if (!(await saving.run(() => client.api.call('delete_channel', { params: { channel_id: thread.id } })))) return
    onClose()
    const params = { guildId: thread.guild_id ?? '', channelId: thread.parent_id ?? '' }
    await navigate({ to: '/channels/$guildId/$channelId', params })
  }
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name: thread.name ?? '' })}
      description={saving.error ?? t('All messages of the thread are deleted.')}
      action={t('Delete')}
      danger
      busy={saving.busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
