import { useStore } from 'zustand'
import { STATUSES, type Status } from '../../gateway/own-presence.ts'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { DropdownMenu } from '../../ui/dropdown-menu.ts'
import menu from '../../ui/menu.module.css'
import { StatusDot } from '../../ui/status-dot.tsx'

const NAMES: Readonly<Record<Status, Message>> = {
  online: msg('Online'),
  idle: msg('Idle'),
  dnd: msg('Do not disturb'),
  invisible: msg('Invisible'),
}

/** Entries of the account menu for the person's status. */
export function StatusMenu({ onCustom }: { onCustom: () => void }) {
  const client = useClient()
  const presence = useStore(client.presence)
  return (
    <>
      <DropdownMenu.RadioGroup
        value={presence.status}
        onValueChange={(status) => client.setPresence({ ...presence, status: status as Status })}
      >
        {STATUSES.map((status) => (
          <DropdownMenu.RadioItem key={status} value={status} className={menu.item}>
            <StatusDot status={status} />
            {t(NAMES[status])}
            <DropdownMenu.ItemIndicator className={menu.more}>✓</DropdownMenu.ItemIndicator>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
      <DropdownMenu.Item className={menu.item} onSelect={onCustom}>
        {presence.custom ? t('Edit custom status') : t('Set custom status')}
      </DropdownMenu.Item>
      {presence.custom && (
        <DropdownMenu.Item
          className={menu.item}
          onSelect={() => client.setPresence({ ...client.presence.getState(), custom: null })}
        >
          {t('Clear custom status')}
        </DropdownMenu.Item>
      )}
      <DropdownMenu.Separator className={menu.separator} />
    </>
  )
}
